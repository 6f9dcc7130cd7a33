/** Reads the addresses of a row from the columns of each kind of file. */
import type { Row } from './rows.ts'
import { cellValue, splitWords } from './words.ts'

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

export function readRegisteredAddress(row: Row, kind: 'practice' | 'mailing'): AddressCells {
  const columnPart = kind === 'practice' ? 'business practice location address' : 'business mailing address'
  return {
    kind,
    line1: normalizeLine(row.get(`provider first line ${columnPart}`)),
    line2: normalizeLine(row.get(`provider second line ${columnPart}`)),
    city: cellValue(row.get(`provider ${columnPart} city name`)),
    state: cellValue(row.get(`provider ${columnPart} state name`)),
    postalCode: cellValue(row.get(`provider ${columnPart} postal code`)),
    country: cellValue(row.get(`provider ${columnPart} country code (if outside u.s.)`)),
    phones: parsePhones(row.get(`provider ${columnPart} telephone number`)),
    faxes: parsePhones(row.get(`provider ${columnPart} fax number`)),
    extensions: parseExtensions(row.get(`provider ${columnPart} telephone number`)),
    row,
  }
}

/** The value of the cell without commas at its end; null if it is empty. */
function normalizeLine(cell: string): string | null {
  const line = cellValue(cell)
    ?.replace(/,[\s,]*$/, '')
    .trim()
  return line === undefined || line === '' ? null : line
}

const secondary = 'provider secondary practice location address'

export function readSecondaryAddress(row: Row): AddressCells {
  const cell = (name: string): string =>
    row.get(`${secondary} - ${name}`, `${secondary}- ${name}`, `${secondary} -${name}`)
  return {
    kind: 'secondary',
    line1: normalizeLine(cell('address line 1')),
    line2: normalizeLine(cell('address line 2')),
    city: cellValue(cell('city name')),
    state: cellValue(cell('state name')),
    postalCode: cellValue(cell('postal code')),
    country: cellValue(cell('country code (if outside u.s.)')),
    phones: parsePhones(cell('telephone number')),
    faxes: parsePhones(row.get('provider practice location address - fax number')),
    extensions: [
      cell('telephone extension').replaceAll(/\D/g, ''),
      ...parseExtensions(cell('telephone number')),
    ],
    row,
  }
}

export function readClinicianAddress(row: Row): AddressCells {
  return {
    kind: 'clinicians',
    line1: normalizeLine(row.get('adr_ln_1', 'line 1 street address', 'full street address')),
    line2: normalizeLine(row.get('adr_ln_2', 'line 2 street address')),
    city: cellValue(row.get('city/town', 'city', 'cty')),
    state: cellValue(row.get('state', 'st')),
    postalCode: cellValue(row.get('zip code', 'zip')),
    country: null,
    phones: parsePhones(row.get('telephone number', 'phone number', 'phn_numbr')),
    faxes: [],
    extensions: parseExtensions(row.get('telephone number', 'phone number', 'phn_numbr')),
    row,
  }
}

/** `12` of `401-555-0100 x12`. */
export function parseExtensions(cell: string): readonly string[] {
  const digits = /(?:x|ext\.?|extension|#)[\s.:]*(\d+)\s*$/i.exec(cell)?.[1]
  return digits === undefined ? [] : [digits]
}

/** The ten digits of each North American number in a cell, or all digits of a foreign one. */
export function parsePhones(cell: string): readonly string[] {
  return cell
    .split(/\bor\b|[;/]/i)
    .map((text) => text.replace(/(?:x|ext\.?|extension|#)[\s.:]*\d+\s*$/i, '').replaceAll(/\D/g, ''))
    .filter((digits) => digits.length >= 7)
    .map((digits) => (digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits))
}

/** The building key of the practice address of a row. */
export function readBuildingKey(row: Row): string {
  return composeBuildingKey(
    row.get('provider business practice location address postal code'),
    row.get('provider first line business practice location address'),
  )
}

/** Numbers in words, as in `ONE PARK PLAZA`. */
export const digitsByWord: ReadonlyMap<string, string> = new Map(
  'one two three four five six seven eight nine ten'
    .split(' ')
    .map((word, index) => [word, String(index + 1)]),
)

/** The ZIP code and the first number of the line, or its first word if it has no number: `02903 110`. */
export function composeBuildingKey(postalCode: string | null, line: string | null): string {
  const words = splitWords(line ?? '')
  const [first = ''] = words
  const number = digitsByWord.get(first) ?? words.find((word) => /\d/.test(word)) ?? first
  return `${(postalCode ?? '').slice(0, 5)} ${number}`
}

/** The key of buildings that may be one, because rows have different ZIP codes of one area for a building: `029 110`. */
export function toAreaKey(key: string): string {
  return key.slice(0, 3) + key.slice(5)
}
