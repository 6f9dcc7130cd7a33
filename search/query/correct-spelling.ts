/** Corrects the words of a query by the vocabulary, the gazetteer and the names of the directory. */
import { foldName } from '@careatlas/directory/person-name'
import { plainWordsOf } from '@careatlas/vocabulary/clinical-words'
import { isStopWord, stemOf, wordsOf } from '@careatlas/vocabulary/words'
import { isClinician, isTitle } from './care-words.ts'
import { isCountryWord } from './country-names.ts'
import { queryTokensMax } from './token-cursor.ts'
import { isStateWord } from './state-names.ts'
import { isTopic, type QueryResources } from './query-resources.ts'
import { correctName } from './correct-name.ts'
import { correctTownSpelling } from './correct-town-spelling.ts'
import { wordLists } from './word-lists.ts'
import { findPlaceNames } from './place-names.ts'

/**
 * Returns as many words as `tokens` has.
 *
 * @param verbs words that are not corrected, as `findAccentedVerbs` returns them
 */
export function correctSpelling(
  tokens: readonly string[],
  resources: QueryResources,
  verbs: ReadonlySet<string> = noVerbs,
): readonly string[] {
  const names = tokens.slice(0, queryTokensMax).map(foldName)
  const places = findPlaceNames(tokens, resources)
  const isPlace = (index: number): boolean => places.known.has(index) || places.unknown.has(index)
  const corrected = tokens.map((word, index) => {
    const correction = isPlace(index) || verbs.has(word) ? word : correctWord(word, resources)
    return correction === word || isInName(names, index, resources) ? word : correction
  })
  for (const index of tokens.keys()) {
    const correction = correctBeforeClinician(tokens, corrected, index, resources)
    if (correction !== corrected[index] && !isPlace(index) && !isInName(names, index, resources))
      corrected[index] = correction
  }
  for (const { index, words } of correctTownSpelling(tokens, places.known, resources))
    corrected.splice(index, words.length, ...words)
  for (const { index, name } of correctName(tokens, resources))
    if (!places.known.has(index)) corrected[index] = name
  return corrected
}

const noVerbs: ReadonlySet<string> = new Set()

/** Folded words that end in an accented vowel, such as "cargué" and "cayó": Spanish verbs, and not typos of English words. */
export function findAccentedVerbs(text: string): ReadonlySet<string> {
  const words = text.normalize('NFC').split(/[^\p{L}]/u)
  return new Set(words.filter((word) => word.length > 2 && /[áéíó]$/iu.test(word)).flatMap(wordsOf))
}

/** Keeps known words, towns, payers and common names of people and places; replaces other words by the nearest known word. */
function correctWord(word: string, resources: QueryResources): string {
  const { spelling, isEnglish, isCommonName, isCommonPlaceName, isTownWord, carriers } = resources
  const isPlace = isTownWord(word) || isStateWord(word) || isCountryWord(word)
  const isKnown =
    isStopWord(word) ||
    isEnglish(word) ||
    isPlace ||
    carriers.words.has(word) ||
    spanishVerb.test(word) ||
    keptWords.has(word) ||
    isPluralOfLetters(word, resources) ||
    plainWordsOf(word) !== null
  const correction = isKnown
    ? null
    : ((isTerm(word, resources) ? null : completeEnding(word, isEnglish)) ??
      spelling.correct(word) ??
      spelling.correct(mendTitleEnding(word)))
  return correction === null || isCommonName(word) || isCommonPlaceName(word) ? word : correction
}

/** "SLPs" and "MRIs" */
function isPluralOfLetters(word: string, resources: QueryResources): boolean {
  const letters = word.slice(0, -1)
  return /^[a-z]{2,4}s$/.test(word) && !resources.isEnglish(letters) && isTopic(letters, resources)
}

/**
 * Corrects "hart" of "hart docter": an English word that the vocabulary does not know, but whose correction names a kind of clinician
 * with the next word. Beside a clinician without a typo, a town or a surname of the directory remains.
 */
function correctBeforeClinician(
  tokens: readonly string[],
  corrected: readonly string[],
  index: number,
  resources: QueryResources,
): string {
  const [word, next = ''] = corrected.slice(index)
  if (!isClinician(next) || isStopWord(word!) || isTopic(word!, resources)) return word!
  const correction = resources.spelling.correct(word!)
  if (correction === null || !resources.finder.index.isWhole([correction, next].map(stemOf))) return word!
  const mayBeName = resources.isTownWord(word!) || resources.isName({ last: foldName(word!) })
  return mayBeName && tokens[index + 1] === next ? word! : correction
}

/** A long title with slips in its ending and elsewhere: "dermotoligest" becomes dermotologist, which is one edit away. */
function mendTitleEnding(word: string): string {
  return word
    .replace(/[aeiou]l[aeiou]?[gj][aeiouy]{0,3}ste?$/, 'ologist')
    .replace(/[aeiouy]{1,3}tr[aeiouy]{0,3}st$/, 'iatrist')
}

/** Whether the word alone is a phrase of the vocabulary, as "statin" is, which is not "stating". */
function isTerm(word: string, { finder }: QueryResources): boolean {
  return finder.index.isTerm(stemOf(word))
}

/** "lookin" is looking, and "wifes" is wife's: a dropped g or apostrophe is likelier than another word with similar letters. */
function completeEnding(word: string, isEnglish: (word: string) => boolean): string | null {
  const ending = word.replace(/in$/, 'ing').replace(/s$/, '')
  return ending !== word && ending.length > 3 && isEnglish(ending) ? ending : null
}

const kept = wordLists('kept-words.txt', ['english', 'spanish'])
const keptWords: ReadonlySet<string> = new Set([...kept.english, ...kept.spanish])

/** "doliendo", "olvídelo", "muéstreme": common verbs, not typos of the names and illnesses that they resemble. */
const spanishVerb =
  /(?:ando|iendo|yendo)(?:me|se|lo|la|le|nos)?$|^(?:olvid|dej|quit|dig|muestr|mand|llam|busc|borr|repit|envi|pas|ensen|expliqu|explic|ayud)[ae]n?(?:me|se|lo|la|le|nos|los|las|les|melo|mela|melos|selo)$/

/**
 * Whether a clinician has a name of this word and its neighbors: "Shaw, Howard", "Luis Diez-Morales", "St. Germain", "Dr.
 * Kane".
 */
function isInName(names: readonly string[], index: number, { isName }: QueryResources): boolean {
  if (index >= names.length) return false
  const isFullName = (from: number, middle: number, to: number): boolean => {
    if (from < 0 || to > names.length) return false
    const [before, after] = [
      foldName(names.slice(from, middle).join(' ')),
      foldName(names.slice(middle, to).join(' ')),
    ]
    return isName({ first: before, last: after }) || isName({ first: after, last: before })
  }
  const isTitled = isTitle((names[index - 1] ?? '').toLowerCase()) && isName({ last: names[index]! })
  const isSurname = (from: number): boolean =>
    from >= 0 && from + 2 <= names.length && isName({ last: foldName(names.slice(from, from + 2).join(' ')) })
  const isOfTwoWords = (from: number): boolean => isFullName(from, from + 1, from + 2) || isSurname(from)
  const isOfThreeWords = (from: number): boolean =>
    isFullName(from, from + 1, from + 3) || isFullName(from, from + 2, from + 3)
  return (
    isTitled || [index - 1, index].some(isOfTwoWords) || [index - 2, index - 1, index].some(isOfThreeWords)
  )
}
