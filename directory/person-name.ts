/** One spelling for names that people write in many: used when names are indexed and when they are asked for. */

/** Parts as `foldName` leaves them; an absent part is not asked for, or not registered. */
export interface FoldedName {
  readonly first?: string
  readonly middle?: string
  readonly last?: string
}

/**
 * Upper case without diacritics, apostrophes and periods: `José O’Brien-Núñez Jr.` → `JOSE OBRIEN NUNEZ JR`.
 * Hyphens, and all other punctuation and symbols (brackets, commas, slashes), become blanks, because they part words:
 * `PARRA, LCSW` → `PARRA LCSW`. Letters of any script and digits stay. Folding twice changes nothing.
 */
export function foldName(text: string): string {
  if (isFolded.test(text)) return text
  return text
    .replaceAll(spacingAccents, "'")
    .normalize('NFKD')
    .toUpperCase()
    .replaceAll(undecomposed, (letter) => plainLetters[letter] ?? letter)
    .replaceAll(removedCharacters, '')
    .replaceAll(separators, ' ')
    .trim()
}

/** Nearly every name in the registry; keeps 20 million calls cheap. */
const isFolded = /^[A-Z]+(?: [A-Z]+)*$/

/** Accents that stand alone and serve as apostrophes; NFKD would make a blank of them. */
const spacingAccents = /[\u00B4\u0384\u1FBD\u1FBF\u1FEF\u1FFD\u1FFE]/g

/** Letters whose stroke or ligature Unicode does not decompose, as American records spell them. */
const plainLetters: Readonly<Record<string, string>> = {
  Æ: 'AE',
  Œ: 'OE',
  Ø: 'O',
  Đ: 'D',
  Ð: 'D',
  Ł: 'L',
  Ħ: 'H',
  Þ: 'TH',
  ẞ: 'SS',
}
const undecomposed = new RegExp(`[${Object.keys(plainLetters).join('')}]`, 'g')

/** Combining marks, invisible characters, periods, and everything that people type for an apostrophe. */
const removedCharacters =
  /[\p{M}\p{Cf}.'`\u02B9-\u02BF\u02C8\u02CA\u02CB\u2018-\u201B\u2032\u2035\u055A\u05F3\uA78B\uA78C]/gu

const separators = /[^\p{L}\p{N}]+/gu
