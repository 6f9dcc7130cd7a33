/** Removes the words that a speaker takes back: of "my back no scratch that my neck" only "my neck" remains. */
import { phraseSet, TokenCursor } from './token-cursor.ts'
import { wordLists } from './word-lists.ts'

const lists = wordLists('repair-cues.txt', ['certain', 'if-repeated'])
const certainCues = phraseSet(lists.certain)
const otherCues = phraseSet(lists['if-repeated'])

/** A correction usually begins again at most so many words before the cue. */
const repeatedWithinMax = 6

/** The words without the cues and what they take back. */
export function withoutRepairs(tokens: readonly string[]): readonly string[] {
  const words = new TokenCursor(tokens)
  for (let index = 1; index < words.length; index++) {
    const certain = words.phrase(index, certainCues)
    const count = certain || words.phrase(index, otherCues)
    const first = words.at(index + count)
    if (count === 0 || first === '') continue
    const from = findRepeatedStart(words, index, first) ?? (certain > 0 ? index - 1 : null)
    if (from === null) continue
    words.consume(from, index + count - from)
    index += count - 1
  }
  return words.remaining()
}

/** Where the correction begins again: at the nearest word before the cue that equals its first word, as "my" does; null without one. */
function findRepeatedStart(words: TokenCursor, cue: number, first: string): number | null {
  for (let at = cue - 1; at >= cue - repeatedWithinMax && words.at(at) !== ''; at--)
    if (words.at(at) === first || (isArticle(words.at(at)) && isArticle(first))) return at
  return null
}

function isArticle(word: string): boolean {
  return /^(?:a|an|the|un|una|el|la)$/.test(word)
}
