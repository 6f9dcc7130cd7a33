/** Who else is in the streets where lists have a house: if all of them are in another town, so is the house. */
import type { Address } from '@careatlas/contract/cards'
import { addressKey, normalizeAddress } from '@careatlas/directory/address'
import { compareText } from '../ordering.ts'
import type { Facility } from '../facts/facts.ts'
import { houseNumber } from './house-number.ts'
import { isThirdPartyList, type Listing } from './listing.ts'
import type { Town } from './town.ts'

/** A registrant in a house of that number, street and state. */
export interface Neighbor {
  readonly street: string
  readonly zip5: string
  readonly city: string
  readonly phone: string | null
  readonly npi: string
}

/** Where neighbors have a house. */
export interface OtherTown extends Town {
  /** Whether one of them answers the number of the listing. */
  readonly answers: boolean
}

/** `593 EDDY ST|RI` of a `unitKey` as `addressKey` makes it; null without a house number or a state. */
export function streetOf(unitKey: string): string | null {
  const parts = numbered.exec(unitKey)
  return parts === null ? null : `${parts[1]}${parts[2]}`
}

/** Line, unit, city and state. */
const numbered = /^(\d[^| ]* [^|]+)\|[^|]*\|[^|]*(\|[^|]+)/

interface TownInStreet {
  readonly zip5: string
  /** By how many neighbors write it. */
  readonly cities: Map<string, number>
  /** Those that a listing has. */
  readonly phones: Set<string>
  /** Who was registered there first. */
  npi?: string
  /** Whether two are registered there, or CMS has a hospital there. */
  sure: boolean
}

/** The towns of each street that a list names; a neighbor is kept in as little as tells the town. */
export class Neighborhood {
  readonly #towns = new Map<string, Map<string, TownInStreet>>()
  readonly #phones: ReadonlySet<string | null>
  /** ZIP codes with the telephone and certification numbers that CMS has there. */
  readonly #vouched = new Set<string>()

  constructor(listings: readonly Listing[]) {
    this.#phones = new Set(listings.map(({ fact }) => fact.practice.phone))
    for (const listing of listings) {
      const street = streetOf(addressKey(listing.fact.practice.address))
      if (street !== null && !this.#towns.has(street)) this.#towns.set(street, new Map())
    }
    for (const listing of listings) if (!isThirdPartyList(listing.fact)) this.#addHospital(listing.fact)
  }

  add({ npi, ...house }: Neighbor): void {
    const town = this.#townWith(house)
    if (town === undefined) return
    town.npi ??= npi
    if (town.npi !== npi) town.sure = true
  }

  #addHospital({ practice: { address, phone }, certification }: Facility): void {
    const street = streetOf(addressKey(address))
    const { zip5, city } = normalizeAddress(address)
    const town = street === null ? undefined : this.#townWith({ street, zip5, city, phone })
    if (town !== undefined) town.sure = true
    for (const known of [phone, certification ?? null])
      if (known !== null) this.#vouched.add(`${zip5} ${known}`)
  }

  /** The town of the house, with its city and number counted in; undefined where no list names the street. */
  #townWith({ street, zip5, city, phone }: Omit<Neighbor, 'npi'>): TownInStreet | undefined {
    const towns = this.#towns.get(street)
    if (towns === undefined) return undefined
    const town = towns.get(zip5) ?? { zip5, cities: new Map(), phones: new Set(), sure: false }
    if (phone !== null && this.#phones.has(phone)) town.phones.add(phone)
    town.cities.set(city, (town.cities.get(city) ?? 0) + 1)
    towns.set(zip5, town)
    return town
  }

  /**
   * The only town where neighbors have the house of a list, if that is another than the list says: where its number is
   * answered, else where two are registered or CMS has it. Null if a registrant is in its own ZIP code, and where the street is
   * in several towns, as a Main Street is.
   */
  otherTown(listing: Listing): OtherTown | null {
    const { address, phone } = listing.fact.practice
    const towns = this.#towns.get(streetOf(addressKey(address)) ?? '')
    if (towns === undefined || towns.has(normalizeAddress(address).zip5) || this.#isVouchedFor(listing))
      return null
    const town = onlyTown([...towns.values()], phone)
    if (town === null) return null
    const answers = isAnswered(phone, town)
    if (!answers && !(town.sure && isTelling(address))) return null
    return { zip5: town.zip5, city: commonest(town.cities), answers }
  }

  /** Whether the listing is of CMS, or CMS or the registration of its NPI supports its own ZIP code. */
  #isVouchedFor({ fact, registeredAt }: Listing): boolean {
    const { practice, certification } = fact
    const { zip5 } = normalizeAddress(practice.address)
    return (
      !isThirdPartyList(fact) ||
      this.#vouched.has(`${zip5} ${practice.phone}`) ||
      this.#vouched.has(`${zip5} ${certification}`) ||
      registeredAt.some((address) => normalizeAddress(address).zip5 === zip5)
    )
  }
}

/** The only one that answers the number, where any does; else the only one there is. */
function onlyTown(towns: readonly TownInStreet[], phone: string | null): TownInStreet | null {
  const answering = towns.filter((town) => isAnswered(phone, town))
  const [town, another] = answering.length > 0 ? answering : towns
  return town === undefined || another !== undefined ? null : town
}

function isAnswered(phone: string | null, { phones }: TownInStreet): boolean {
  return phone !== null && phones.has(phone)
}

/** Many towns of a state have a `9 MAIN ST` and a `100 HOSPITAL DR`; hardly two a `1515 HOLCOMBE BLVD`. */
function isTelling(address: Address): boolean {
  const house = normalizeAddress(address)
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
