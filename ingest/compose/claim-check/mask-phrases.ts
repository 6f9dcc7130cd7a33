/** Masks the phrases of a text that its card supports. */

/** Replaces a phrase, so that the words around it do not become neighbors. */
export const mask = '◆'

/** Masks every phrase that consists of whole words, also at the beginning of a sentence; the longest phrases first. */
export function maskPhrases(text: string, phrases: readonly string[]): string {
  const found = new Set(phrases.flatMap(bothCases).filter((phrase) => phrase !== '' && text.includes(phrase)))
  return [...found].toSorted((a, b) => b.length - a.length).reduce(maskPhrase, text)
}

function bothCases(phrase: string): readonly string[] {
  return [phrase, phrase.charAt(0).toUpperCase() + phrase.slice(1)]
}

/** Also masks a possessive `'s` after the phrase. */
function maskPhrase(text: string, phrase: string): string {
  let rest = text
  for (let index = rest.indexOf(phrase); index >= 0; index = rest.indexOf(phrase, index + 1)) {
    const end = index + phrase.length
    const after = rest.startsWith("'s", end) ? end + 2 : end
    if (!wordCharacter.test(rest.charAt(index - 1)) && !wordCharacter.test(rest.charAt(after)))
      rest = rest.slice(0, index) + mask + rest.slice(after)
  }
  return rest
}

const wordCharacter = /[\p{L}\p{N}]/u
