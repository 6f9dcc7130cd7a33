/** Formats a client's value for an error message: short, printable, and never a credential. */

const shownCharacters = 64

/**
 * Matches API keys of any service name, the random part of a key, and tokens, anywhere in a value. The lookaheads are bounded:
 * unbounded ones would take quadratic time for a long word.
 */
const credential = /_[sp]k_[a-z0-9]|(?=[a-z]{0,31}\d)(?=\d{0,31}[a-z])[a-z0-9]{32}|bearer\s|eyJ[\w-]{16}/i

/** Numbers are not quoted, other values are JSON strings; long values end in `…`. */
export function quotedValue(value: string): string {
  if (credential.test(value)) return 'a credential, which belongs in the Authorization header'
  if (/^-?\d{1,64}(\.\d{1,64})?$/.test(value) && value.length <= shownCharacters) return value
  const characters = Array.from(value)
  if (characters.length <= shownCharacters) return JSON.stringify(value)
  return JSON.stringify(`${characters.slice(0, shownCharacters - 1).join('')}…`)
}
