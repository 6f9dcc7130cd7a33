/** Compares an address of a card with that of a row, cell by cell. */
import type { Address } from '@careatlas/contract/cards'
import { type AddressCells, cardinals } from './address-cells.ts'
import { addressWords, type CellWords } from './cell-runs.ts'
import {
  designators,
  isZipInState,
  mailForwarders,
  statesOfZip,
  transformationsOf,
  writtenAs,
} from './tables.ts'
import { cellValue, wordsOf } from './words.ts'

const countryNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

/** The parts of an address that a row must state together. */
export const addressParts = ['line_1', 'line_2', 'city', 'state', 'postal_code', 'country'] as const

type AddressPart = (typeof addressParts)[number]

/** The parts of `address` that differ from the row. */
export function differentParts(address: Address, row: AddressCells): readonly AddressPart[] {
  const cells = {
    line_1: row.line1,
    line_2: row.line2,
    city: row.city,
    state: row.state,
    postal_code: isUnitedStates(row) ? zipIn(row.postalCode) : row.postalCode,
    country: countryOf(row),
  }
  return addressParts.filter((part) => cellValue(address[part] ?? '') !== cells[part])
}

/** Without the parts that the card leaves out, as the ingest does for a line with a link: no statement. */
export function statedParts(address: Address, parts: readonly AddressPart[]): readonly AddressPart[] {
  return parts.filter((part) => address[part] !== null || part === 'postal_code')
}

/** The column is empty in the United States; `UM` with a state is a selection error, the next line of the country list in the form. */
function countryOf({ country, state }: AddressCells): string {
  const isSlip = country === 'UM' && writtenAs('state', state ?? '').length > 0
  return country === null || !/^[A-Z]{2}$/.test(country) || isSlip ? 'US' : country
}

function isUnitedStates({ country }: AddressCells): boolean {
  return (
    country === null ||
    country === 'US' ||
    country.length !== 2 ||
    territories.has(country) ||
    country === 'UM'
  )
}

const territories = new Set(['PR', 'VI', 'GU', 'AS', 'MP'])

function zipIn(postalCode: string | null): string | null {
  return postalCode !== null && /^\d{5}(?:-?\d{4})?$/.test(postalCode) ? postalCode.slice(0, 5) : postalCode
}

/** The row that differs in the fewest parts, and those parts. */
export function nearestAddress(
  address: Address,
  rows: readonly AddressCells[],
): { readonly row: AddressCells | null; readonly different: readonly AddressPart[] } {
  let best: { row: AddressCells | null; different: readonly AddressPart[] } = {
    row: null,
    different: addressParts,
  }
  for (const row of rows) {
    const different = differentParts(address, row)
    if (best.row === null || different.length < best.different.length) best = { row, different }
  }
  return best
}

/** The words of an address that prose may use: its lines, its town, the names of its state and country. */
export function wordsOfAddress(address: Address): readonly CellWords[] {
  const states = [...writtenAs('state', address.state ?? ''), ...statesOfMilitaryPost(address)]
  const full = address.state !== null && states.length === 0 ? [address.state] : states
  return addressWords([address.line_1, address.line_2], [address.city, ...full, countryName(address.country)])
}

/** A domestic military base is sometimes registered with `AE` or `AP`; its ZIP code tells the real state. */
function statesOfMilitaryPost({ state, postal_code }: Address): readonly string[] {
  if (!/^A[AEP]$/.test(state ?? '') && !/^(?:[AFD]PO)\b/.test(state ?? '')) return []
  return statesOfZip(postal_code ?? '').flatMap((code) => writtenAs('state', code))
}

function countryName(code: string): string | null {
  return code === 'US' || !/^[A-Z]{2}$/.test(code) ? null : (countryNames.of(code) ?? null)
}

/** Whether the lines name an apartment, a condominium, a trailer or a lot. */
export function isApartment({ line_1, line_2 }: Address): boolean {
  return [line_1, line_2].some((line) => apartment.test(line ?? ''))
}

