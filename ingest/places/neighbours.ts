/** Who else is in the streets where lists have a house: if all of them are in another town, so is the house. */
import type { Address } from '@careatlas/contract/cards'
import { addressKey, normaliseAddress } from '@careatlas/directory/address'
import { compareText } from '../compare-text.ts'
import type { Facility } from '../facts/facts.ts'
import { houseNumber } from './house-number.ts'
import { isHearsay, type Listing } from './listing.ts'

/** Somebody registered in a house of that number, street and state. */
export interface Neighbour {
  readonly street: string
  readonly zip5: string
  readonly city: string
  readonly phone: string | null
  readonly npi: string
}

/** Where neighbours have a house. */
export interface OtherTown {
  readonly zip5: string
  readonly city: string
  /** Whether one of them answers the number of the listing. */
  readonly answers: boolean
}

/** `593 EDDY ST|RI` of a `door` as `addressKey` makes it; null without a house number or a state. */
export function streetOf(door: string): string | null {
  const parts = numbered.exec(door)
  return parts === null ? null : `${parts[1]}${parts[2]}`
}

/** Line, unit, city and state. */
const numbered = /^(\d[^| ]* [^|]+)\|[^|]*\|[^|]*(\|[^|]+)/

interface Town {
  readonly zip5: string
  /** By how many neighbours write it. */
  readonly cities: Map<string, number>
  /** Those that a listing has. */
  readonly phones: Set<string>
  readonly npi: string | null
  /** Whether two are registered there, or CMS has a hospital there. */
  sure: boolean
}

/** The towns of each street that a list names; a neighbour is kept in as little as tells the town. */
export class Neighbourhood {
  readonly #towns = new Map<string, Map<string, Town>>()
  readonly #phones: ReadonlySet<string | null>
  /** ZIP codes with the telephone and certification numbers that CMS has there. */
  readonly #vouched = new Set<string>()

  constructor(listings: readonly Listing[]) {
    this.#phones = new Set(listings.map(({ fact }) => fact.practice.phone))
    for (const listing of listings) {
      const street = streetOf(addressKey(listing.fact.practice.address))
      if (street !== null && !this.#towns.has(street)) this.#towns.set(street, new Map())
    }
    for (const listing of listings) if (!isHearsay(listing)) this.#addHospital(listing.fact)
  }

  add({ street, zip5, city, phone, npi }: Neighbour): void {
    const towns = this.#towns.get(street)
    if (towns === undefined) return
    const town = towns.get(zip5) ?? { zip5, cities: new Map(), phones: new Set(), npi, sure: false }
    if (town.npi !== npi) town.sure = true
    if (phone !== null && this.#phones.has(phone)) town.phones.add(phone)
    town.cities.set(city, (town.cities.get(city) ?? 0) + 1)
    towns.set(zip5, town)
  }

  #addHospital({ practice: { address, phone }, certification }: Facility): void {
    const street = streetOf(addressKey(address))
    const { zip5, city } = normaliseAddress(address)
    if (street !== null) this.add({ street, zip5, city, phone, npi: '' })
    const town = street === null ? undefined : this.#towns.get(street)?.get(zip5)
    if (town !== undefined) town.sure = true
    for (const known of [phone, certification ?? null])
      if (known !== null) this.#vouched.add(`${zip5} ${known}`)
  }

  /**
   * The only town where neighbours have the house of a list, if that is another than the list says: where its number is
   * answered, else where two are registered or CMS has it. Null where somebody is in its own ZIP code, and where the street is
   * in several towns, as a Main Street is.
   */
  otherTown(listing: Listing): OtherTown | null {
    const { practice, certification } = listing.fact
    const { zip5 } = normaliseAddress(practice.address)
    const towns = this.#towns.get(streetOf(addressKey(practice.address)) ?? '')
    if (!isHearsay(listing) || towns === undefined || towns.has(zip5)) return null
    if (this.#vouched.has(`${zip5} ${practice.phone}`) || this.#vouched.has(`${zip5} ${certification}`))
      return null
    if (listing.registeredAt.some((address) => normaliseAddress(address).zip5 === zip5)) return null
    const all = [...towns.values()]
    const answering = all.filter(({ phones }) => practice.phone !== null && phones.has(practice.phone))
    const answers = answering.length > 0
    const [town, another] = answers ? answering : all
    if (town === undefined || another !== undefined) return null
    if (!answers && !(town.sure && isTelling(practice.address))) return null
    return { zip5: town.zip5, city: commonest(town.cities), answers }
  }
}

/** Many towns of a state have a `9 MAIN ST` and a `100 HOSPITAL DR`; hardly two a `1515 HOLCOMBE BLVD`. */
function isTelling(address: Address): boolean {
  const house = normaliseAddress(address)
  return (
    (houseNumber(house) ?? '').length > 2 && !/ (?:HOSPITAL|MEDICAL|MEMORIAL|HEALTH|CLINIC)/.test(house.line)
  )
}

function commonest(cities: ReadonlyMap<string, number>): string {
  const [[city]] = [...cities].toSorted(([a, some], [b, others]) => others - some || compareText(a, b)) as [
    [string, number],
  ]
  return city
}
