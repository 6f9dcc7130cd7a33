/** Capitalizes a word, with inner capitals: McDonald, MacLeod, O'Brien. */

/** Two letters without a vowel are initials (`TJ`), but for the surname Ng and the titles. */
export function nameWord(word: string): string {
  return respelled(word, (piece) =>
    /^[^AEIOUY\d'’]{2}$/.test(piece) && !/^(?:NG|ST|DR|MR|MS|MT|FT|MC)$/.test(piece)
      ? piece
      : capitalized(piece),
  )
}

/** Replaces each piece of `word` by the result of `spell`, which also gets the index of the piece. */
export function respelled(word: string, spell: (piece: string, start: number) => string): string {
  return onePiece.test(word) ? spell(word, 0) : word.replaceAll(pieces, spell)
}

/** Letters, digits and apostrophes between spaces, hyphens and other punctuation. */
const pieces = /[\p{L}\p{M}\p{N}'’]+/gu
/** Nearly every word. */
const onePiece = /^[A-Z\d]+$/

/** `CLINIC` → `Clinic`, `MCDONALD` → `McDonald`, `O'BRIEN` → `O'Brien` */
export function capitalized(piece: string): string {
  const lower = piece.toLowerCase()
  const mixed = /^[A-Z]/.test(piece) ? piece.charAt(0) + lower.slice(1) : lower.replace(/\p{L}/u, upper)
  if (irish.test(piece)) return `Mc${mixed[2]!.toUpperCase()}${mixed.slice(3)}`
  if (scottish.test(piece)) return `Mac${mixed[3]!.toUpperCase()}${mixed.slice(4)}`
  return piece.includes("'") || piece.includes('’') ? mixed.replace(afterApostrophe, upper) : mixed
}

const irish = /^MC[A-Z]{2}/
/** Prefixes that no other surname has, unlike Macias, Mack and Machado. */
const scottish =
  /^MAC(?:ALLIS|ART|AULA|CARTH|D[OU]|FA|GIL|GR|INN|INT|KINN|LEA|LEO|MIL|NAM|NAU|NEI|PHE|QU|RAE$)/
/** O'Brien, D'Angelo, De'Andre; not the s of Women's. */
const afterApostrophe = /(?<=['’])\p{Ll}(?=\p{Ll})/u

function upper(text: string): string {
  return text.toUpperCase()
}
