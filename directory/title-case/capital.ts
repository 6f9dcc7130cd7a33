/** A word with its capitals: the first letter, and those inside McDonald, MacLeod and O'Brien. */

/** Two letters without a vowel are initials (`TJ`), but for the surname Ng and the titles. */
export function nameWord(word: string): string {
  return word.replaceAll(pieces, (piece) =>
    /^[^AEIOUY\d'’]{2}$/.test(piece) && !/^(?:NG|ST|DR|MR|MS|MT|FT|MC)$/.test(piece)
      ? piece
      : capitalised(piece),
  )
}

/** Letters, digits and apostrophes between blanks, hyphens and other punctuation. */
export const pieces = /[\p{L}\p{M}\p{N}'’]+/gu

/** `CLINIC` → `Clinic`, `MCDONALD` → `McDonald`, `O'BRIEN` → `O'Brien` */
export function capitalised(piece: string): string {
  const mixed = piece.toLowerCase().replace(/\p{L}/u, (letter) => letter.toUpperCase())
  if (irish.test(piece)) return `Mc${mixed[2]!.toUpperCase()}${mixed.slice(3)}`
  if (scottish.test(piece)) return `Mac${mixed[3]!.toUpperCase()}${mixed.slice(4)}`
  return piece.includes("'") || piece.includes('’') ? mixed.replace(afterApostrophe, upper) : mixed
}

const irish = /^MC[A-Z]{2}/
/** Only beginnings that no other surname has: Macias, Mack and Machado are not among them. */
const scottish =
  /^MAC(?:ALLIS|ART|AULA|CARTH|D[OU]|FA|GIL|GR|INN|INT|KINN|LEA|LEO|MIL|NAM|NAU|NEI|PHE|QU|RAE$)/
/** O'Brien, D'Angelo, De'Andre; not the s of Women's. */
const afterApostrophe = /(?<=['’])\p{Ll}(?=\p{Ll})/u

function upper(text: string): string {
  return text.toUpperCase()
}
