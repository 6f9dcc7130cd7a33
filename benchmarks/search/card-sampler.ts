/** Samples cards from a snapshot, with the same result in every run. */
import { join } from 'node:path'
import { type PracticeLocation, ProviderCard } from '@careatlas/contract/cards'
import type { Point } from '@careatlas/directory/distance'
import { type Npi, parseNpi } from '@careatlas/directory/npi'
import type { Snapshot } from '@careatlas/directory/snapshot/snapshot'
import type { Random } from '@careatlas/fixtures/random'
import { readColumn } from '@careatlas/search/embedded/column'
import { idOfEntity } from '@careatlas/search/embedded/entity-id'

/** Needs a separate snapshot, because its reads fill the card cache. */
export class CardSampler {
  readonly #snapshot: Snapshot
  readonly #random: Random
  readonly #npis: Uint32Array

  constructor(snapshot: Snapshot, random: Random) {
    this.#snapshot = snapshot
    this.#random = random
    this.#npis = readColumn(join(snapshot.segmentFolder, 'providers'), 'id', 'u32')
  }

  npi(): Npi {
    return parseNpi(idOfEntity('providers', this.#npis, this.#random.index(this.#npis.length)))
  }

  clinician(): ProviderCard {
    return ProviderCard.parse(JSON.parse(this.#snapshot.providerCard(this.npi())!))
  }

  /** The name of a place, weighted by its clinicians. */
  placeName(): string {
    return this.#locationWhere(({ name }) => name !== null).name!
  }

  /** The coordinates of a practice location, weighted by its clinicians. */
  point(): Point {
    const { lat, lng } = this.#locationWhere((location) => location.lat !== null)
    return { lat: lat!, lng: lng! }
  }

  /** A carrier, weighted by its clinicians. */
  carrier(): string {
    const { carriers } = this.#clinicianWhere((card) => card.carriers.length > 0)
    return this.#random.pick(carriers).code
  }

  #locationWhere(match: (location: PracticeLocation) => boolean): PracticeLocation {
    return this.#clinicianWhere((card) => card.practice_locations.some(match)).practice_locations.find(match)!
  }

  #clinicianWhere(match: (card: ProviderCard) => boolean): ProviderCard {
    const card = this.clinician()
    return match(card) ? card : this.#clinicianWhere(match)
  }
}
