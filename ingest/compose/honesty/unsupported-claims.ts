/**
 * The claims of a text that no field of its card supports. A text is honest when only plain words are left of it once
 * every phrase that the card supports is removed. Words are judged, not how they are joined: that the first of two
 * offices has the hours of the second would not be noticed.
 */
import type { LocationCard, ProviderCard } from '@careatlas/contract/cards'
import { languageName } from '../english/language.ts'
import { isNumber, numberPattern } from './number-words.ts'
import { plainWords } from './plain-words.ts'
import { specialtiesIn } from './specialties-in.ts'
import { type SupportedCounts, supportedCounts } from './supported-counts.ts'
import { supportedMonths } from './supported-months.ts'
import { clinicianPhrases } from './clinician-phrases.ts'
import { placePhrases } from './place-phrases.ts'
import type { SupportedPhrases } from './supported-phrases.ts'
import { taken, withoutPhrases } from './without-phrases.ts'

/** One line for each claim, such as "specialty: dermatologist"; none for an honest text. */
export function unsupportedClaims(text: string, card: ProviderCard | LocationCard): readonly string[] {
  const { names, specialties, others } = supportedPhrases(card)
  const claims: string[] = []
  const claim = (what: string, said: string) => void claims.push(`${what}: ${said}`)
  const counts = supportedCounts(card)
  const called = new Set(specialties.map((name) => evenQuotes(name).toLowerCase()))
  const prose = withoutPhrases(evenQuotes(text), names.map(evenQuotes))
  const uncounted = withoutCounts(prose, counts, claim)
  const unnamed = withoutSpecialties(uncounted, called, counts, claim)
  const undated = withoutMonths(unnamed, card, claim)
  claimsLeft(withoutPhrases(undated, others.map(evenQuotes)), claim)
  return claims
}

type Claim = (what: string, said: string) => void

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

/** Right after hours or an area of focus it dates what has no date of its own on the card. */
const monthPattern =
  /(?:(?<=◆( in |, as of ))|\b)(?:January|February|March|April|May|June|July|August|September|October|November|December) \d{4}/g

/** Where a date stands of which a source says the year alone; another year may be told of a school. */
const yearPattern =
  /(?:(?<=◆(, as of ))|(?<=(?:\b(?:reported|registered|observed) in|\bas of|,) ))(?:19|20)\d\d(?!\d)/g

function withoutCounts(text: string, counts: SupportedCounts, claim: Claim): string {
  return text.replaceAll(countPattern, (said, number: string, noun: string) => {
    if (!counts.isSupported(number, noun.toLowerCase())) claim('number', said)
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
  counts: SupportedCounts,
  claim: Claim,
): string {
  let [rest, end] = ['', 0]
  for (const { name, at, number } of specialtiesIn(text, called)) {
    if (!called.has(name.toLowerCase())) claim('specialty', name)
    else if (number !== null && !counts.isSupported(number, name.toLowerCase()))
      claim('number', `${number} ${name}`)
    rest += text.slice(end, number === null ? at : at - number.length - 1) + taken
    end = at + name.length
  }
  return rest + text.slice(end)
}

/** Every run of words of one kind that are not plain, and every sign that no sentence needs. */
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

/** What a word left over seems to claim; null for a plain one. */
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

/** By the names that the two-letter codes of ISO 639 have. */
function allLanguages(): ReadonlySet<string> {
  const letters = 'a b c d e f g h i j k l m n o p q r s t u v w x y z'.split(' ')
  languages ??= new Set(letters.flatMap((a) => letters.flatMap((b) => languageName(a + b) ?? [])))
  return languages
}

function supportedPhrases(card: ProviderCard | LocationCard): SupportedPhrases {
  return 'npi' in card ? clinicianPhrases(card) : placePhrases(card)
}
