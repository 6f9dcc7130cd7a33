/** Writes contracted verbs in full: "I'd", "who'll". Without its apostrophe "id" is infectious disease, "ill" an illness and "shed" a hut. */

const contracted = /(?<=\b(?:i|we|he|she|it|they|you|who|that|there))['’`](d|ll)\b/giu

/** "He'd" means "he had" too; both words are ignored in a query. */
export function withoutContractions(text: string): string {
  return text.replaceAll(contracted, (_, ending: string) => (/d/i.test(ending) ? ' would' : ' will'))
}
