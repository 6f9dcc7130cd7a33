/** The measured kinds of searches, with a generator of requests for each. */
import type { LocationSearch, ProviderSearch } from '@careatlas/contract/parameters'
import type { Snapshot } from '@careatlas/directory/snapshot/snapshot'
import type { Random } from '@careatlas/fixtures/random'
import type { CardSampler } from './card-sampler.ts'
import type { Request } from './candidate-engine.ts'
import type { Questions } from './questions.ts'

export interface Workload {
  readonly name: string
  readonly next: () => Request
}

/** One query of so many is the name of a clinician or a place. */
const namedOnce = 10

/** Omits the carrier filter if no card has a carrier. */
export function workloadsOf(
  { carriers }: Pick<Snapshot, 'carriers'>,
  cards: CardSampler,
  { clinicians, places }: Questions,
  random: Random,
): readonly Workload[] {
  const isNamed = (): boolean => random.index(namedOnce) === 0
  const question = (): string => (isNamed() ? nameIn(cards) : random.pick(clinicians))
  const placeQuestion = (): string => (isNamed() ? cards.placeName() : random.pick(places))
  const listed = carriers.some(({ provider_count }) => provider_count > 0)
  return [
    { name: 'npi', next: () => ({ kind: 'card', npi: cards.npi() }) },
    { name: 'first and last name', next: () => clinician(personName(cards)) },
    { name: 'geo, 25 miles', next: () => clinician(cards.point()) },
    { name: 'q', next: () => clinician({ q: question() }) },
    { name: 'q, 25 miles', next: () => clinician({ q: question(), ...cards.point() }) },
    ...(listed
      ? [
          {
            name: 'q, 25 miles, 2 carriers',
            next: () =>
              clinician({ q: question(), ...cards.point(), carriers: [cards.carrier(), cards.carrier()] }),
          },
        ]
      : []),
    { name: 'q of places of care', next: () => place({ q: placeQuestion() }) },
  ]
}

function clinician(parameters: Partial<ProviderSearch>): Request {
  return { kind: 'providers', parameters }
}

function place(parameters: Partial<LocationSearch>): Request {
  return { kind: 'locations', parameters }
}

function personName(cards: CardSampler): Partial<ProviderSearch> {
  const { first, last } = cards.clinician().name
  return first === null || last === null ? personName(cards) : { first_name: first, last_name: last }
}

/** `dr maria garcia` */
function nameIn(cards: CardSampler): string {
  const { first_name, last_name } = personName(cards)
  return `dr ${first_name} ${last_name}`.toLowerCase()
}
