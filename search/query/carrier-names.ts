/** The insurer names that queries may contain, and how unambiguous each name is. */
import { carrierKind } from '@careatlas/directory/carrier'
import { regionOfState } from '@careatlas/directory/region'
import { isStopWord, wordsOf } from '@careatlas/vocabulary/words'
import type { YieldingTask } from '../cooperative.ts'
import { statesByName } from './state-names.ts'
import { medicaidNames } from './state-carriers.ts'
import { commonWords, companyWords, largeInsurers, surnames, visionAndDentalPlans } from './carrier-words.ts'
import { findPayers, findPayersOfBrand, type NamedCarrier } from './find-payers.ts'
import { fullNames, nameVariants, nameWordsMax, slashParts } from './payer-names.ts'

/** Enough for a client to choose from; "blue cross" begins the names of thirty insurers, most of them of one state. */
export const carrierHintsMax = 5

/** Which cue a query must contain beside the name for the name to count as an insurer. */
export type Clarity = 'plain' | 'needs_cue' | 'needs_clear_cue'

export interface KnownName {
  /** Empty for a large insurer without a code in this directory. */
  readonly hints: readonly Hint[]
  readonly clarity: Clarity
}

/** A carrier code, with the state in the carrier's name; null if the name contains no state. */
export interface Hint {
  readonly code: string
  readonly state: string | null
  /** Whether a clinician is listed with the carrier. */
  readonly hasListings: boolean
}

/** Names and their prefixes, as `wordsOf` returns them. */
export interface CarrierNames {
  readonly wordsMax: number
  /** Every word of the names. */
  readonly words: ReadonlySet<string>
  readonly byName: ReadonlyMap<string, KnownName>
  /** The carriers that another name of a payer may mean, as `findPayers` finds them. */
  readonly findHints: (text: string) => readonly Hint[]
}

function isProgram(code: string): boolean {
  return carrierKind(code) === 'program'
}

/** Sorts public programs first, because users usually mean them, then carriers by the number of known network clinicians. */
function sortByLikelihood(list: readonly NamedCarrier[]): readonly NamedCarrier[] {
  return list.toSorted(
    (a, b) =>
      Number(isProgram(b.code)) - Number(isProgram(a.code)) ||
      (b.provider_count ?? 0) - (a.provider_count ?? 0),
  )
}

/**
 * Runs once per snapshot. A name needs a clear cue if every word of it is a topic or a common word. The task yields, because
 * four thousand carriers take a sixth of a second.
 */
export function* loadCarrierNames(
  list: readonly NamedCarrier[],
  isTopic: (word: string) => boolean,
): YieldingTask<CarrierNames> {
  const codes = new Map<string, Set<string>>()
  const states = new Map(list.map(({ code, name }) => [code, stateOfCarrier(code, name)]))
  const add = (name: string, code: string): void => {
    const nameCodes = codes.get(name)
    if (nameCodes) nameCodes.add(code)
    else codes.set(name, new Set([code]))
  }
  const listed = new Set(list.filter((carrier) => carrier.provider_count !== 0).map(({ code }) => code))
  const ordered = sortByLikelihood(list)
  for (const { code, name, aliases } of ordered) {
    yield
    for (const label of [name, ...aliases, ...(isProgram(code) ? [code] : [])]) {
      for (const fullName of fullNames(label)) add(fullName, code)
    }
  }
  const [full, parts] = [new Set(codes.keys()), new Set<string>()]
  for (const { code, name, aliases } of ordered) {
    yield
    for (const prefix of nameVariants(name).flatMap(namePrefixes)) add(prefix, code)
    for (const part of [name, ...aliases].flatMap(slashParts)) {
      add(part, code)
      parts.add(part)
    }
  }
  const byName = new Map<string, KnownName>()
  const toHint = (code: string): Hint => ({
    code,
    state: states.get(code) ?? null,
    hasListings: listed.has(code),
  })
  for (const [name, nameCodes] of codes) {
    yield
    byName.set(name, {
      hints: Array.from(nameCodes, toHint),
      clarity: rateClarity(name, !full.has(name) && (parts.has(name) || !name.includes(' ')), isTopic),
    })
  }
  for (const name of [...largeInsurers, ...visionAndDentalPlans, ...medicaidNames]) {
    yield
    if (byName.has(name)) continue
    const hints = findPayersOfBrand(ordered, name).map(({ code }) => toHint(code))
    byName.set(name, { hints, clarity: rateClarity(name, false, isTopic) })
  }
  const longest = byName.keys().reduce((max, name) => Math.max(max, name.split(' ').length), 0)
  return {
    wordsMax: Math.min(longest, nameWordsMax),
    words: new Set(byName.keys().flatMap((name) => name.split(' '))),
    byName,
    findHints: (text) => findPayers(ordered, text).map(({ code }) => toHint(code)),
  }
}

/** The state in the code or the name: `RI` of `MEDICAID_RI` and of "Blue Cross & Blue Shield of Rhode Island". */
export function stateOfCarrier(code: string, name: string): string | null {
  const [, program = ''] = /^[A-Z]+_([A-Z]{2})$/.exec(code) ?? []
  if (regionOfState(program) !== null) return program
  const words = wordsOf(name)
  for (let from = 0; from < words.length; from++) {
    for (const count of [3, 2, 1]) {
      const state = statesByName.get(words.slice(from, from + count).join(' '))
      if (state !== undefined) return state
    }
  }
  return null
}

/** "tufts" and "tufts health" of "Tufts Health Plan"; without state names and prefixes of company words only. */
function namePrefixes(name: string): readonly string[] {
  const words = name.split(' ')
  return words
    .map((_, index) => words.slice(0, index + 1))
    .filter((prefix) => prefix.at(-1) !== 'of' && prefix.some(isDistinctive))
    .map((prefix) => prefix.join(' '))
    .filter((prefix) => !statesByName.has(prefix) && !statesByName.has(prefix.replace(/^the /, '')))
}

/** The "a" of "A-G Administrators" is not distinctive: "i have a plan" does not mean this insurer. */
function isDistinctive(word: string): boolean {
  return word.length > 2 && !isStopWord(word) && !companyWords.has(word)
}

function rateClarity(name: string, isPart: boolean, isTopic: (word: string) => boolean): Clarity {
  if (/\b(?:bcbs|blue ?cross)/.test(name) || (largeInsurers.has(name) && !commonWords.has(name)))
    return 'plain'
  if (largeInsurers.has(name) && !surnames.has(name)) return 'needs_cue'
  const words = name.split(' ')
  if (
    name.length < 4 ||
    words.every(
      (word) => commonWords.has(word) || companyWords.has(word) || isStopWord(word) || isTopic(word),
    )
  )
    return 'needs_clear_cue'
  return isPart ? 'needs_cue' : 'plain'
}
