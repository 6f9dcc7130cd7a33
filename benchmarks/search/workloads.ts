/** The measured kinds of searches, with a generator of requests for each. */
import type { LocationSearch, ProviderSearch } from '@careatlas/contract/parameters'
import type { Snapshot } from '@careatlas/directory/snapshot/snapshot'
import type { Random } from '@careatlas/fixtures/random'
import type { CardSampler } from './card-sampler.ts'
import type { Request } from './candidate-engine.ts'
import type { QuerySets } from './query-sets.ts'

export interface Workload {
  readonly name: string
  readonly next: () => Request
}

/** One query in this many is the name of a clinician or a place. */
const nameInterval = 10

/** Omits the carrier filter if no card has a carrier. */
export function createWorkloads(
  { carriers }: Pick<Snapshot, 'carriers'>,
  cards: CardSampler,
  { clinicians, places }: QuerySets,
  random: Random,
): readonly Workload[] {
  const isNamed = (): boolean => random.index(nameInterval) === 0
  const pickQuery = (): string => (isNamed() ? sampleNameQuery(cards) : random.pick(clinicians))
  const pickPlaceQuery = (): string => (isNamed() ? cards.samplePlaceName() : random.pick(places))
  const hasCarriers = carriers.some(({ provider_count }) => provider_count > 0)
  return [
    { name: 'npi', next: () => ({ kind: 'card', npi: cards.sampleNpi() }) },
    { name: 'first and last name', next: () => providerRequest(samplePersonName(cards)) },
    { name: 'geo, 25 miles', next: () => providerRequest(cards.samplePoint()) },
    { name: 'q', next: () => providerRequest({ q: pickQuery() }) },
    { name: 'q, 25 miles', next: () => providerRequest({ q: pickQuery(), ...cards.samplePoint() }) },
    ...(hasCarriers
      ? [
          {
            name: 'q, 25 miles, 2 carriers',
            next: () =>
              providerRequest({
                q: pickQuery(),
                ...cards.samplePoint(),
                carriers: [cards.sampleCarrier(), cards.sampleCarrier()],
              }),
          },
        ]
      : []),
    { name: 'q of places of care', next: () => locationRequest({ q: pickPlaceQuery() }) },
  ]
}

function providerRequest(parameters: Partial<ProviderSearch>): Request {
  return { kind: 'providers', parameters }
}

function locationRequest(parameters: Partial<LocationSearch>): Request {
  return { kind: 'locations', parameters }
}

function samplePersonName(cards: CardSampler): Partial<ProviderSearch> {
  const { first, last } = cards.sampleClinician().name
  return first === null || last === null ? samplePersonName(cards) : { first_name: first, last_name: last }
}

/** `dr maria garcia` */
function sampleNameQuery(cards: CardSampler): string {
  const { first_name, last_name } = samplePersonName(cards)
  return `dr ${first_name} ${last_name}`.toLowerCase()
}
