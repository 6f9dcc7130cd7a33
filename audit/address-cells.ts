/** Reads the addresses of a row from the columns of each kind of file. */
import type { Row } from './rows.ts'
import { cellValue, wordsOf } from './words.ts'

/** An address as a row has it; `null` where the cell is empty. */
export interface AddressCells {
  readonly kind: 'practice' | 'mailing' | 'secondary' | 'clinicians' | 'facility'
  readonly line1: string | null
  readonly line2: string | null
  readonly city: string | null
  readonly state: string | null
  readonly postalCode: string | null
  readonly country: string | null
  readonly phones: readonly string[]
  readonly faxes: readonly string[]
  /** Digits after a telephone number. */
  readonly extensions: readonly string[]
  readonly row: Row
}

export function registeredAddress(row: Row, kind: 'practice' | 'mailing'): AddressCells {
  const of = kind === 'practice' ? 'business practice location address' : 'business mailing address'
  return {
    kind,
    line1: lineValue(row.get(`provider first line ${of}`)),
    line2: lineValue(row.get(`provider second line ${of}`)),
    city: cellValue(row.get(`provider ${of} city name`)),
    state: cellValue(row.get(`provider ${of} state name`)),
    postalCode: cellValue(row.get(`provider ${of} postal code`)),
    country: cellValue(row.get(`provider ${of} country code (if outside u.s.)`)),
    phones: phonesIn(row.get(`provider ${of} telephone number`)),
    faxes: phonesIn(row.get(`provider ${of} fax number`)),
    extensions: extensionsIn(row.get(`provider ${of} telephone number`)),
    row,
  }
}

/** The cell without commas at its end. */
function lineValue(cell: string): string | null {
  const line = cellValue(cell)
    ?.replace(/,[\s,]*$/, '')
    .trim()
  return line === undefined || line === '' ? null : line
}

const secondary = 'provider secondary practice location address'

export function secondaryAddress(row: Row): AddressCells {
  const cell = (name: string): string =>
    row.get(`${secondary} - ${name}`, `${secondary}- ${name}`, `${secondary} -${name}`)
  return {
    kind: 'secondary',
    line1: lineValue(cell('address line 1')),
    line2: lineValue(cell('address line 2')),
    city: cellValue(cell('city name')),
    state: cellValue(cell('state name')),
    postalCode: cellValue(cell('postal code')),
    country: cellValue(cell('country code (if outside u.s.)')),
    phones: phonesIn(cell('telephone number')),
    faxes: phonesIn(row.get('provider practice location address - fax number')),
    extensions: [
      cell('telephone extension').replaceAll(/\D/g, ''),
      ...extensionsIn(cell('telephone number')),
    ],
    row,
  }
}

export function clinicianAddress(row: Row): AddressCells {
  return {
    kind: 'clinicians',
    line1: lineValue(row.get('adr_ln_1', 'line 1 street address', 'full street address')),
    line2: lineValue(row.get('adr_ln_2', 'line 2 street address')),
    city: cellValue(row.get('city/town', 'city', 'cty')),
    state: cellValue(row.get('state', 'st')),
    postalCode: cellValue(row.get('zip code', 'zip')),
    country: null,
    phones: phonesIn(row.get('telephone number', 'phone number', 'phn_numbr')),
    faxes: [],
    extensions: extensionsIn(row.get('telephone number', 'phone number', 'phn_numbr')),
    row,
  }
}

/** `12` of `401-555-0100 x12`. */
export function extensionsIn(cell: string): readonly string[] {
  const digits = /(?:x|ext\.?|extension|#)[\s.:]*(\d+)\s*$/i.exec(cell)?.[1]
  return digits === undefined ? [] : [digits]
}

/** The ten digits of each North American number in a cell, or all digits of a foreign one. */
export function phonesIn(cell: string): readonly string[] {
  return cell
    .split(/\bor\b|[;/]/i)
    .map((text) => text.replace(/(?:x|ext\.?|extension|#)[\s.:]*\d+\s*$/i, '').replaceAll(/\D/g, ''))
    .filter((digits) => digits.length >= 7)
    .map((digits) => (digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits))
}

/** The building key of the practice address of a row. */
export function buildingKeyOfRow(row: Row): string {
  return buildingKey(
    row.get('provider business practice location address postal code'),
    row.get('provider first line business practice location address'),
  )
}

/** Numbers in words, as in `ONE PARK PLAZA`. */
export const cardinals: ReadonlyMap<string, string> = new Map(
  'one two three four five six seven eight nine ten'.split(' ').map((word, at) => [word, String(at + 1)]),
)

/** `02903 110`: the ZIP code and the first number of the line, or its first word if it has no number. */
export function buildingKey(postalCode: string | null, line: string | null): string {
  const words = wordsOf(line ?? '')
  const [first = ''] = words
  const number = cardinals.get(first) ?? words.find((word) => /\d/.test(word)) ?? first
  return `${(postalCode ?? '').slice(0, 5)} ${number}`
}

/** `029 110`: the key of buildings that may be the same, because rows give a building different ZIP codes of one area. */
export function areaKey(key: string): string {
  return key.slice(0, 3) + key.slice(5)
}
