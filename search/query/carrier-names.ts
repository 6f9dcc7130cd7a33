/** Insurer names to recognize in queries, and how unambiguous each is. */
import { carrierKind } from '@careatlas/directory/carrier'
import { regionOfState } from '@careatlas/directory/region'
import { isStopWord, wordsOf } from '@careatlas/vocabulary/words'
import type { YieldingTask } from '../cooperative.ts'
import { statesByName } from './state-names.ts'
import { medicaidNames, stateProgramNames } from './state-carriers.ts'
import { wordLists } from './word-lists.ts'

/** Enough for a client to choose from; "blue cross" begins the names of thirty insurers, most of them of one state. */
export const carrierHintsMax = 5

/** How much context a name needs to count as an insurer. */
export type Clarity = 'plain' | 'needs_cue' | 'needs_clear_cue'

export interface KnownName {
  /** None for a large insurer without a code here. */
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
  readonly named: ReadonlyMap<string, KnownName>
}

const lists = wordLists('carrier-words.txt', [
  'large-insurers',
  'insurers-that-are-names',
  'company-forms',
  'company-words',
  'common-words',
])

/** The largest American health insurers and the public programs, by the names that patients use. */
const largeInsurers: ReadonlySet<string> = new Set(lists['large-insurers'])
/** Large insurers whose names are also common names of people. */
const surnames: ReadonlySet<string> = new Set(lists['insurers-that-are-names'])
const companyForms: ReadonlySet<string> = new Set(lists['company-forms'])
const companyWords: ReadonlySet<string> = new Set(lists['company-words'])
/** Everyday and medical words, surnames and places that insurers are named after. */
const everyday: ReadonlySet<string> = new Set(lists['common-words'])

function isProgram(code: string): boolean {
  return carrierKind(code) === 'program'
}

/** Sorts public programs first, because users usually mean them, then carriers by the number of known network clinicians. */
function byLikelihood(list: readonly NamedCarrier[]): readonly NamedCarrier[] {
  return list.toSorted(
    (a, b) =>
      Number(isProgram(b.code)) - Number(isProgram(a.code)) ||
      (b.provider_count ?? 0) - (a.provider_count ?? 0),
  )
}

export interface NamedCarrier {
  readonly code: string
  readonly name: string
  readonly aliases: readonly string[]
  readonly provider_count?: number
}

/**
 * Built once. A name of which `isTopic` knows every word needs a clear cue, like a name of everyday words. Yields, because four
 * thousand carriers take a sixth of a second.
 */
export function* loadCarrierNames(
  list: readonly NamedCarrier[],
  isTopic: (word: string) => boolean,
): YieldingTask<CarrierNames> {
  const codes = new Map<string, Set<string>>()
  const states = new Map(list.map(({ code, name }) => [code, stateOfCarrier(code, name)]))
  const add = (name: string, code: string): void => {
    const of = codes.get(name)
    if (of) of.add(code)
    else codes.set(name, new Set([code]))
  }
  const listed = new Set(list.filter((one) => one.provider_count !== 0).map(({ code }) => code))
  const ordered = byLikelihood(list)
  for (const { code, name, aliases } of ordered) {
    yield
    for (const written of [name, ...aliases, ...(isProgram(code) ? [code] : [])]) {
      for (const whole of wholeNames(written)) add(whole, code)
    }
  }
  const [whole, parts] = [new Set(codes.keys()), new Set<string>()]
  for (const { code, name, aliases } of ordered) {
    yield
    for (const beginning of nameVariants(name).flatMap(namePrefixes)) add(beginning, code)
    for (const part of [name, ...aliases].flatMap(slashParts)) {
      add(part, code)
      parts.add(part)
    }
  }
  const named = new Map<string, KnownName>()
  for (const [name, of] of codes) {
    yield
    named.set(name, {
      hints: Array.from(of, (code) => ({
        code,
        state: states.get(code) ?? null,
        hasListings: listed.has(code),
      })),
      clarity: clarityOf(name, !whole.has(name) && (parts.has(name) || !name.includes(' ')), isTopic),
    })
  }
  for (const name of [...largeInsurers, ...medicaidNames]) {
    if (!named.has(name)) named.set(name, { hints: [], clarity: clarityOf(name, false, isTopic) })
  }
  const longest = named.keys().reduce((most, name) => Math.max(most, name.split(' ').length), 0)
  return {
    wordsMax: Math.min(longest, nameWordsMax),
    words: new Set(named.keys().flatMap((name) => name.split(' '))),
    named,
  }
}

