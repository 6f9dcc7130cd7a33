/** What bytes mean in JSON (RFC 8259) outside of strings. */

/** Those of numbers, words and colons are 0. */
export const kinds = { open: 1, close: 2, quote: 3, newline: 4, blank: 5, comma: 6 } as const

/** Byte → kind. */
export const kindOf = new Uint8Array(256)
for (const [characters, kind] of [
  ['{[', kinds.open],
  ['}]', kinds.close],
  ['"', kinds.quote],
  ['\n', kinds.newline],
  [' \t\r', kinds.blank],
  [',', kinds.comma],
] as const) {
  for (const character of characters) kindOf[character.charCodeAt(0)] = kind
}

export const quote = 0x22
export const colon = 0x3a
export const openBrace = 0x7b
export const backslash = 0x5c

/** In ASCII, `}` comes two after `{`, and `]` two after `[`. */
export const closerAfter = 2
