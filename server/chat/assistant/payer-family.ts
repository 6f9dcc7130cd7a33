/** Payers that exist in several states under one name, such as Blue Cross Blue Shield and Medicaid. */
import { memoizeByObject } from '@careatlas/directory/memoize'
import type { Carrier } from '@careatlas/directory/snapshot/format'
import { stateOfCarrier } from '@careatlas/search/query/carrier-names'
import { fullNames } from '@careatlas/search/query/payer-names'
import { statesByName } from '@careatlas/search/query/state-names'
import { wordsOf } from '@careatlas/vocabulary/words'
import type { Payer } from './conversation-context.ts'

type Family = NonNullable<Payer['family']>

/**
 * The payers of all states that "blue cross" may mean; null if the words have the full name of one ("bcbst"), or if none belongs to a
 * state.
 *
 * @param found the payers that the search understands
 * @param words folded, joined by spaces
 */
export function findFamily(
  found: readonly Carrier[],
  words: string,
  carriers: readonly Carrier[],
): Family | null {
  const first = found.find(({ code, name }) => stateOfCarrier(code, name) !== null)
  if (first === undefined || found.some((carrier) => isNamedInFull(carrier, words))) return null
  const relatives = carriersByFamily(carriers).get(familyKey(first)) ?? []
  return {
    name: withoutState(first.name),
    members: [...new Set([...found, ...relatives])].slice(0, membersMax).map((carrier) => ({
      code: carrier.code,
      name: carrier.name,
      state: stateOfCarrier(carrier.code, carrier.name),
      hasListings: carrier.provider_count > 0,
    })),
  }
}

/** One for each state and territory. */
const membersMax = 56

function isNamedInFull({ code, name, aliases }: Carrier, words: string): boolean {
  const family = wordsOf(withoutState(name)).join(' ')
  return [code.toLowerCase(), ...[name, ...aliases].flatMap(fullNames)].some(
    (full) => full !== family && ` ${words} `.includes(` ${full} `),
  )
}

const carriersByFamily = memoizeByObject((carriers: readonly Carrier[]) => Map.groupBy(carriers, familyKey))

/** The same for "BlueCross BlueShield of Tennessee" and "Blue Cross & Blue Shield of Rhode Island". */
function familyKey({ name }: Carrier): string {
  return wordsOf(withoutState(name))
    .filter((word) => word !== 'and')
    .join('')
}

/** The longest first: "West Virginia" before "Virginia". */
const stateNames = [...statesByName.keys()].toSorted((a, b) => b.length - a.length).join('|')
const ofState = new RegExp(String.raw`\b(?:of )?(?:${stateNames})\b`, 'i')

function withoutState(name: string): string {
  const family = name
    .replace(ofState, '')
    .split(' ')
    .filter((word) => /\p{L}/u.test(word))
    .join(' ')
  return family === '' ? name : family
}

/** The most codes of a search. */
export const codesMax = 5

/** Of a family, only the payers of these states; all of them for no states. */
export function restrictToStates(payer: Payer, states: readonly (string | null)[]): Payer {
  const { family, insurers } = payer
  if (family === undefined) return payer
  const members = family.members.filter(
    ({ state }) => states.length === 0 || state === null || states.includes(state),
  )
  const listing = members.filter(({ hasListings }) => hasListings)
  return {
    name: (listing[0] ?? members[0])?.name ?? family.name,
    codes: listing.slice(0, codesMax).map(({ code }) => code),
    ...(insurers !== undefined && { insurers }),
    family,
  }
}

/** The names of the payers of a family that have listings, if the payer itself has none. */
export function listingRelatives({ codes, family }: Payer): readonly string[] {
  if (codes.length > 0 || family === undefined) return []
  return family.members.filter(({ hasListings }) => hasListings).map(({ name }) => name)
}
