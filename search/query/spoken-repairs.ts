/** Removes the words that a speaker corrects: of "my back no scratch that my neck" only "my neck" remains. */
import { isClinician } from './care-words.ts'
import { phraseSet, TokenCursor } from './token-cursor.ts'
import { wordLists } from './word-lists.ts'

const lists = wordLists('repair-cues.txt', ['certain', 'if-repeated', 'if-clinician'])
const certainCues = phraseSet(lists.certain)
const otherCues = phraseSet(lists['if-repeated'])
const clinicianCues = phraseSet(lists['if-clinician'])

/** The corrected words usually begin at most this many words before the cue. */
const correctedWordsMax = 6

/** The words without the cues and the words that they correct. */
export function withoutRepairs(tokens: readonly string[]): readonly string[] {
  const words = new TokenCursor(tokens)
  for (let index = 1; index < words.length; index++) {
    const clinicianCount = words.phrase(index, clinicianCues)
    if (clinicianCount > 0 && isOtherClinician(words, index, clinicianCount)) {
      words.consume(index - 2, clinicianCount + 2)
      index += clinicianCount - 1
      continue
    }
    const certainCount = words.phrase(index, certainCues)
    const count = certainCount || words.phrase(index, otherCues)
    const first = words.at(index + count)
    if (count === 0 || first === '') continue
    const from = findCorrectedStart(words, index, first) ?? (certainCount > 0 ? index - 1 : null)
    if (from === null) continue
    words.consume(from, index + count - from)
    index += count - 1
  }
  return words.remaining()
}

/** Finds the nearest word before the cue that equals the first word after it; articles are equal to each other. Null without one. */
function findCorrectedStart(words: TokenCursor, cue: number, first: string): number | null {
  for (let at = cue - 1; at >= cue - correctedWordsMax && words.at(at) !== ''; at--)
    if (words.at(at) === first || (isArticle(words.at(at)) && isArticle(first))) return at
  return null
}

/** "Heart doctor no male doctor" corrects nothing. */
const wish = /^(?:male|female|m[ae]n|wom[ae]n|old|young)$/

/** Whether the words around the cue name two clinicians: "foot doctor no hand doctor". */
function isOtherClinician(words: TokenCursor, cue: number, count: number): boolean {
  const [before, first, last] = [cue - 1, cue + count, cue + count + 1].map((index) => words.at(index))
  return (
    cue >= 2 && before === last && isClinician(last!) && words.at(cue - 2) !== first && !wish.test(first!)
  )
}

function isArticle(word: string): boolean {
  return /^(?:a|an|the|un|una|el|la)$/.test(word)
}
