/** Joins and parts words as the vocabulary writes them: "heart burn" → heartburn, "c pap" → cpap, "hayfever" → hay fever. */
import { plainWordsOf } from '@careatlas/vocabulary/clinical-words'
import { stemOf } from '@careatlas/vocabulary/words'
import { isKnownWord, isTopic, type QueryResources } from './query-resources.ts'

/** Shorter words are joined and parted by chance. */
const joinedLengthMin = 6
const partLengthMin = 3
/** A letter that is no word: "c pap". */
const letter = /^[b-hj-z]$/
/** Longer words have too many pairs of parts to try. */
const joinedLengthMax = 24

/** Only whole phrases of the vocabulary are joined or parted. */
export function joinWords(tokens: readonly string[], resources: QueryResources): readonly string[] {
  const words: string[] = []
  for (let index = 0; index < tokens.length; index++) {
    const [word, next] = [tokens[index]!, tokens[index + 1] ?? '']
    if (isJoined(word, next, resources)) {
      words.push(word + next)
      index++
    } else words.push(...partWord(word, resources))
  }
  return words
}

function isJoined(word: string, next: string, { finder, spelling }: QueryResources): boolean {
  const joined = word + next
  if (next.length < partLengthMin) return false
  if (!letter.test(word) && (word.length < partLengthMin || joined.length < joinedLengthMin)) return false
  return (
    spelling.has(joined) &&
    finder.index.isWhole([stemOf(joined)]) &&
    !finder.index.isWhole([stemOf(word), stemOf(next)])
  )
}

/** The two words that `word` consists of; the word itself if it is known, a name or a town. */
function partWord(word: string, resources: QueryResources): readonly string[] {
  if (word.length < joinedLengthMin || word.length > joinedLengthMax || isKnown(word, resources))
    return [word]
  for (let index = partLengthMin; index <= word.length - partLengthMin; index++) {
    const parts = [word.slice(0, index), word.slice(index)]
    if (
      parts.every((part) => isKnownWord(part, resources)) &&
      resources.finder.index.isWhole(parts.map(stemOf))
    )
      return parts
  }
  return [word]
}

function isKnown(word: string, resources: QueryResources): boolean {
  return (
    isKnownWord(word, resources) ||
    isTopic(word, resources) ||
    resources.isTownWord(word) ||
    resources.gazetteer.isUsPlace(word) ||
    resources.isCommonName(word) ||
    plainWordsOf(word) !== null
  )
}
