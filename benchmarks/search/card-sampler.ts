/** Samples cards from a snapshot, with the same result in every run. */
import { join } from 'node:path'
import { type PracticeLocation, ProviderCard } from '@careatlas/contract/cards'
import type { Point } from '@careatlas/directory/distance'
import { type Npi, parseNpi } from '@careatlas/directory/npi'
import type { Snapshot } from '@careatlas/directory/snapshot/snapshot'
import type { Random } from '@careatlas/fixtures/random'
import { readColumn } from '@careatlas/search/embedded/column'
import { idOfEntity } from '@careatlas/search/embedded/entity-id'

/** Use a separate snapshot for it, because its reads fill the card cache. */
export class CardSampler {
  readonly #snapshot: Snapshot
  readonly #random: Random
  readonly #npis: Uint32Array

  constructor(snapshot: Snapshot, random: Random) {
    this.#snapshot = snapshot
    this.#random = random
    this.#npis = readColumn(join(snapshot.segmentFolder, 'providers'), 'id', 'u32')
  }

  sampleNpi(): Npi {
    return parseNpi(idOfEntity('providers', this.#npis, this.#random.index(this.#npis.length)))
  }

  sampleClinician(): ProviderCard {
    return ProviderCard.parse(JSON.parse(this.#snapshot.providerCard(this.sampleNpi())!))
  }

  /** The name of a place, weighted by its clinicians. */
  samplePlaceName(): string {
    return this.#sampleLocationWhere(({ name }) => name !== null).name!
  }

  /** The coordinates of a practice location, weighted by its clinicians. */
  samplePoint(): Point {
    const { lat, lng } = this.#sampleLocationWhere((location) => location.lat !== null)
    return { lat: lat!, lng: lng! }
  }

  /** A carrier, weighted by its clinicians. */
  sampleCarrier(): string {
    const { carriers } = this.#sampleClinicianWhere((card) => card.carriers.length > 0)
    return this.#random.pick(carriers).code
  }

  #sampleLocationWhere(match: (location: PracticeLocation) => boolean): PracticeLocation {
    return this.#sampleClinicianWhere((card) => card.practice_locations.some(match)).practice_locations.find(
      match,
    )!
  }

  #sampleClinicianWhere(match: (card: ProviderCard) => boolean): ProviderCard {
    const card = this.sampleClinician()
    return match(card) ? card : this.#sampleClinicianWhere(match)
  }
}
