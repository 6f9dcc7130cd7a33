/** Removes the phrases that the card supports from a text. */

/** Replaces a removed phrase, so that the words around it do not become neighbors. */
export const taken = '◆'

/** Removes every phrase that is whole words, also at the beginning of a sentence; the longest phrases first. */
export function withoutPhrases(text: string, phrases: readonly string[]): string {
  const found = new Set(phrases.flatMap(bothCases).filter((phrase) => phrase !== '' && text.includes(phrase)))
  return [...found].toSorted((a, b) => b.length - a.length).reduce(withoutPhrase, text)
}

function bothCases(phrase: string): readonly string[] {
  return [phrase, phrase.charAt(0).toUpperCase() + phrase.slice(1)]
}

/** Also removes a possessive `'s` after the phrase. */
function withoutPhrase(text: string, phrase: string): string {
  let rest = text
  for (let at = rest.indexOf(phrase); at >= 0; at = rest.indexOf(phrase, at + 1)) {
    const end = at + phrase.length
    const after = rest.startsWith("'s", end) ? end + 2 : end
    if (!isOfWord.test(rest.charAt(at - 1)) && !isOfWord.test(rest.charAt(after)))
      rest = rest.slice(0, at) + taken + rest.slice(after)
  }
  return rest
}

const isOfWord = /[\p{L}\p{N}]/u
