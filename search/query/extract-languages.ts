/** Extracts requested languages: after a cue, beside a clinician, or at the end. */
import { isClinician, isTitle, clinicianQualifiers } from './care-words.ts'
import { languageAt } from './language-names.ts'
import { phraseSet, type TokenCursor } from './token-cursor.ts'
import { wordLists } from './word-lists.ts'

const lists = wordLists('language-cues.txt', [
  'before',
  'after',
  'no-language-if-followed-by',
  'no-language-if-preceded-by',
])

/** BCP 47, each once, in the order named. */
export function extractLanguages(words: TokenCursor): readonly string[] {
  const found: string[] = []
  for (let index = 0; index < words.length; index++) {
    const languages = languagesAt(words, index)
    if (languages === null || !isRequested(words, index, languages)) continue
    found.push(...languages.tags)
    consumeWithCues(words, index, languages.end)
  }
  return [...new Set(found)]
}

const cuesBefore = phraseSet(lists.before)
const cuesAfter = phraseSet(lists.after)
/** Words between a cue and the language. */
const modifierBefore = /^(?:also|some|fluent|good|both)$/
const joiners = /^(?:and|or|y|o|e|u|also)$/

/** The neighbors give the word another meaning: "german measles", "nail polish", "in english bulldog". */
const notLanguageBefore = phraseSet(lists['no-language-if-followed-by'])
const notLanguageAfter = phraseSet(lists['no-language-if-preceded-by'])

interface NamedLanguages {
  readonly tags: readonly string[]
  readonly end: number
  readonly ambiguous: boolean
}

/** A longer list of languages is read in parts. */
const joinedLanguagesMax = 6

/** One language, or several joined ones: "spanish and portuguese". */
function languagesAt(words: TokenCursor, from: number): NamedLanguages | null {
  const first = languageAt((start, count) => words.joined(start, count), from)
  if (first === null) return null
  const tags = [...first.tags]
  let end = from + first.words
  let ambiguous = first.ambiguous
  for (let steps = 1; steps < joinedLanguagesMax; steps++) {
    const next = joinedLanguage(words, end)
    if (next === null || (ambiguous && next.ambiguous && !joiners.test(words.at(end)))) break
    tags.push(...next.tags)
    end = next.end
    ambiguous &&= next.ambiguous
  }
  return { tags, end, ambiguous }
}

function joinedLanguage(words: TokenCursor, index: number): NamedLanguages | null {
  const from = joiners.test(words.at(index)) ? index + 1 : index
  const language = languageAt((start, count) => words.joined(start, count), from)
  return language === null
    ? null
    : { tags: language.tags, end: from + language.words, ambiguous: language.ambiguous }
}

function isRequested(words: TokenCursor, from: number, { end: to, ambiguous }: NamedLanguages): boolean {
  if (words.phrase(to, notLanguageBefore) > 0) return false
  if (words.phraseBefore(from, cuesBefore) > 0 || words.phrase(to, cuesAfter) > 0) return true
  if (modifierBefore.test(words.at(from - 1)) && words.phraseBefore(from - 1, cuesBefore) > 0) return true
  if (words.phraseBefore(from, notLanguageAfter) > 0) return false
  const alone = words.at(from - 1) === '' && words.at(to) === ''
  if (alone || isBeforeClinician(words, to)) return !isTitleOrDoctor(words.at(from - 1))
  if (ambiguous) return false
  return (
    words.at(to) === '' || /^(?:in|near|around|en|cerca|who|that|with|accepting|\d{5})$/.test(words.at(to))
  )
}

function isTitleOrDoctor(word: string): boolean {
  return isTitle(word) || word === 'doctor' || word === 'doctora'
}

/** Whether a clinician follows: "french doctor", "french eye doctor". */
function isBeforeClinician(words: TokenCursor, index: number): boolean {
  return (
    isClinician(words.at(index)) || isClinician(words.at(index + words.phrase(index, clinicianQualifiers)))
  )
}

function consumeWithCues(words: TokenCursor, from: number, to: number): void {
  const start = modifierBefore.test(words.at(from - 1)) ? from - 1 : from
  const before = words.phraseBefore(start, cuesBefore)
  const after = words.phrase(to, cuesAfter)
  words.consume(start - before, to - start + before + after)
}

/** The number of words of languages and their cue, such as "spanish" or "spanish speaking"; 0 if none begins here. */
export function countLanguageWords(words: TokenCursor, index: number): number {
  const languages = languagesAt(words, index)
  return languages === null ? 0 : languages.end - index + words.phrase(languages.end, cuesAfter)
}
