/** A caller's value as an error message may show it: short, visible, and never a credential. */

const shownCharacters = 64

/**
 * Keys, whatever the service is called, the random part of a key alone, and tokens; recognized anywhere in a value. The look
 * ahead ends with the part that it is about: without an end, a long word would be read through from each of its letters.
 */
const credential = /_[sp]k_[a-z0-9]|(?=[a-z]{0,31}\d)(?=\d{0,31}[a-z])[a-z0-9]{32}|bearer\s|eyJ[\w-]{16}/i

/** Numbers bare, everything else JSON-quoted; longer values end in `…`. */
export function quotedValue(value: string): string {
  if (credential.test(value)) return 'a credential, which belongs in the Authorization header'
  if (/^-?\d{1,64}(\.\d{1,64})?$/.test(value) && value.length <= shownCharacters) return value
  const characters = Array.from(value)
  if (characters.length <= shownCharacters) return JSON.stringify(value)
  return JSON.stringify(`${characters.slice(0, shownCharacters - 1).join('')}…`)
}
