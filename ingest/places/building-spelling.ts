/** One spelling of the address of a building, with the evidence to decide whether another spelling is the same building. */
import { normalizeAddress } from '@careatlas/directory/address'
import { foldName } from '@careatlas/directory/person-name'
import { splitStreet, type StreetParts } from '@careatlas/directory/street-parts'
import { compareText } from '../ordering.ts'
import { compareArrival, findFirstArrival } from './arrival.ts'
import type { AddressRecord } from './address-record.ts'

/** Most spellings are never compared, so the evidence is computed on first use. */
export class BuildingSpelling {
  /** `toBuildingKey`, that of all `records`. */
  readonly key: string
  readonly records: readonly AddressRecord[]
  readonly parts: StreetParts
  readonly zip5: string
  #first: AddressRecord | undefined
  #cities: ReadonlySet<string> | undefined
  #phones: ReadonlySet<string> | undefined
  #plus4s: ReadonlySet<string> | undefined
  #names: ReadonlySet<string> | undefined

  constructor(key: string, records: readonly AddressRecord[]) {
    this.key = key
    this.records = records
    this.parts = splitStreet(key.slice(0, key.indexOf('|')))
    this.zip5 = key.slice(key.lastIndexOf('|') + 1)
  }

  /** The record of the NPI that arrived first. */
  get first(): AddressRecord {
    return (this.#first ??= findFirstArrival(this.records))
  }

  /** Cities in standard spelling; several if the key has no city. */
  get cities(): ReadonlySet<string> {
    return (this.#cities ??= new Set(this.records.map(({ registered }) => normalizeCity(registered.address))))
  }

  get phones(): ReadonlySet<string> {
    return (this.#phones ??= new Set(this.records.flatMap(({ registered }) => registered.phone ?? [])))
  }

  /** Telephone numbers without toll-free ones, which a company may use for all its buildings. */
  get ownPhones(): ReadonlySet<string> {
    return new Set([...this.phones].filter((phone) => !tollFree.test(phone)))
  }

  /** ZIP codes with their last four digits. */
  get plus4s(): ReadonlySet<string> {
    return (this.#plus4s ??= new Set(this.records.flatMap((record) => getPlus4(record, this.zip5) ?? [])))
  }

  /** Whether no record has a ZIP+4, which the registry adds to addresses that the Postal Service knows. */
  get isUnconfirmed(): boolean {
    return this.records.every(({ registered }) => registered.plus4 === undefined)
  }

  /** Names of organizations, folded. */
  get names(): ReadonlySet<string> {
    return (this.#names ??= new Set(this.records.flatMap(listOrganizationNames)))
  }
}

export const tollFree = /^\+18(?:00|33|44|55|66|77|88)/

/** The spelling with the most records first. */
export function byFrequency(one: BuildingSpelling, other: BuildingSpelling): number {
  return other.records.length - one.records.length || compareText(one.key, other.key)
}

/** The spelling of the earliest NPI first. */
export function byArrival(one: BuildingSpelling, other: BuildingSpelling): number {
  return compareArrival(one.first, other.first) || compareText(one.key, other.key)
}

/** The folded names of an organization or of a listed facility; a clinician has none. */
export function listOrganizationNames({ who }: AddressRecord): readonly string[] {
  if (who.kind === 'clinician') return []
  const names = who.kind === 'organization' ? who.names : [who.name]
  return names.map(foldName).filter((name) => name !== '')
}

function normalizeCity(address: AddressRecord['registered']['address']): string {
  return normalizeAddress({ ...address, line_1: null, line_2: null }).city
}

/** Null if the four digits are a placeholder or cover the whole ZIP code. */
function getPlus4({ registered: { plus4 } }: AddressRecord, zip5: string): string | null {
  return plus4 === undefined || /^(?:000[01]|999[89])$/.test(plus4) ? null : `${zip5}-${plus4}`
}