/** Users rarely type longer names from payer lists in full; later words are not compared. */
const nameWordsMax = 10

/** `RI` of `MEDICAID_RI` and of "Blue Cross & Blue Shield of Rhode Island": no source states the state of a carrier. */
function stateOfCarrier(code: string, name: string): string | null {
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

/** Variants that users type: "bcbs" is Blue Cross Blue Shield, and "BCBS Connecticut (Anthem)" is also known by its brand. */
function nameVariants(written: string): readonly string[] {
  const [, before = '', bracketed = ''] = /^(.+) \(([^()]+)\)$/.exec(written) ?? []
  const brand = wordsOf(bracketed).join(' ')
  const names = [written, ...(largeInsurers.has(brand) ? [before, `${brand} ${before}`] : [])]
    .map((name) => wordsOf(name).slice(0, nameWordsMax).join(' '))
    .filter((name) => name !== '')
  const inFull = names.flatMap((name) => [name, name.replace(/\bbcbs\b/, 'blue cross blue shield')])
  return [...new Set(inFull.flatMap((name) => [name, name.replaceAll(/\bblue (?=cross|shield)/g, 'blue')]))]
}

/** The name without the legal form, also with the abbreviation of its state: "… of rhode island", "… of ri". */
function wholeNames(written: string): readonly string[] {
  return nameVariants(written).flatMap((way) => {
    const words = way.split(' ')
    while (words.length > 1 && companyForms.has(words.at(-1)!)) words.pop()
    const name = words.join(' ')
    const [, beginning = '', state = ''] = /^(.+ of )(.+)$/.exec(name) ?? []
    const code = statesByName.get(state)
    return [
      name,
      ...(code === undefined ? [] : [`${beginning}${code.toLowerCase()}`]),
      ...stateProgramNames(name),
    ]
  })
}

/** "Medicaid Tennessee / TennCare": names that share a code; after a slash without a space there may be a town. */
function slashParts(written: string): readonly string[] {
  const parts = written.split(/ \/ ?|\/ /)
  return parts.length === 1 ? [] : parts.flatMap(wholeNames).filter((name) => !isState(name))
}

/** "az" of "Community Plan / AZ" */
function isState(name: string): boolean {
  return name.length < 4 || statesByName.has(name)
}

/** "tufts", "tufts health" of "Tufts Health Plan"; no prefix of generic company words only, and no state name. */
function namePrefixes(name: string): readonly string[] {
  const words = name.split(' ')
  return words
    .map((_, at) => words.slice(0, at + 1))
    .filter((part) => part.at(-1) !== 'of' && part.some(isDistinctive))
    .map((part) => part.join(' '))
    .filter((part) => !statesByName.has(part) && !statesByName.has(part.replace(/^the /, '')))
}

/** "i have a plan" does not mean "A-G Administrators". */
function isDistinctive(word: string): boolean {
  return word.length > 2 && !isStopWord(word) && !companyWords.has(word)
}

function clarityOf(name: string, isPart: boolean, isTopic: (word: string) => boolean): Clarity {
  if (/\b(?:bcbs|blue ?cross)/.test(name) || (largeInsurers.has(name) && !everyday.has(name))) return 'plain'
  if (largeInsurers.has(name) && !surnames.has(name)) return 'needs_cue'
  const words = name.split(' ')
  if (
    name.length < 4 ||
    words.every((word) => everyday.has(word) || companyWords.has(word) || isStopWord(word) || isTopic(word))
  )
    return 'needs_clear_cue'
  return isPart ? 'needs_cue' : 'plain'
}
