/** The kinds of bytes in JSON (RFC 8259). */

/** Kinds of bytes outside of strings; bytes of numbers and words have the kind 0. */
export const kinds = { open: 1, close: 2, quote: 3, newline: 4, blank: 5, comma: 6, colon: 7 } as const

/** Byte → kind. */
export const kindOf = new Uint8Array(256)
for (const [characters, kind] of [
  ['{[', kinds.open],
  ['}]', kinds.close],
  ['"', kinds.quote],
  ['\n', kinds.newline],
  [' \t\r', kinds.blank],
  [',', kinds.comma],
  [':', kinds.colon],
] as const) {
  for (const character of characters) kindOf[character.charCodeAt(0)] = kind
}

export const quote = 0x22
export const backslash = 0x5c
export const openBrace = 0x7b

/** In ASCII, `}` is two after `{`, and `]` is two after `[`. */
export const closerOffset = 2
