/** Rows of lists of places, found by house: by ZIP code or town and the number of the house, or by NPI. */
import type { Address } from '@careatlas/contract/cards'
import type { AddressCells } from './evidence.ts'
import { phonesIn } from './evidence.ts'
import type { Row } from './rows.ts'
import { type ListedKind, listedKinds } from './tables.ts'
import { cellValue, holdsWords, wordsOf } from './words.ts'

export interface Facility {
  readonly row: Row
  readonly name: string
  readonly npi: string
  readonly certification: string
  readonly address: AddressCells
  /** `true`, `false` or null where the cell says neither. */
  readonly emergency: boolean | null
  readonly lat: number | null
  readonly lng: number | null
  readonly kinds: readonly ListedKind[]
}

export class FacilityLists {
  readonly #byPlace = new Map<string, Facility[]>()
  readonly #byNpi = new Map<string, Facility[]>()

  constructor(rows: readonly Row[]) {
    for (const row of rows) {
      const facility = facilityOf(row)
      for (const key of placeKeys(facility.address)) append(this.#byPlace, key, facility)
      if (facility.npi !== '') append(this.#byNpi, facility.npi, facility)
    }
  }

  /** Those in the ZIP code or in the town of `address` whose line has a number of its line, or the same name. */
  at({ line_1, line_2, city, state, postal_code }: Address): readonly Facility[] {
    const keys = placeKeys({ city, state, postalCode: postal_code })
    const near = new Set(keys.flatMap((key) => this.#byPlace.get(key) ?? []))
    const numbers = new Set(wordsOf(`${line_1 ?? ''} ${line_2 ?? ''}`).filter((word) => /\d/.test(word)))
    return [...near].filter(({ address }) =>
      wordsOf(`${address.line1 ?? ''} ${address.line2 ?? ''}`).some((word) => numbers.has(word)),
    )
  }

  /** Those in the ZIP code or town, wherever they are in it. */
  inTown({ city, state, postal_code }: Address): readonly Facility[] {
    const keys = placeKeys({ city, state, postalCode: postal_code })
    return [...new Set(keys.flatMap((key) => this.#byPlace.get(key) ?? []))]
  }

  ofNpi(npi: string): readonly Facility[] {
    return this.#byNpi.get(npi) ?? []
  }
}

function placeKeys({
  city,
  state,
  postalCode,
}: Pick<AddressCells, 'city' | 'state' | 'postalCode'>): string[] {
  const zip = /^\d{5}/.exec(postalCode ?? '')?.[0]
  return [
    ...(zip === undefined ? [] : [zip]),
    ...(city === null ? [] : [`${wordsOf(city).join('')} ${state}`]),
  ]
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
    certification: row.get('facility id', 'provider id', 'ccn', 'provider_num').trim(),
    address: {
      kind: 'facility',
      line1: cellValue(row.get('address', 'street address')),
      line2: null,
      city: cellValue(row.get('city/town', 'city')),
      state: cellValue(row.get('state')),
      postalCode: digits === '' ? null : postalCode,
      country: null,
      phones: phonesIn(row.get('telephone number', 'phone number', 'phone')),
      row,
    },
    emergency: /^(?:yes|true|y|1)$/.test(answer) ? true : /^(?:no|false|n|0)$/.test(answer) ? false : null,
    lat: numberIn(row.get('lat', 'latitude') || inLocation),
    lng: numberIn(row.get('lon', 'lng', 'long', 'longitude') || lngInLocation),
    kinds: kindsOf(row),
  }
}

function numberIn(cell: string): number | null {
  return cell.trim() === '' || Number.isNaN(Number(cell)) ? null : Number(cell)
}

function kindsOf(row: Row): readonly ListedKind[] {
  const cells = [row.get('hospital type', 'type'), row.get('category'), row.get('provider_type_code')]
  const said = cells.map((cell) => wordsOf(cell).join(' '))
  const file = wordsOf(row.table.file.replaceAll('_', ' '))
  return listedKinds.filter((kind) => said.includes(kind.said.join(' ')) || holdsWords(file, kind.said))
}

function append(map: Map<string, Facility[]>, key: string, facility: Facility): void {
  const known = map.get(key)
  if (known === undefined) map.set(key, [facility])
  else known.push(facility)
}