const apartment = /(?:^|[\s,])(?:(?:APT|APARTMENT|CONDO)\b|(?:TRLR|TRAILER|LOT|CASA)\b[\s.#]*\d)/i

/** The text that makes this address a mailbox, where no patients are seen; null if there is none. */
export function mailboxIn({
  line_1,
  line_2,
  postal_code,
}: Pick<Address, 'line_1' | 'line_2' | 'postal_code'>): string | null {
  const text = `${line_1 ?? ''} ${line_2 ?? ''}`
  const suiteWithBox = /\b(?:STE|SUITE)\b[.# ]*(?:\d{1,3}-\d{4,}|\d{6,})\b/i.exec(text)
  if (suiteWithBox !== null) return suiteWithBox[0]
  if (forwardsMail(postal_code, wordsOf(text))) return text.trim()
  const box = privateMailbox.exec(text) ?? (postBox.test(text) ? ownPostBox(text) : null)
  if (box !== null) return box[0].trim()
  const [whole = '', before = '', number = ''] = shopNumber.exec(text) ?? []
  const isHouse = number === postal_code || text.startsWith(number) || designators.has(before.toLowerCase())
  return number === '' || isHouse ? null : whole
}

/** Whether the table of mail forwarders has this house number, street and, if it lists suites, the suite. */
function forwardsMail(zip: string | null, words: readonly string[]): boolean {
  return (mailForwarders.get(zip?.slice(0, 5) ?? '') ?? []).some(({ number, street, suites }) => {
    const at = words.indexOf(number)
    const name = words.indexOf(street, at + 1)
    const rest = words.slice(name + 1)
    const hasSuite = suites.some((suite) =>
      rest.some((word, i) => word === suite || word + (rest[i + 1] ?? '') === suite),
    )
    return at !== -1 && name !== -1 && name <= at + 3 && (suites.length === 0 || hasSuite)
  })
}

const privateMailbox = /\bP\.? ?M\.? ?B\b(?!\.? *[A-Z]{2})|\bMAIL ?BOX(?:ES)?\b/i
const postBox =
  /\bP\.? ?O\.? ?(?:BOX|DRAWER|B(?=\.? *#? *\d))\b[ #\w-]*|\bCALLER BOX\b|\bPOST OFFICE BOX\b|\bGENERAL DELIVERY\b|^ *(?:(?:HC|RR) *\d+ *)?BOX \d+ *$/i

/** A post-office box beside a house number and a street receives the mail of that building (USPS Publication 28, dual address). */
function ownPostBox(text: string): RegExpExecArray | null {
  const rest = text.replace(/\bP\.? ?O\.? ?(?:BOX|DRAWER|B)\b[ #.]*[\w-]+/i, ' ')
  const isDual = /\d\S* +\S*[a-z]/i.test(rest) || wordsOf(rest).some((word) => streetTypes.has(word))
  return isDual ? null : postBox.exec(text)
}

const streetTypes = new Set(transformationsOf('street').flat())

/** Mail shops number their boxes with four digits or more; a real suite with so many digits is written with `STE`. */
const shopNumber = /^\d.*?(\S+) +# ?(\d{4,})(?= *(?:,|$))/

/** False if the ZIP code lies in a state other than the one given. */
export function isConsistent({ state, postal_code, country }: Address): boolean {
  const zip = /^\d{5}/.exec(postal_code ?? '')?.[0]
  return country !== 'US' || state === null || zip === undefined || isZipInState(zip, state) !== false
}

type BuildingCells = Pick<AddressCells, 'line1' | 'line2' | 'city' | 'postalCode'>

/**
 * Whether two addresses are in one building by the simplest rule: a number in common, in one ZIP code or town, or with ZIP codes of
 * one state that differ by a slip.
 */
export function isSameBuilding(
  address: Address,
  row: BuildingCells & { readonly state?: string | null },
): boolean {
  const zip = (zipIn(row.postalCode) ?? '').slice(0, 5)
  const claimed = (address.postal_code ?? '-').slice(0, 5)
  const isNear =
    zip === claimed ||
    (row.city !== null && townOf(row.city) === townOf(address.city ?? '')) ||
    (row.state !== undefined && row.state === address.state && isSlipOf(zip, claimed))
  return isNear && sharesNumber(address, row)
}

/** One digit differs, or two adjacent digits are swapped. */
function isSlipOf(one: string, other: string): boolean {
  if (one.length !== 5 || other.length !== 5) return false
  const at = [0, 1, 2, 3, 4].filter((index) => one[index] !== other[index])
  const [first = 0, second = 0] = at
  return (
    at.length === 1 ||
    (at.length === 2 && second === first + 1 && one[first] === other[second] && one[second] === other[first])
  )
}

const towns = new Map<string, string>()

/** The name of a town with its abbreviations in one spelling. */
export function townOf(city: string): string {
  let town = towns.get(city)
  if (town === undefined) {
    town = wordsOf(city)
      .map((word) => [word, ...writtenAs('city', word)].toSorted()[0]!)
      .join('')
    if (towns.size < 100_000) towns.set(city, town)
  }
  return town
}

/** Whether two lines are equal under the table of transformations: `DR` and `DRIVE`. */
export function isSameLine(one: string | null, other: string | null): boolean {
  const [here, there] = [wordsOf(one ?? ''), wordsOf(other ?? '')]
  return (
    here.length > 0 &&
    here.length === there.length &&
    here.every((word, at) => spellings(word).some((spelling) => spellings(there[at]!).includes(spelling)))
  )
}

function spellings(word: string): readonly string[] {
  return [word, ...writtenAs('street', word), ...writtenAs('unit', word)]
}

/** Whether the lines have a number in common, or a word if they have no number. */
export function sharesNumber(address: Address, row: BuildingCells): boolean {
  const here = contentOf(address, address.line_1, address.line_2)
  const there = contentOf(row, row.line1, row.line2)
  const shared = [...here].filter((word) => there.has(word))
  const isNumbered = [...here].some((word) => /\d/.test(word))
  return isNumbered ? shared.some((word) => /\d/.test(word)) : shared.length > 0 || here.size === 0
}

const ordinals = new Map(transformationsOf('street').filter(([, to]) => /^\d/.test(to)))

/** A cache, because one address is compared with many. */
const contents = new WeakMap<object, ReadonlySet<string>>()

/** A number for internal mail, which is not a house number. */
const mailStop = /\b(?:MSC|MAIL ?(?:STOP|CODE)|M\/S)\b[ :#]*\S+/gi

/** Words of the lines; ordinals and numbers in words count as numbers. */
function contentOf(address: object, line1: string | null, line2: string | null): ReadonlySet<string> {
  let content = contents.get(address)
  if (content === undefined) {
    const text = `${line1 ?? ''} ${line2 ?? ''}`.replaceAll(mailStop, ' ')
    // House numbers in Queens, New York are written with or without a hyphen.
    const joined = text.match(/\b\d+-\d+\b/g)?.map((number) => number.replace('-', '')) ?? []
    const words = [...wordsOf(text), ...joined]
    content = new Set(
      words.map(
        (word) => /^0*(\d+)[a-z]?$/.exec(word)?.[1] ?? ordinals.get(word) ?? cardinals.get(word) ?? word,
      ),
    )
    contents.set(address, content)
  }
  return content
}
