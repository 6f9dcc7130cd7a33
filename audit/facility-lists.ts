/** Facility lists of CMS and HRSA, indexed by ZIP code, town, telephone number, certification number and NPI. */
import type { Address } from '@careatlas/contract/cards'
import { isSameBuilding, sharesNumber, normalizeTown } from './address-claims.ts'
import { type AddressCells, parsePhones } from './address-cells.ts'
import { appendTo, type Row } from './rows.ts'
import { findCertifiedKinds, type ListedKind, listedKinds } from './tables.ts'
import { cellValue, containsWords, splitWords } from './words.ts'

export interface Facility {
  readonly row: Row
  readonly name: string
  readonly npi: string
  readonly certification: string
  readonly address: AddressCells
  /** Null if the cell is neither yes nor no. */
  readonly emergency: boolean | null
  readonly lat: number | null
  readonly lng: number | null
  readonly kinds: readonly ListedKind[]
}

export class FacilityLists {
  readonly #byPlace = new Map<string, Facility[]>()
  readonly #byNpi = new Map<string, Facility[]>()
  readonly #byPhone = new Map<string, Facility[]>()
  readonly #byCertification = new Map<string, Facility[]>()

  constructor(rows: readonly Row[]) {
    for (const row of rows) {
      const facility = toFacility(row)
      for (const key of composePlaceKeys(facility.address)) appendTo(this.#byPlace, key, facility)
      for (const phone of facility.address.phones) appendTo(this.#byPhone, phone, facility)
      if (facility.certification !== '')
        appendTo(this.#byCertification, toHospitalNumber(facility.certification), facility)
      if (facility.npi !== '') appendTo(this.#byNpi, facility.npi, facility)
    }
  }

  /**
   * The facilities of a building: those with its number in its ZIP code or town, those with `name` in its town and, because lists
   * have wrong towns, those in other towns with the same house number and a telephone or certification number of the first two.
   */
  findAt(address: Address, name: string | null = null, phones: readonly string[] = []): readonly Facility[] {
    const words = name === null ? '' : splitWords(name).join(' ')
    const inBuilding = this.findInTown(address).filter(
      (facility) =>
        isSameBuilding(address, facility.address) ||
        (words !== '' && splitWords(facility.name).join(' ') === words),
    )
    const knownPhones = new Set([...phones, ...inBuilding.flatMap((facility) => facility.address.phones)])
    const related = [
      ...[...knownPhones].flatMap((phone) => this.#byPhone.get(phone) ?? []),
      ...inBuilding.flatMap(
        ({ certification }) => this.#byCertification.get(toHospitalNumber(certification)) ?? [],
      ),
    ]
    return [
      ...new Set([...inBuilding, ...related.filter((facility) => sharesNumber(address, facility.address))]),
    ]
  }

  /** All facilities in the ZIP code or town of the address. */
  findInTown({ city, state, postal_code }: Address): readonly Facility[] {
    const keys = composePlaceKeys({ city, state, postalCode: postal_code })
    return [...new Set(keys.flatMap((key) => this.#byPlace.get(key) ?? []))]
  }

  /** Names of the hospital with this certification number, or of the hospital whose unit has it. */
  listHospitalNames(certification: string): readonly string[] {
    return (this.#byCertification.get(toHospitalNumber(certification)) ?? []).map(({ name }) => name)
  }

  findByNpi(npi: string): readonly Facility[] {
    return this.#byNpi.get(npi) ?? []
  }
}

/** The third character of a unit's number replaces a digit of the hospital's number (CMS State Operations Manual, 2779). */
const digitByUnitLetter: Readonly<Record<string, string>> = {
  S: '0',
  T: '0',
  U: '0',
  M: '1',
  R: '1',
  Z: '1',
  W: '2',
  Y: '3',
}

/**
 * The certification number of the whole hospital: `41S001` → `410001`. Spreadsheet programs drop leading zeros, so the number is
 * padded to six characters.
 */
function toHospitalNumber(certification: string): string {
  const number = certification.trim().toUpperCase().padStart(6, '0')
  const letter = number.charAt(2)
  return number.slice(0, 2) + (digitByUnitLetter[letter] ?? letter) + number.slice(3)
}

function composePlaceKeys({
  city,
  state,
  postalCode,
}: Pick<AddressCells, 'city' | 'state' | 'postalCode'>): string[] {
  const zip = /^\d{5}/.exec(postalCode ?? '')?.[0]
  return [...(zip === undefined ? [] : [zip]), ...(city === null ? [] : [`${normalizeTown(city)} ${state}`])]
}

function toFacility(row: Row): Facility {
  const digits = row.get('zip code', 'zip').replaceAll(/\D/g, '')
  const postalCode = digits.length < 6 ? digits.padStart(5, '0') : digits.padStart(9, '0').slice(0, 5)
  const answer = row.get('emergency services', 'emergency').trim().toLowerCase()
  const location = row.get('location')
  const [, latInLocation = '', lngInLocation = ''] = /\((-?\d+\.\d+)[,\s]+(-?\d+\.\d+)\)/.exec(location) ?? []
  return {
    row,
    name: row.get('facility name', 'name', 'hospital name', 'pharmacy-name'),
    npi: row.get('npi').trim(),
    certification: readCertification(row),
    address: {
      kind: 'facility',
      line1: cellValue(row.get('address', 'street address')),
      line2: null,
      city: cellValue(row.get('city/town', 'city')),
      state: cellValue(row.get('state')),
      postalCode: digits === '' ? null : postalCode,
      country: null,
      phones: parsePhones(row.get('telephone number', 'phone number', 'phone')),
      faxes: [],
      extensions: [],
      row,
    },
    emergency: /^(?:yes|true|y|1)$/.test(answer) ? true : /^(?:no|false|n|0)$/.test(answer) ? false : null,
    lat: parseNumber(row.get('lat', 'latitude') || latInLocation),
    lng: parseNumber(row.get('lon', 'lng', 'long', 'longitude') || lngInLocation),
    kinds: findKinds(row),
  }
}

function readCertification(row: Row): string {
  return row.get('facility id', 'provider id', 'ccn', 'provider_num').trim()
}

function parseNumber(cell: string): number | null {
  return cell.trim() === '' || Number.isNaN(Number(cell)) ? null : Number(cell)
}

function findKinds(row: Row): readonly ListedKind[] {
  const cells = [row.get('hospital type', 'type'), row.get('category'), row.get('provider_type_code')]
  const phrases = cells.map((cell) => splitWords(cell).join(' '))
  const file = splitWords(row.table.file.replaceAll('_', ' '))
  // The Medicare enrollment list of hospitals also has rows enrolled as physicians, with a code that begins with 12.
  const isHospitalList = !phrases.some((words) => words.startsWith('12 '))
  const isInFileName = ({ phrase: words, codes }: ListedKind): boolean =>
    containsWords(file, words) &&
    (isHospitalList || codes.length > 0 || !/^hospitals?$/.test(words.join(' ')))
  return [
    ...listedKinds.filter((kind) => phrases.includes(kind.phrase.join(' ')) || isInFileName(kind)),
    ...findCertifiedKinds(readCertification(row)),
  ]
}
