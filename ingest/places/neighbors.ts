/** The registrants in the streets of listed buildings. If all of them are in another town, the town in the list is wrong. */
import type { Address } from '@careatlas/contract/cards'
import { addressKey, normalizeAddress } from '@careatlas/directory/address'
import type { Facility } from '../facts/facts.ts'
import { houseNumber, isThirdPartyList, type Listing } from './listing.ts'
import { findMostFrequent } from './most-frequent.ts'
import type { Town } from './town.ts'

/** A registrant with the house number, street and state of a listing. */
export interface Neighbor {
  readonly street: string
  readonly zip5: string
  readonly city: string
  readonly phone: string | null
  readonly npi: string
}

/** The town in which neighbors have the building of a listing. */
export interface OtherTown extends Town {
  /** Whether a neighbor has the telephone number of the listing. */
  readonly phoneMatches: boolean
}

/** `593 EDDY ST|RI`, from the key that `addressKey` returns; null without a house number or a state. */
export function streetOf(unitKey: string): string | null {
  const parts = numberedStreet.exec(unitKey)
  return parts === null ? null : `${parts[1]}${parts[2]}`
}

/** Line, unit, city and state. */
const numberedStreet = /^(\d[^| ]* [^|]+)\|[^|]*\|[^|]*(\|[^|]+)/

interface TownInStreet {
  readonly zip5: string
  /** The number of neighbors with each spelling of the city. */
  readonly cities: Map<string, number>
  /** Telephone numbers that a listing also has. */
  readonly phones: Set<string>
  /** The first NPI that was added. */
  npi?: string
  /** Whether two NPIs are registered there, or CMS lists a hospital there. */
  isCertain: boolean
}

/** The towns of each listed street. Keeps only the data that determine a town, to save memory. */
export class Neighborhood {
  readonly #towns = new Map<string, Map<string, TownInStreet>>()
  readonly #phones: ReadonlySet<string | null>
  /** Pairs of a ZIP code and a telephone or certification number from CMS lists. */
  readonly #confirmed = new Set<string>()

  constructor(listings: readonly Listing[]) {
    this.#phones = new Set(listings.map(({ fact }) => fact.practice.phone))
    for (const listing of listings) {
      const street = streetOf(addressKey(listing.fact.practice.address))
      if (street !== null && !this.#towns.has(street)) this.#towns.set(street, new Map())
    }
    for (const listing of listings) if (!isThirdPartyList(listing.fact)) this.#addHospital(listing.fact)
  }

  add({ npi, ...address }: Neighbor): void {
    const town = this.#addToTown(address)
    if (town === undefined) return
    town.npi ??= npi
    if (town.npi !== npi) town.isCertain = true
  }

  #addHospital({ practice: { address, phone }, certification }: Facility): void {
    const street = streetOf(addressKey(address))
    const { zip5, city } = normalizeAddress(address)
    const town = street === null ? undefined : this.#addToTown({ street, zip5, city, phone })
    if (town !== undefined) town.isCertain = true
    for (const identifier of [phone, certification ?? null])
      if (identifier !== null) this.#confirmed.add(`${zip5} ${identifier}`)
  }

  /** Adds the city and telephone number to the town of the building; undefined if no list has the street. */
  #addToTown({ street, zip5, city, phone }: Omit<Neighbor, 'npi'>): TownInStreet | undefined {
    const towns = this.#towns.get(street)
    if (towns === undefined) return undefined
    const town = towns.get(zip5) ?? { zip5, cities: new Map(), phones: new Set(), isCertain: false }
    if (phone !== null && this.#phones.has(phone)) town.phones.add(phone)
    town.cities.set(city, (town.cities.get(city) ?? 0) + 1)
    towns.set(zip5, town)
    return town
  }

  /**
   * The town in which neighbors have the building, if it is not the listed one: the only town in which a neighbor has the telephone
   * number of the listing; else the only town of the street, if two NPIs are registered there or CMS lists a hospital there.
   * Null if a neighbor has the listed ZIP code, or if the street is in several towns, as a Main Street is.
   */
  findOtherTown(listing: Listing): OtherTown | null {
    const { address, phone } = listing.fact.practice
    const towns = this.#towns.get(streetOf(addressKey(address)) ?? '')
    if (towns === undefined || towns.has(normalizeAddress(address).zip5) || this.#isConfirmed(listing))
      return null
    const town = selectTown([...towns.values()], phone)
    if (town === null) return null
    const phoneMatches = hasPhone(town, phone)
    if (!phoneMatches && !(town.isCertain && isDistinctive(address))) return null
    return { zip5: town.zip5, city: findMostFrequent(town.cities), phoneMatches }
  }

  /** Whether the listing is from CMS, or CMS or the registration of its NPI confirms its ZIP code. */
  #isConfirmed({ fact, registeredAt }: Listing): boolean {
    const { practice, certification } = fact
    const { zip5 } = normalizeAddress(practice.address)
    return (
      !isThirdPartyList(fact) ||
      this.#confirmed.has(`${zip5} ${practice.phone}`) ||
      this.#confirmed.has(`${zip5} ${certification}`) ||
      registeredAt.some((address) => normalizeAddress(address).zip5 === zip5)
    )
  }
}

/** The only town with the telephone number; if no town has it, the only town. */
function selectTown(towns: readonly TownInStreet[], phone: string | null): TownInStreet | null {
  const withPhone = towns.filter((town) => hasPhone(town, phone))
  const [town, another] = withPhone.length > 0 ? withPhone : towns
  return town === undefined || another !== undefined ? null : town
}

function hasPhone({ phones }: TownInStreet, phone: string | null): boolean {
  return phone !== null && phones.has(phone)
}

/** Many towns of a state have a `9 MAIN ST` and a `100 HOSPITAL DR`, but hardly two have a `1515 HOLCOMBE BLVD`. */
function isDistinctive(address: Address): boolean {
  const normalized = normalizeAddress(address)
  return (
    (houseNumber(normalized) ?? '').length > 2 &&
    !/ (?:HOSPITAL|MEDICAL|MEMORIAL|HEALTH|CLINIC)/.test(normalized.line)
  )
}
