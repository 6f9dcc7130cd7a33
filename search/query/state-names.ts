/** Recognizes states and territories in a query, by name or postal abbreviation. */
import { regions } from '@careatlas/directory/region'
import { isClinician, isFacility, isTitle } from './care-words.ts'
import type { TokenCursor } from './token-cursor.ts'

/** Folded names → postal abbreviations; territories also without "US": "virgin islands". */
export const statesByName: ReadonlyMap<string, string> = new Map(
  regions.flatMap(({ code, name }) => {
    const phrase = name.toLowerCase().replaceAll('.', '')
    return [phrase, phrase.replace(/^us /, '')].map((stateName) => [stateName, code.slice(3)] as const)
  }),
)
const stateWords: ReadonlySet<string> = new Set([...statesByName.keys()].flatMap((name) => name.split(' ')))
const stateCodes: ReadonlySet<string> = new Set(regions.map(({ code }) => code.slice(3)))

export interface State {
  /** Postal abbreviation. */
  readonly code: string
  readonly to: number
}

/** The state that begins at `from`, as "ri", "r i" or "rhode island"; null if none does. */
export function stateAt(words: TokenCursor, from: number): State | null {
  if (!mayBeginState(words.at(from))) return null
  for (let count = 3; count > 0; count--) {
    const phrase = words.joined(from, count)
    const code = statesByName.get(phrase) ?? (count < 3 ? parseStateCode(phrase) : undefined)
    if (code !== undefined) return { code, to: from + count }
  }
  return null
}

/** Most words begin no state, and need no words to be joined and looked up. */
function mayBeginState(word: string): boolean {
  return word.length > 2 ? stateWords.has(word) : word !== ''
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

/** A state without a city; `from` includes its cue. */
export interface BareState extends State {
  readonly from: number
  /** Whether the words can only mean the state: "in TX", "Texas dentist"; not "tumor in CT", "nurse Virginia". */
  readonly isCertain: boolean
}

/**
 * Finds "in Rhode Island", "pediatrician RI", "Ohio dentist" and "urgent care Ohio". Stop words, medical words and names are not
 * states.
 */
export function findBareState(words: TokenCursor): BareState | null {
  for (let index = 0; index < words.length; index++) {
    const state = stateAt(words, index)
    if (state === null) continue
    const cue = cueBefore(words, index)
    if (!isIntended(words, index, state, cue > 0)) continue
    const [from, name] = [index - cue, words.joined(index, state.to - index)]
    return { code: state.code, from, to: state.to, isCertain: isCertain(name, words.at(from - 1), cue > 0) }
  }
  return null
}

function cueBefore(words: TokenCursor, index: number): number {
  const [last, before] = [words.at(index - 1), words.at(index - 2)]
  if (last === 'of') {
    if (!/^(?:state|part|parts|area|areas)$/.test(before)) return 0
    const the = Number(words.at(index - 3) === 'the')
    return 2 + (isCue(words.at(index - 3 - the)) ? the + 1 : 0)
  }
  if (/^(?:the|all|northern|southern|eastern|western|central|nearby)$/.test(last) && isCue(before)) return 2
  return Number(isCue(last))
}

function isCue(word: string): boolean {
  return /^(?:in|near|around|within|throughout|across|en)$/.test(word)
}

function isIntended(words: TokenCursor, index: number, { to }: State, isCued: boolean): boolean {
  const [before, after] = [words.at(index - 1), words.at(to)]
  const phrase = words.joined(index, to - index)
  if ((isTitle(before) || /^(?:of|de)$/.test(before)) && !isCued) return false
  const isBesideClinician = isClinician(before) || isClinician(after)
  if (phrase.length > 3 && phrase.includes(' ')) return isCued || after === '' || isClinician(after)
  const isWholeQuery = index === 0 && after === '' && !firstNames.test(phrase)
  if (phrase.length > 3)
    return (
      isCued ||
      isWholeQuery ||
      (isBesideClinician && (after === '' || index === 0)) ||
      (isFacility(before) && after === '')
    )
  const ends = after === '' || /^\d{5}$/.test(after)
  if (sentenceWords.test(phrase) || phrase === multipleSclerosis || (degree.test(phrase) && !isCued))
    return false
  if (phrase === 'ct' && before.startsWith('radiolog')) return false
  return isCued
    ? ends || isClinician(after) || /^(?:who|that|with|for|accepting|taking|speak\w*)$/.test(after)
    : ends && isBesideClinician
}

function isCertain(name: string, before: string, isCued: boolean): boolean {
  if (!isCued) return isStateName(name) && !alsoPeople.test(name)
  return !medicalAbbreviations.test(name) || isClinician(before) || isFacility(before)
}

/** State abbreviations that are also scans, diagnoses and degrees. */
const medicalAbbreviations = /^(?:ct|mi|ma|pa|md|va|mt|co|ca|pr|vi)$/

/** State abbreviations that are also stop words in English or Spanish; a state only at the end. */
export const sentenceWords = /^(?:in|or|me|hi|ok|oh|de|la|al|id|so|as)$/

const multipleSclerosis = 'ms'

/** States that are also first names. */
const firstNames = /^(?:georgia|virginia)$/

/** States that are also first names or common surnames. */
const alsoPeople = /^(?:georgia|virginia|washington)$/

/** State abbreviations that are degrees or Veterans Affairs after a clinician. */
const degree = /^(?:md|pa|va|m d|p a)$/
