/** Explains a card: all statements of sources about an NPI, and which of them the card uses. */
import type { Address } from '@careatlas/contract/cards'
import type { SourceFile } from '@careatlas/directory/snapshot/format'
import { type Fact, type SourcedFact, type ObservedPlace, emptyObservation } from './facts.ts'
import { type SurvivingFacts, applySurvivorship } from './survivorship.ts'
import { type Statement, listStatements } from './statements.ts'
import { streetAndZip } from './same-address.ts'
import { sortByPrecedence } from './source-precedence.ts'

export interface ExplainedStatement extends Pick<Statement, 'field' | 'value'> {
  readonly source: string
  readonly as_of: string | null
  /** The base name of the file that states it. */
  readonly file: string
  /** Why the card does not use it; null if it does. */
  readonly lost_because: string | null
}

/**
 * `sourcedFacts` are those of a snapshot, `sources` those of its manifest. Returns the registry row first, then the other
 * statements by precedence, and last the discarded ones.
 */
export function explain(
  sourcedFacts: readonly SourcedFact[],
  sources: readonly SourceFile[],
): readonly ExplainedStatement[] {
  const files = sources.map(({ kind, as_of }) => ({ kind, asOf: as_of }))
  const { registration, registrationFile, facts, discarded } = applySurvivorship(sourcedFacts, files)
  const row = registration === undefined ? [] : [{ file: registrationFile, fact: registration }]
  const used = new Map<string, string>()
  const sorted = sortByPrecedence(
    facts.map((sourcedFact) => ({
      ...sourcedFact,
      source: sourcedFact.fact.source,
      asOf: sourcedFact.fact.asOf,
    })),
  )
  const addresses = listAddresses(registration, facts)
  const survived = [...row, ...sorted].flatMap((sourcedFact) => {
    const { here, elsewhere } = splitByAddress(sourcedFact.fact, addresses)
    return [
      ...listStatements(here).map((statement) => ({
        sourcedFact,
        statement,
        reason: findLossReason(statement, used),
      })),
      ...elsewhere.map((statement) => ({ sourcedFact, statement, reason: otherAddressReason })),
    ]
  })
  const replaced = discarded.flatMap(({ sourcedFact, reason }) =>
    listStatements(sourcedFact.fact).map((statement) => ({ sourcedFact, statement, reason })),
  )
  return [...survived, ...replaced].map(
    ({ sourcedFact: { fact, file }, statement: { field, value }, reason }) => ({
      field,
      value,
      source: fact.source,
      as_of: fact.asOf,
      file: sources[file]?.file ?? 'unknown',
      lost_because: reason,
    }),
  )
}

const otherAddressReason = 'the NPI has no current practice address there'

/** The addresses of the card; null if no registry file has the NPI, or the NPI is deactivated. */
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

/** Separates the statements of an observation about places that are at none of the addresses. */
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

/** The statements come by precedence, so the first one of a field is used; an equal value does not lose. */
function findLossReason({ field, value, single }: Statement, used: Map<string, string>): string | null {
  const usedValue = used.get(field)
  if (single && usedValue === undefined) used.set(field, value)
  return !single || usedValue === undefined || usedValue === value
    ? null
    : 'a newer or more trusted statement takes precedence'
}

/** Compares street line and ZIP code only, because an observation has no unit, city or state. */
function isObservedAt({ line1, postalCode }: ObservedPlace, address: Address): boolean {
  const observed = { ...address, line_1: line1, line_2: null, postal_code: postalCode }
  return streetAndZip(observed) === streetAndZip(address)
}
