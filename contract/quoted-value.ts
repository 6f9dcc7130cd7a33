/** Formats a value from the client for an error message: short, printable, and never a credential. */

const quotedLengthMax = 64

/**
 * Matches keys of any service name, the random part of a key, and tokens, anywhere in a value. The lookaheads are bounded:
 * otherwise the time would be quadratic in the length of a word.
 */
const credential = /_[sp]k_[a-z0-9]|(?=[a-z]{0,31}\d)(?=\d{0,31}[a-z])[a-z0-9]{32}|bearer\s|eyJ[\w-]{16}/i

/** Numbers are not quoted, other values are JSON strings; longer values end with `…`. */
export function quoteValue(value: string): string {
  if (credential.test(value)) return 'a credential; send credentials only in the Authorization header'
  if (/^-?\d{1,64}(\.\d{1,64})?$/.test(value) && value.length <= quotedLengthMax) return value
  const characters = Array.from(value)
  if (characters.length <= quotedLengthMax) return JSON.stringify(value)
  return JSON.stringify(`${characters.slice(0, quotedLengthMax - 1).join('')}…`)
}
