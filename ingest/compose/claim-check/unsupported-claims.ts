/**
 * Finds the claims of a text that no field of its card supports. A text passes if only plain words remain after every phrase
 * that the card supports is removed. The check judges words, not their combination: it does not notice that a text gives the
 * first of two offices the hours of the second.
 */
import type { LocationCard, ProviderCard } from '@careatlas/contract/cards'
import { readLists } from '@careatlas/vocabulary/data-file'
import { languageName } from '../phrasing/language.ts'
import { clinicianPhrases } from './clinician-phrases.ts'
import { isNumber, numberPattern } from './number-words.ts'
import { placePhrases } from './place-phrases.ts'
import { specialtiesIn } from './specialties-in.ts'
import { type IsCountSupported, supportedCounts } from './supported-counts.ts'
import { supportedMonths } from './supported-months.ts'
import type { SupportedPhrases } from './card-phrases.ts'
import { taken, withoutPhrases } from './without-phrases.ts'

/** One line for each unsupported claim, such as "specialty: dermatologist". */
export function unsupportedClaims(text: string, card: ProviderCard | LocationCard): readonly string[] {
  const { names, specialties, others } = supportedPhrases(card)
  const claims: string[] = []
  const claim = (what: string, words: string) => void claims.push(`${what}: ${words}`)
  const isCountSupported = supportedCounts(card)
  const called = new Set(specialties.map((name) => evenQuotes(name).toLowerCase()))
  const prose = withoutPhrases(evenQuotes(text), names.map(evenQuotes))
  const uncounted = withoutCounts(prose, isCountSupported, claim)
  const unnamed = withoutSpecialties(uncounted, called, isCountSupported, claim)
  const undated = withoutMonths(unnamed, card, claim)
  claimsLeft(withoutPhrases(undated, others.map(evenQuotes)), claim)
  return claims
}

type Claim = (what: string, words: string) => void

function evenQuotes(text: string): string {
  return text.replaceAll('’', "'")
}

function withoutMonths(text: string, card: ProviderCard | LocationCard, claim: Claim): string {
  const isSupported = supportedMonths(card)
  return text
    .replaceAll(monthPattern, (month, observed: string | undefined) => {
      if (!isSupported(month, observed !== undefined)) claim('date', month)
      return taken
    })
    .replaceAll(yearPattern, (year, observed: string | undefined) =>
      isSupported(year, observed !== undefined) ? taken : year,
    )
}

/** A month directly after hours or an area of focus is the date of these, which the card does not have. */
const monthPattern =
  /(?:(?<=◆( in |, as of ))|\b)(?:January|February|March|April|May|June|July|August|September|October|November|December) \d{4}/g

/** A year in the position of a date, for which a source gives only the year; other years may belong to a school. "Or before" is a phrase. */
const yearPattern =
  /(?:(?<=◆(, as of ))|(?<=(?:\b(?:reported|registered|observed) in|\bas of|,) ))(?:19|20)\d\d(?!\d| or before)/g

function withoutCounts(text: string, isCountSupported: IsCountSupported, claim: Claim): string {
  return text.replaceAll(countPattern, (words, number: string, noun: string) => {
    if (!isCountSupported(number, noun.toLowerCase())) claim('number', words)
    return taken
  })
}

const countPattern = new RegExp(
  `\\b(${numberPattern}) (more places?|addresses|places|offices|locations|more specialt(?:y|ies)|clinicians?(?! registered as)|other (?:hospitals|group practices)|others?)\\b`,
  'gi',
)

function withoutSpecialties(
  text: string,
  called: ReadonlySet<string>,
  isCountSupported: IsCountSupported,
  claim: Claim,
): string {
  let [rest, end] = ['', 0]
  for (const { name, at, number } of specialtiesIn(text, called)) {
    if (!called.has(name.toLowerCase())) claim('specialty', name)
    else if (number !== null && !isCountSupported(number, name.toLowerCase()))
      claim('number', `${number} ${name}`)
    rest += text.slice(end, number === null ? at : at - number.length - 1) + taken
    end = at + name.length
  }
  return rest + text.slice(end)
}

/** Reports every run of words of one kind that are not plain, and every character that sentences do not need. */
function claimsLeft(text: string, claim: Claim): void {
  let [kind, run, end] = ['', '', -1]
  const close = () => void (run === '' || claim(kind, run))
  for (const { 0: word, index } of text.matchAll(
    /[\p{L}\p{N}]+(?:['&/.:-][\p{L}\p{N}]+)*|[^\p{L}\p{N}\s◆.,;:()–—'-]/gu,
  )) {
    const next = kindOf(word)
    if (next === null) continue
    if (next === kind && text.slice(end, index) === ' ') run += ` ${word}`
    else {
      close()
      ;[kind, run] = [next, word]
    }
    end = index + word.length
  }
  close()
}

/** The words that make no claim, in lower case. */
const plainWords: ReadonlySet<string> = new Set(
  readLists(import.meta.dirname, 'plain-words.txt', ['words']).words,
)

/** The kind of claim that a remaining word seems to make; null for a plain word. */
function kindOf(word: string): string | null {
  const lower = word.toLowerCase()
  if (plainWords.has(lower)) return null
  if (/^(?:s?he|hers?|his|him|(?:her|him)self)$/.test(lower)) return 'pronoun'
  if (isOfHours.test(lower)) return 'hours'
  if (/^(?:19|20)\d\d$/.test(word)) return 'year'
  if (/\d/.test(word) || isNumber(lower)) return 'number'
  if (allLanguages().has(word)) return 'language'
  if (/\p{Lu}.*\p{Lu}/u.test(word)) return 'credential'
  if (!/\p{L}/u.test(word)) return 'sign'
  return /^\p{Lu}/u.test(word) ? 'name' : 'word'
}

const isOfHours =
  /^(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|weekdays?|weekends?|every|days?|daily|until|clock|noon|midnight|am|pm|\d+(?::\d+)?[ap]m|\d\d?:\d\d)$/

let languages: ReadonlySet<string> | undefined

/** The English names of the languages with a two-letter code (ISO 639). */
function allLanguages(): ReadonlySet<string> {
  const letters = 'a b c d e f g h i j k l m n o p q r s t u v w x y z'.split(' ')
  languages ??= new Set(letters.flatMap((a) => letters.flatMap((b) => languageName(a + b) ?? [])))
  return languages
}

function supportedPhrases(card: ProviderCard | LocationCard): SupportedPhrases {
  return 'npi' in card ? clinicianPhrases(card) : placePhrases(card)
}
