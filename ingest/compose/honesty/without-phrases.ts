/** A text without the phrases that are known to be true, to see what is left of it. */

/** Stands for what was taken away, so that no two words meet that did not. */
export const taken = '◆'

/** Takes every phrase away where it stands as whole words, in mid-sentence or opening one, the longest first. */
export function withoutPhrases(text: string, phrases: readonly string[]): string {
  const said = new Set(phrases.flatMap(bothCases).filter((phrase) => phrase !== '' && text.includes(phrase)))
  return [...said].toSorted((a, b) => b.length - a.length).reduce(withoutPhrase, text)
}

function bothCases(phrase: string): readonly string[] {
  return [phrase, phrase.charAt(0).toUpperCase() + phrase.slice(1)]
}

/** With the genitive’s ending. */
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
