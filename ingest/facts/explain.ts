/** Every fact about one NPI as its sources state it, and which statements the card goes by. */
import type { Address } from '@careatlas/contract/cards'
import { normalizeAddress } from '@careatlas/directory/address'
import type { SourceFile } from '@careatlas/directory/snapshot/format'
import { type Fact, type SourcedFact, type ObservedPlace, emptyObservation } from './facts.ts'
import { type SurvivingFacts, applySurvivorship } from './survivorship.ts'
import { type Statement, listStatements } from './statements.ts'
import { sortByPrecedence } from './source-precedence.ts'

export interface ExplainedStatement extends Pick<Statement, 'field' | 'value'> {
  readonly source: string
  readonly as_of: string | null
  /** Base name of the file that states it. */
  readonly file: string
  /** Why the card does not go by it; null when it does. */
  readonly lost_because: string | null
}

/**
 * `sourcedFacts` as a snapshot keeps it; `sources` those of its manifest. The registry row comes first, then the others, the one
 * that counts most first, and last what its own source replaced.
 */
export function explain(
  sourcedFacts: readonly SourcedFact[],
  sources: readonly SourceFile[],
): readonly ExplainedStatement[] {
  const files = sources.map(({ kind, as_of }) => ({ kind, asOf: as_of }))
  const { registration, registrationFile, facts, discarded } = applySurvivorship(sourcedFacts, files)
  const row = registration === undefined ? [] : [{ file: registrationFile, fact: registration }]
  const taken = new Map<string, string>()
  const fresh = sortByPrecedence(
    facts.map((one) => ({ ...one, source: one.fact.source, asOf: one.fact.asOf })),
  )
  const addresses = listAddresses(registration, facts)
  const stated = [...row, ...fresh].flatMap((one) => {
    const { here, elsewhere } = splitByAddress(one.fact, addresses)
    return [
      ...listStatements(here).map((statement) => ({
        one,
        statement,
        because: findLossReason(statement, taken),
      })),
      ...elsewhere.map((statement) => ({ one, statement, because: otherAddressReason })),
    ]
  })
  const replaced = discarded.flatMap(({ sourcedFact: one, reason }) =>
    listStatements(one.fact).map((statement) => ({ one, statement, because: reason })),
  )
  return [...stated, ...replaced].map(({ one: { fact, file }, statement: { field, value }, because }) => ({
    field,
    value,
    source: fact.source,
    as_of: fact.asOf,
    file: sources[file]?.file ?? 'unknown',
    lost_because: because,
  }))
}

const otherAddressReason = 'no practice address of this NPI that counts is there'

/** Those that the card has; null where no registry file holds the NPI, or holds it no more. */
function listAddresses(
  registration: SurvivingFacts['registration'],
  facts: readonly SourcedFact[],
): readonly Address[] | null {
  if (registration === undefined || registration.kind === 'deactivation') return null
  const secondary = facts.flatMap(({ fact }) => (fact.kind === 'secondary_location' ? fact.practice : []))
  return [...(registration.practice === null ? [] : [registration.practice]), ...secondary].map(
    ({ address }) => address,
  )
}

/** An observation without the places that none of the addresses is at, and what it says of these. */
function splitByAddress(
  fact: Fact,
  addresses: readonly Address[] | null,
): { readonly here: Fact; readonly elsewhere: readonly Statement[] } {
  if (fact.kind !== 'observation' || fact.places.length === 0 || addresses === null)
    return { here: fact, elsewhere: [] }
  const isHere = (place: ObservedPlace) => addresses.some((address) => isObservedAt(place, address))
  const places = fact.places.filter((place) => !isHere(place))
  return {
    here: { ...fact, places: fact.places.filter(isHere) },
    elsewhere: listStatements({ ...emptyObservation(fact.npi, fact), places }),
  }
}

/** Statements come with the one that counts first; one that says the same does not lose. */
function findLossReason({ field, value, single }: Statement, taken: Map<string, string>): string | null {
  const counts = taken.get(field)
  if (single && counts === undefined) taken.set(field, value)
  return !single || counts === undefined || counts === value
    ? null
    : 'a fresher or more trusted statement counts'
}

/** Compares street line and ZIP code only, because an observation has no unit, city or state. */
function isObservedAt({ line1, postalCode }: ObservedPlace, address: Address): boolean {
  const observed = { ...address, line_1: line1, line_2: null, postal_code: postalCode }
  return toStreetAndZip(observed) === toStreetAndZip(address)
}

function toStreetAndZip(address: Address): string {
  const { line, zip5 } = normalizeAddress(address)
  return `${line}|${zip5}`
}
