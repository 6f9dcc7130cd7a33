/** Addresses in one spelling, so that one place has one key however its tenants wrote it. */
import type { Address } from '@careatlas/contract/cards'
import { type AddressLine, readAddressLine, wordsOf } from './address-line.ts'
import { regionOfState } from './region.ts'
import { directionalWord } from './street-words.ts'

/** Upper case, no punctuation, USPS abbreviations; an empty string where the address says nothing. */
export interface NormalisedAddress {
  /** House number and street, or the post office box, or the name of a building. */
  readonly line: string
  /** `# 4309` for suites, apartments and units alike; `FL 2`; `# 210 BLDG C`; a department or building beside a street. */
  readonly unit: string
  readonly city: string
  /** Two letters in the United States, else as written. */
  readonly state: string
  /** Five digits in the United States, else the postal code as written. */
  readonly zip5: string
}

export function normaliseAddress(address: Address): NormalisedAddress {
  const domestic = isDomestic(address.country)
  return {
    ...lineAndUnit(readAddressLine(address.line_1), readAddressLine(address.line_2)),
    city: standardCity(address.city ?? ''),
    state: domestic ? standardState(address.state ?? '') : wordsOf(address.state ?? '').join(' '),
    zip5:
      (domestic && /^\d{5}/.exec(address.postal_code ?? '')?.[0]) ||
      wordsOf(address.postal_code ?? '').join(' '),
  }
}

/** Equal for two spellings of one place: line, unit, city, state and ZIP joined by `|`, and the country abroad. */
export function addressKey(address: Address): string {
  const { line, unit, city, state, zip5 } = normaliseAddress(address)
  const key = `${line}|${unit}|${city}|${state}|${zip5}`
  return isDomestic(address.country) ? key : `${key}|${address.country}`
}

function lineAndUnit(one: AddressLine, two: AddressLine): { line: string; unit: string } {
  const units = new Set([...one.units, ...two.units])
  const [street, beside] = leadsWithStreet(one.street, two.street)
    ? [one.street, two.street]
    : [two.street, one.street]
  const boxes = [one.box, two.box].filter((box) => box !== null)
  const line = street === '' ? (boxes.shift() ?? '') : street
  if (/^(?:\S*\d\S*|[A-Z])$/.test(beside)) units.add(`# ${beside}`)
  const texts = beside === line || units.has(`# ${beside}`) ? [] : [beside]
  return {
    line,
    unit: [...texts, ...new Set(boxes), ...[...units].toSorted()].filter((text) => text !== '').join(' '),
  }
}

/** Line 2 holds the street when line 1 is blank, or names a building and line 2 starts with a house number. */
function leadsWithStreet(one: string, two: string): boolean {
  if (one === '') return false
  return /^\d/.test(one) || !/^\d\S* ./.test(two)
}

function standardCity(city: string): string {
  const words = wordsOf(city)
  const [first = ''] = words
  words[0] = directionalWord.get(first) ?? first
  return words.map((word) => cityAbbreviation.get(word) ?? word).join(' ')
}

const cityAbbreviation = new Map(Object.entries({ SAINT: 'ST', SAINTE: 'STE', FORT: 'FT', MOUNT: 'MT' }))

function standardState(state: string): string {
  return regionOfState(state)?.code.slice(3) ?? wordsOf(state).join(' ')
}

/** The registry writes some territories as countries. */
function isDomestic(country: string): boolean {
  return country === 'US' || /^(?:PR|GU|VI|AS|MP|UM)$/.test(country)
}
