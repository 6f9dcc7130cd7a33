/** Capitalizes a word, with inner capitals: McDonald, MacLeod, O'Brien. */

/** Two letters without a vowel are initials (`TJ`), except for the surname Ng and abbreviations such as Dr and St. */
export function capitalizeName(word: string): string {
  return mapPieces(word, (piece) =>
    /^[^AEIOUY\d'’]{2}$/.test(piece) && !/^(?:NG|ST|DR|MR|MS|MT|FT|MC)$/.test(piece)
      ? piece
      : capitalize(piece),
  )
}

/** Replaces each piece of `word` by the result of `replacePiece`, which also gets the position of the piece in the word. */
export function mapPieces(word: string, replacePiece: (piece: string, start: number) => string): string {
  return singlePiece.test(word) ? replacePiece(word, 0) : word.replaceAll(pieces, replacePiece)
}

/** Letters, digits and apostrophes between spaces, hyphens and other punctuation. */
const pieces = /[\p{L}\p{M}\p{N}'’]+/gu
/** A word that is one piece: nearly every word, so the slower pattern is rarely needed. */
const singlePiece = /^[A-Z\d]+$/

/** `CLINIC` → `Clinic`, `MCDONALD` → `McDonald`, `O'BRIEN` → `O'Brien` */
export function capitalize(piece: string): string {
  const lower = piece.toLowerCase()
  const capitalized = /^[A-Z]/.test(piece)
    ? piece.charAt(0) + lower.slice(1)
    : lower.replace(/\p{L}/u, toUpperCase)
  if (mcName.test(piece)) return `Mc${capitalized[2]!.toUpperCase()}${capitalized.slice(3)}`
  if (macName.test(piece)) return `Mac${capitalized[3]!.toUpperCase()}${capitalized.slice(4)}`
  return piece.includes("'") || piece.includes('’')
    ? capitalized.replace(afterApostrophe, toUpperCase)
    : capitalized
}

const mcName = /^MC[A-Z]{2}/
/** Surnames with the prefix Mac, which Macias, Mack and Machado do not have. */
const macName =
  /^MAC(?:ALLIS|ART|AULA|CARTH|CO(?:LL|NNELL|R[DKM]|UL|Y)|D[IOU]|FA|GIL|GR|INN|INT|KINN|LEA|LEO|MIL|NAM|NAU|NEI|PHE|QU|RAE$)/
/** O'Brien, D'Angelo, De'Andre; not the s of Women's. */
const afterApostrophe = /(?<=['’])\p{Ll}(?=\p{Ll})/u

function toUpperCase(text: string): string {
  return text.toUpperCase()
}
