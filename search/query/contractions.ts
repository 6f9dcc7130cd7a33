/** Writes contracted verbs in full: "I'd", "who'll". Without its apostrophe "id" is infectious disease, "ill" an illness and "shed" a hut. */

const contractions: readonly (readonly [pattern: RegExp, verb: string])[] = [
  [/(?<=\b(?:i|we|he|she|it|they|you|who|that|there))['’`]d\b/giu, ' would'],
  [/(?<=\b(?:i|we|he|she|it|they|you|who|that|there))['’`]ll\b/giu, ' will'],
]

/** "He'd" means "he had" too; both words are ignored in a query. */
export function withoutContractions(text: string): string {
  return contractions.reduce((written, [pattern, verb]) => written.replaceAll(pattern, verb), text)
}
