/** Facility lists of CMS and HRSA, indexed by ZIP code, town, telephone number, certification number and NPI. */
import type { Address } from '@careatlas/contract/cards'
import { isSameBuilding, sharesNumber, townOf } from './address-claims.ts'
import { type AddressCells, phonesIn } from './address-cells.ts'
import { append, type Row } from './rows.ts'
import { certifiedKindsOf, type ListedKind, listedKinds } from './tables.ts'
import { cellValue, containsWords, wordsOf } from './words.ts'

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
      const facility = facilityOf(row)
      for (const key of placeKeys(facility.address)) append(this.#byPlace, key, facility)
      for (const phone of facility.address.phones) append(this.#byPhone, phone, facility)
      if (facility.certification !== '')
        append(this.#byCertification, wholeHospital(facility.certification), facility)
      if (facility.npi !== '') append(this.#byNpi, facility.npi, facility)
    }
  }

  /**
   * The facilities of a building: at its number in its ZIP code or town; in its town by `name`; and, because lists have wrong
   * towns, in other towns with the same house number and a telephone or certification number of the first two.
   */
  at(address: Address, name: string | null = null, phones: readonly string[] = []): readonly Facility[] {
    const words = name === null ? '' : wordsOf(name).join(' ')
    const here = this.inTown(address).filter(
      (facility) =>
        isSameBuilding(address, facility.address) ||
        (words !== '' && wordsOf(facility.name).join(' ') === words),
    )
    const known = new Set([...phones, ...here.flatMap((facility) => facility.address.phones)])
    const alike = [
      ...[...known].flatMap((phone) => this.#byPhone.get(phone) ?? []),
      ...here.flatMap(({ certification }) => this.#byCertification.get(wholeHospital(certification)) ?? []),
    ]
    return [...new Set([...here, ...alike.filter((facility) => sharesNumber(address, facility.address))])]
  }

  /** All facilities in the ZIP code or town of the address. */
  inTown({ city, state, postal_code }: Address): readonly Facility[] {
    const keys = placeKeys({ city, state, postalCode: postal_code })
    return [...new Set(keys.flatMap((key) => this.#byPlace.get(key) ?? []))]
  }

  /** Names of the hospital with this certification number, or of the hospital whose unit has it. */
  namesOfHospital(certification: string): readonly string[] {
    return (this.#byCertification.get(wholeHospital(certification)) ?? []).map(({ name }) => name)
  }

  ofNpi(npi: string): readonly Facility[] {
    return this.#byNpi.get(npi) ?? []
  }
}

/** The third character of a unit's number replaces a digit of the hospital's number (CMS State Operations Manual, 2779). */
const digitOfUnit: Readonly<Record<string, string>> = {
  S: '0',
  T: '0',
  U: '0',
  M: '1',
  R: '1',
  Z: '1',
  W: '2',
  Y: '3',
}

/** `41S001` → `410001`. Spreadsheet programs drop leading zeros, so the number is padded to six characters. */
function wholeHospital(certification: string): string {
  const number = certification.trim().toUpperCase().padStart(6, '0')
  const third = number.charAt(2)
  return number.slice(0, 2) + (digitOfUnit[third] ?? third) + number.slice(3)
}

function placeKeys({
  city,
  state,
  postalCode,
}: Pick<AddressCells, 'city' | 'state' | 'postalCode'>): string[] {
  const zip = /^\d{5}/.exec(postalCode ?? '')?.[0]
  return [...(zip === undefined ? [] : [zip]), ...(city === null ? [] : [`${townOf(city)} ${state}`])]
}

function facilityOf(row: Row): Facility {
  const digits = row.get('zip code', 'zip').replaceAll(/\D/g, '')
  const postalCode = digits.length < 6 ? digits.padStart(5, '0') : digits.padStart(9, '0').slice(0, 5)
  const answer = row.get('emergency services', 'emergency').trim().toLowerCase()
  const location = row.get('location')
  const [, inLocation = '', lngInLocation = ''] = /\((-?\d+\.\d+)[,\s]+(-?\d+\.\d+)\)/.exec(location) ?? []
  return {
    row,
    name: row.get('facility name', 'name', 'hospital name', 'pharmacy-name'),
    npi: row.get('npi').trim(),
    certification: certificationIn(row),
    address: {
      kind: 'facility',
      line1: cellValue(row.get('address', 'street address')),
      line2: null,
      city: cellValue(row.get('city/town', 'city')),
      state: cellValue(row.get('state')),
      postalCode: digits === '' ? null : postalCode,
      country: null,
      phones: phonesIn(row.get('telephone number', 'phone number', 'phone')),
      faxes: [],
      extensions: [],
      row,
    },
    emergency: /^(?:yes|true|y|1)$/.test(answer) ? true : /^(?:no|false|n|0)$/.test(answer) ? false : null,
    lat: numberIn(row.get('lat', 'latitude') || inLocation),
    lng: numberIn(row.get('lon', 'lng', 'long', 'longitude') || lngInLocation),
    kinds: kindsOf(row),
  }
}

function certificationIn(row: Row): string {
  return row.get('facility id', 'provider id', 'ccn', 'provider_num').trim()
}

function numberIn(cell: string): number | null {
  return cell.trim() === '' || Number.isNaN(Number(cell)) ? null : Number(cell)
}

function kindsOf(row: Row): readonly ListedKind[] {
  const cells = [row.get('hospital type', 'type'), row.get('category'), row.get('provider_type_code')]
  const phrases = cells.map((cell) => wordsOf(cell).join(' '))
  const file = wordsOf(row.table.file.replaceAll('_', ' '))
  // The Medicare enrollment list of hospitals also has rows enrolled as physicians, with a code that begins with 12.
  const isHospitalList = !phrases.some((words) => words.startsWith('12 '))
  const isOfFile = ({ phrase: words, codes }: ListedKind): boolean =>
    containsWords(file, words) &&
    (isHospitalList || codes.length > 0 || !/^hospitals?$/.test(words.join(' ')))
  return [
    ...listedKinds.filter((kind) => phrases.includes(kind.phrase.join(' ')) || isOfFile(kind)),
    ...certifiedKindsOf(certificationIn(row)),
  ]
}
