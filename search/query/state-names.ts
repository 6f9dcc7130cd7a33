/** Recognizes states and territories in a query, by name or postal abbreviation. */
import { regions } from '@careatlas/directory/region'
import { isClinician, isFacility, isTitle } from './care-words.ts'
import type { TokenCursor } from './token-cursor.ts'

/** Folded names → postal abbreviations; also without "US": "virgin islands". */
export const statesByName: ReadonlyMap<string, string> = new Map(
  regions.flatMap(({ code, name }) => {
    const phrase = name.toLowerCase().replaceAll('.', '')
    return [phrase, phrase.replace(/^us /, '')].map((one) => [one, code.slice(3)] as const)
  }),
)
const stateWords: ReadonlySet<string> = new Set([...statesByName.keys()].flatMap((name) => name.split(' ')))
const stateCodes: ReadonlySet<string> = new Set(regions.map(({ code }) => code.slice(3)))

interface State {
  /** Postal abbreviation. */
  readonly code: string
  readonly to: number
}

/** "ri", "r i", "rhode island" */
export function stateAt(words: TokenCursor, from: number): State | null {
  for (let count = 3; count > 0; count--) {
    const phrase = words.joined(from, count)
    const code = statesByName.get(phrase) ?? (count < 3 ? parseStateCode(phrase) : undefined)
    if (code !== undefined) return { code, to: from + count }
  }
  return null
}

function parseStateCode(phrase: string): string | undefined {
  const code = /^[a-z] ?[a-z]$/.test(phrase) ? phrase.replace(' ', '').toUpperCase() : ''
  return stateCodes.has(code) ? code : undefined
}

/** Whether `name` is the whole name of a state: `oregon`. */
export function isStateName(name: string): boolean {
  return statesByName.has(name)
}

/** Whether the name of a state contains `word`: `rhode`. */
export function isStateWord(word: string): boolean {
  return stateWords.has(word)
}

/** A state without a city, with its cue if it has one. */
export interface BareState extends State {
  readonly from: number
}

/**
 * "in Rhode Island", "pediatrician RI", "Ohio dentist", "urgent care Ohio"; stop words, medical words and names are not states.
 */
export function findBareState(words: TokenCursor): BareState | null {
  for (let at = 0; at < words.length; at++) {
    const state = stateAt(words, at)
    if (state === null) continue
    const cue = cueBefore(words, at)
    if (isIntended(words, at, state, cue > 0)) return { code: state.code, from: at - cue, to: state.to }
  }
  return null
}

function cueBefore(words: TokenCursor, at: number): number {
  const [last, before] = [words.at(at - 1), words.at(at - 2)]
  if (last === 'of') {
    if (!/^(?:state|part|parts|area|areas)$/.test(before)) return 0
    const the = Number(words.at(at - 3) === 'the')
    return 2 + (isCue(words.at(at - 3 - the)) ? the + 1 : 0)
  }
  if (/^(?:the|all|northern|southern|eastern|western|central|nearby)$/.test(last) && isCue(before)) return 2
  return Number(isCue(last))
}

function isCue(word: string): boolean {
  return /^(?:in|near|around|within|throughout|across|en)$/.test(word)
}

function isIntended(words: TokenCursor, at: number, { to }: State, cued: boolean): boolean {
  const [before, after] = [words.at(at - 1), words.at(to)]
  const phrase = words.joined(at, to - at)
  if ((isTitle(before) || /^(?:of|de)$/.test(before)) && !cued) return false
  const beside = isClinician(before) || isClinician(after)
  if (phrase.length > 3 && phrase.includes(' ')) return cued || after === '' || isClinician(after)
  const isAll = at === 0 && after === '' && !firstNames.test(phrase)
  if (phrase.length > 3)
    return cued || isAll || (beside && (after === '' || at === 0)) || (isFacility(before) && after === '')
  const ends = after === '' || /^\d{5}$/.test(after)
  if (sentenceWords.test(phrase) || phrase === multipleSclerosis || (degree.test(phrase) && !cued))
    return false
  if (phrase === 'ct' && before.startsWith('radiolog')) return false
  return cued
    ? ends || isClinician(after) || /^(?:who|that|with|for|accepting|taking|speak\w*)$/.test(after)
    : ends && beside
}

/** Stop words in English or Spanish; a state only at the end. */
export const sentenceWords = /^(?:in|or|me|hi|ok|oh|de|la|al|id|so|as)$/

const multipleSclerosis = 'ms'

/** States that are also first names. */
const firstNames = /^(?:georgia|virginia)$/

/** After a clinician these are degrees and veterans' clinics. */
const degree = /^(?:md|pa|va|m d|p a)$/
