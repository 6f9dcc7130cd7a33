/**
 * Joins and parts words as the vocabulary writes them: "heart burn" → heartburn, "c pap" → cpap, "m r i" → mri,
 * "hayfever" → hay fever.
 */
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
export function joinWords(writtenTokens: readonly string[], resources: QueryResources): readonly string[] {
  const tokens = joinLetters(writtenTokens, resources)
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

/** A dictation writes an abbreviation as its letters: "an m r i", "the a b a people". */
function joinLetters(tokens: readonly string[], resources: QueryResources): readonly string[] {
  const words: string[] = []
  for (let index = 0; index < tokens.length; index++) {
    const letters = lettersAt(tokens, index)
    words.push(...joinAbbreviation(letters, resources))
    if (letters.length === 0) words.push(tokens[index]!)
    else index += letters.length - 1
  }
  return words
}

/** The single letters from `from`, to the next longer word. */
function lettersAt(tokens: readonly string[], from: number): readonly string[] {
  const end = tokens.findIndex((token, index) => index >= from && !/^[a-z]$/.test(token))
  return tokens.slice(from, end === -1 ? undefined : end)
}

/** The longest abbreviations are those of clinicians, such as "pmhnp"; a further letter is a word. */
const lettersMax = 7

/**
 * The letters as one word if they are an abbreviation. "A" and "I" are also words: an article before an abbreviation ("a c t scan")
 * and the subject after one ("m r i i need") are no part of it.
 */
function joinAbbreviation(letters: readonly string[], resources: QueryResources): readonly string[] {
  if (letters.length < 2 || letters.length > lettersMax) return letters
  const starts = letters[0] !== 'a' ? [0] : letters.length > articleLettersMax ? [0, 1] : [1, 0]
  const ends = /[ai]/.test(letters.at(-1)!) ? [letters.length, letters.length - 1] : [letters.length]
  for (const from of starts)
    for (const to of ends) {
      const word = letters.slice(from, to).join('')
      if (isAbbreviation(word, resources)) return [...letters.slice(0, from), word, ...letters.slice(to)]
    }
  return letters
}

/** Of more letters, the first one belongs to the abbreviation: "a f i b". */
const articleLettersMax = 3

/** Two letters are an abbreviation by themselves, more also in a phrase: "d o t physical". */
function isAbbreviation(word: string, { finder: { index }, spelling }: QueryResources): boolean {
  if (word.length < 2 || !spelling.has(word)) return false
  return word.length > 2 ? index.has(stemOf(word)) : index.isWhole([stemOf(word)])
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
