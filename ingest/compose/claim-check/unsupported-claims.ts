/**
 * Finds the claims of a text that no field of its card supports. A text passes if only plain words remain after all phrases that
 * the card supports are masked. The check judges words, not their combination: it does not notice if a text gives the first of two
 * offices the hours of the second.
 */
import type { LocationCard, ProviderCard } from '@careatlas/contract/cards'
import { readLists } from '@careatlas/vocabulary/data-file'
import { languageName } from '../phrasing/language.ts'
import { clinicianPhrases } from './clinician-phrases.ts'
import { isNumber, numberPattern } from './number-words.ts'
import { placePhrases } from './place-phrases.ts'
import { findSpecialties } from './find-specialties.ts'
import { type IsCountSupported, supportedCounts } from './supported-counts.ts'
import { supportedMonths } from './supported-months.ts'
import type { SupportedPhrases } from './card-phrases.ts'
import { mask, maskPhrases } from './mask-phrases.ts'

/** One line for each unsupported claim, such as "specialty: dermatologist". */
export function unsupportedClaims(text: string, card: ProviderCard | LocationCard): readonly string[] {
  const { names, specialties, others } = supportedPhrases(card)
  const claims: string[] = []
  const report = (kind: string, words: string) => void claims.push(`${kind}: ${words}`)
  const isCountSupported = supportedCounts(card)
  const supportedNames = new Set(specialties.map((name) => straightenQuotes(name).toLowerCase()))
  const withoutNames = maskPhrases(straightenQuotes(text), names.map(straightenQuotes))
  const withoutCounts = maskCounts(withoutNames, isCountSupported, report)
  const withoutSpecialties = maskSpecialties(withoutCounts, supportedNames, isCountSupported, report)
  const withoutMonths = maskMonths(withoutSpecialties, card, report)
  reportRemaining(maskPhrases(withoutMonths, others.map(straightenQuotes)), report)
  return claims
}

type ReportClaim = (kind: string, words: string) => void

function straightenQuotes(text: string): string {
  return text.replaceAll('’', "'")
}

function maskMonths(text: string, card: ProviderCard | LocationCard, report: ReportClaim): string {
  const isSupported = supportedMonths(card)
  return text
    .replaceAll(monthPattern, (month, observed: string | undefined) => {
      if (!isSupported(month, observed !== undefined)) report('date', month)
      return mask
    })
    .replaceAll(yearPattern, (year, observed: string | undefined) =>
      isSupported(year, observed !== undefined) ? mask : year,
    )
}

/** A month directly after hours or an area of focus (masked as ◆) is their date, which is not on the card. */
const monthPattern =
  /(?:(?<=◆( in |, as of ))|\b)(?:January|February|March|April|May|June|July|August|September|October|November|December) \d{4}/g

/** A year in the position of a date. Other years may belong to a school, and years with "or before" are phrases. */
const yearPattern =
  /(?:(?<=◆(, as of ))|(?<=(?:\b(?:reported|registered|observed) in|\bas of|,) ))(?:19|20)\d\d(?!\d| or before)/g

function maskCounts(text: string, isCountSupported: IsCountSupported, report: ReportClaim): string {
  return text.replaceAll(countPattern, (words, number: string, noun: string) => {
    if (!isCountSupported(number, noun.toLowerCase())) report('number', words)
    return mask
  })
}

const countPattern = new RegExp(
  `\\b(${numberPattern}) (more places?|addresses|places|offices|locations|more specialt(?:y|ies)|clinicians?(?! registered as)|other (?:hospitals|group practices)|others?)\\b`,
  'gi',
)

function maskSpecialties(
  text: string,
  supportedNames: ReadonlySet<string>,
  isCountSupported: IsCountSupported,
  report: ReportClaim,
): string {
  let [masked, end] = ['', 0]
  for (const { name, start, number } of findSpecialties(text, supportedNames)) {
    if (!supportedNames.has(name.toLowerCase())) report('specialty', name)
    else if (number !== null && !isCountSupported(number, name.toLowerCase()))
      report('number', `${number} ${name}`)
    masked += text.slice(end, number === null ? start : start - number.length - 1) + mask
    end = start + name.length
  }
  return masked + text.slice(end)
}

/** Reports each run of words of one kind that are not plain words, and each character that sentences do not need. */
function reportRemaining(text: string, report: ReportClaim): void {
  let [kind, words, end] = ['', '', -1]
  const close = () => void (words === '' || report(kind, words))
  for (const { 0: word, index } of text.matchAll(
    /[\p{L}\p{N}]+(?:['&/.:-][\p{L}\p{N}]+)*|[^\p{L}\p{N}\s◆.,;:()–—'-]/gu,
  )) {
    const next = claimKind(word)
    if (next === null) continue
    if (next === kind && text.slice(end, index) === ' ') words += ` ${word}`
    else {
      close()
      ;[kind, words] = [next, word]
    }
    end = index + word.length
  }
  close()
}

/** The words that make no claim, in lower case. */
const plainWords: ReadonlySet<string> = new Set(
  readLists(import.meta.dirname, 'plain-words.txt', ['words']).words,
)

/** The kind of claim that a remaining word probably makes; null for a plain word. */
function claimKind(word: string): string | null {
  const lower = word.toLowerCase()
  if (plainWords.has(lower)) return null
  if (/^(?:s?he|hers?|his|him|(?:her|him)self)$/.test(lower)) return 'pronoun'
  if (hoursWord.test(lower)) return 'hours'
  if (/^(?:19|20)\d\d$/.test(word)) return 'year'
  if (/\d/.test(word) || isNumber(lower)) return 'number'
  if (allLanguages().has(word)) return 'language'
  if (/\p{Lu}.*\p{Lu}/u.test(word)) return 'credential'
  if (!/\p{L}/u.test(word)) return 'sign'
  return /^\p{Lu}/u.test(word) ? 'name' : 'word'
}

const hoursWord =
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
