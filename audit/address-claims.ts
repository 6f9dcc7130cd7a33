/** Compares an address of a card with that of a row, cell by cell. */
import type { Address } from '@careatlas/contract/cards'
import { type AddressCells, digitsByWord } from './address-cells.ts'
import { createAddressWords, type CellWords } from './cell-runs.ts'
import {
  designators,
  isZipInState,
  mailForwarders,
  findStates,
  listTransformations,
  listSpellings,
} from './tables.ts'
import { cellValue, splitWords } from './words.ts'

const countryNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

/** The parts of an address that a row must state together. */
export const addressParts = ['line_1', 'line_2', 'city', 'state', 'postal_code', 'country'] as const

type AddressPart = (typeof addressParts)[number]

/** The parts of `address` that differ from the row. */
export function findDifferentParts(address: Address, row: AddressCells): readonly AddressPart[] {
  const cells = {
    line_1: row.line1,
    line_2: row.line2,
    city: row.city,
    state: row.state,
    postal_code: isUnitedStates(row) ? normalizeZip(row.postalCode) : row.postalCode,
    country: getCountry(row),
  }
  return addressParts.filter((part) => cellValue(address[part] ?? '') !== cells[part])
}

/** Drops the parts that the card omits, because they make no statement: the ingest omits a line with a link. */
export function dropOmittedParts(address: Address, parts: readonly AddressPart[]): readonly AddressPart[] {
  return parts.filter((part) => address[part] !== null || part === 'postal_code')
}

/**
 * The country of the row. The column is empty in the United States; `UM` with a state is a selection error in the registration
 * form.
 */
function getCountry({ country, state }: AddressCells): string {
  const isSelectionError = country === 'UM' && listSpellings('state', state ?? '').length > 0
  return country === null || !/^[A-Z]{2}$/.test(country) || isSelectionError ? 'US' : country
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

function normalizeZip(postalCode: string | null): string | null {
  return postalCode !== null && /^\d{5}(?:-?\d{4})?$/.test(postalCode) ? postalCode.slice(0, 5) : postalCode
}

/** The row that differs in the fewest parts, and those parts. */
export function findNearestAddress(
  address: Address,
  rows: readonly AddressCells[],
): { readonly row: AddressCells | null; readonly different: readonly AddressPart[] } {
  let best: { row: AddressCells | null; different: readonly AddressPart[] } = {
    row: null,
    different: addressParts,
  }
  for (const row of rows) {
    const different = findDifferentParts(address, row)
    if (best.row === null || different.length < best.different.length) best = { row, different }
  }
  return best
}

/** The words of an address that prose may use: its lines, its town, the names of its state and country. */
export function createCardAddressWords(address: Address): readonly CellWords[] {
  const states = [...listSpellings('state', address.state ?? ''), ...findMilitaryStates(address)]
  const stateNames = address.state !== null && states.length === 0 ? [address.state] : states
  return createAddressWords(
    [address.line_1, address.line_2],
    [address.city, ...stateNames, getCountryName(address.country)],
  )
}

/** The real states of a domestic military base that is registered with `AE` or `AP`, by its ZIP code. */
function findMilitaryStates({ state, postal_code }: Address): readonly string[] {
  if (!/^A[AEP]$/.test(state ?? '') && !/^(?:[AFD]PO)\b/.test(state ?? '')) return []
  return findStates(postal_code ?? '').flatMap((code) => listSpellings('state', code))
}

function getCountryName(code: string): string | null {
  return code === 'US' || !/^[A-Z]{2}$/.test(code) ? null : (countryNames.of(code) ?? null)
}

/** Whether the lines name an apartment, a condominium, a trailer or a lot. */
export function isApartment({ line_1, line_2 }: Address): boolean {
  return [line_1, line_2].some((line) => apartmentPattern.test(line ?? ''))
}

const apartmentPattern = /\b(?:(?:APT|APARTMENT|CONDO)\b|(?:TRLR|TRAILER|LOT|CASA)\b[\s.#]*\d)/i

/** The part of the address that makes it a mailbox, where no patients are seen; null if there is none. */
export function findMailbox({
  line_1,
  line_2,
  postal_code,
}: Pick<Address, 'line_1' | 'line_2' | 'postal_code'>): string | null {
  const text = `${line_1 ?? ''} ${line_2 ?? ''}`
  const suiteWithBox = /\b(?:STE|SUITE)\b[.# ]*(?:\d{1,3}-\d{4,}|\d{6,})\b/i.exec(text)
  if (suiteWithBox !== null) return suiteWithBox[0]
  if (forwardsMail(postal_code, splitWords(text))) return text.trim()
  const box =
    privateMailboxPattern.exec(text) ?? (postBoxPattern.test(text) ? findPostBoxWithoutStreet(text) : null)
  if (box !== null) return box[0].trim()
  const [whole = '', before = '', number = ''] = shopNumberPattern.exec(text) ?? []
  const isOtherNumber =
    number === postal_code || text.startsWith(number) || designators.has(before.toLowerCase())
  return number === '' || isOtherNumber ? null : whole
}

/** Whether the table of mail forwarders has this house number, street and, if it lists suites, the suite. */
function forwardsMail(zip: string | null, words: readonly string[]): boolean {
  return (mailForwarders.get(zip?.slice(0, 5) ?? '') ?? []).some(({ number, street, suites }) => {
    const numberIndex = words.indexOf(number)
    const streetIndex = words.indexOf(street, numberIndex + 1)
    const rest = words.slice(streetIndex + 1)
    const hasSuite = suites.some((suite) =>
      rest.some((word, i) => word === suite || word + (rest[i + 1] ?? '') === suite),
    )
    return (
      numberIndex !== -1 &&
      streetIndex !== -1 &&
      streetIndex <= numberIndex + 3 &&
      (suites.length === 0 || hasSuite)
    )
  })
}

const privateMailboxPattern = /\bP\.? ?M\.? ?B\b(?!\.? *[A-Z]{2})|\bMAIL ?BOX(?:ES)?\b/i
const postBoxPattern =
  /\bP\.? ?O\.? ?(?:BOX|DRAWER|B(?=\.? *#? *\d))\b[ #\w-]*|\bCALLER BOX\b|\bPOST OFFICE BOX\b|\bGENERAL DELIVERY\b|^ *(?:(?:HC|RR) *\d+ *)?BOX \d+ *$/i

/** The post-office box; null if the address also has a street, whose mail the box receives (USPS Publication 28, dual address). */
function findPostBoxWithoutStreet(text: string): RegExpExecArray | null {
  const rest = text.replace(/\bP\.? ?O\.? ?(?:BOX|DRAWER|B)\b[ #.]*[\w-]+/i, ' ')
  const isDual = /\d\S* +\S*[a-z]/i.test(rest) || splitWords(rest).some((word) => streetTypes.has(word))
  return isDual ? null : postBoxPattern.exec(text)
}

const streetTypes = new Set(listTransformations('street').flat())

/** Mail shops number their boxes with four digits or more; a real suite with so many digits is written with `STE`. */
const shopNumberPattern = /^\d.*?(\S+) +# ?(\d{4,})(?= *(?:,|$))/

/** Whether the ZIP code may be in the state of the address. */
export function isConsistent({ state, postal_code, country }: Address): boolean {
  const zip = /^\d{5}/.exec(postal_code ?? '')?.[0]
  return country !== 'US' || state === null || zip === undefined || isZipInState(zip, state) !== false
}

type BuildingCells = Pick<AddressCells, 'line1' | 'line2' | 'city' | 'postalCode'>

/**
 * Whether two addresses are in one building by the simplest rule: a number in common, in one ZIP code or town, or with ZIP codes of
 * one state that differ by a typing error.
 */
export function isSameBuilding(
  address: Address,
  row: BuildingCells & { readonly state?: string | null },
): boolean {
  const zip = (normalizeZip(row.postalCode) ?? '').slice(0, 5)
  const cardZip = (address.postal_code ?? '-').slice(0, 5)
  const isNear =
    zip === cardZip ||
    (row.city !== null && normalizeTown(row.city) === normalizeTown(address.city ?? '')) ||
    (row.state !== undefined && row.state === address.state && isTypoOf(zip, cardZip))
  return isNear && sharesNumber(address, row)
}

/** Whether one digit differs, or two adjacent digits are transposed. */
function isTypoOf(one: string, other: string): boolean {
  if (one.length !== 5 || other.length !== 5) return false
  const differing = [0, 1, 2, 3, 4].filter((index) => one[index] !== other[index])
  const [first = 0, second = 0] = differing
  return (
    differing.length === 1 ||
    (differing.length === 2 &&
      second === first + 1 &&
      one[first] === other[second] &&
      one[second] === other[first])
  )
}

const townCache = new Map<string, string>()

/** The name of a town with its abbreviations in one spelling. */
export function normalizeTown(city: string): string {
  let town = townCache.get(city)
  if (town === undefined) {
    town = splitWords(city)
      .map((word) => [word, ...listSpellings('city', word)].toSorted()[0]!)
      .join('')
    if (townCache.size < 100_000) townCache.set(city, town)
  }
  return town
}

/** Whether two lines are equal under the table of transformations: `DR` and `DRIVE`. */
export function isSameLine(one: string | null, other: string | null): boolean {
  const [here, there] = [splitWords(one ?? ''), splitWords(other ?? '')]
  return (
    here.length > 0 &&
    here.length === there.length &&
    here.every((word, index) =>
      listLineSpellings(word).some((spelling) => listLineSpellings(there[index]!).includes(spelling)),
    )
  )
}

function listLineSpellings(word: string): readonly string[] {
  return [word, ...listSpellings('street', word), ...listSpellings('unit', word)]
}

/** Whether the lines have a number in common, or a word if they have no number. */
export function sharesNumber(address: Address, row: BuildingCells): boolean {
  const here = getContentWords(address, address.line_1, address.line_2)
  const there = getContentWords(row, row.line1, row.line2)
  const shared = [...here].filter((word) => there.has(word))
  const isNumbered = [...here].some((word) => /\d/.test(word))
  return isNumbered ? shared.some((word) => /\d/.test(word)) : shared.length > 0 || here.size === 0
}

const digitsByOrdinal = new Map(listTransformations('street').filter(([, to]) => /^\d/.test(to)))

/** A cache, because one address is compared with many. */
const contentCache = new WeakMap<object, ReadonlySet<string>>()

/** A number for internal mail, not a house number. */
const mailStopPattern = /\b(?:MSC|MAIL ?(?:STOP|CODE)|M\/S)\b[ :#]*\S+/gi

/** The words of the lines, with ordinals and numbers in words as digits. */
function getContentWords(address: object, line1: string | null, line2: string | null): ReadonlySet<string> {
  let content = contentCache.get(address)
  if (content === undefined) {
    const text = `${line1 ?? ''} ${line2 ?? ''}`.replaceAll(mailStopPattern, ' ')
    // House numbers in Queens, New York are written with or without a hyphen.
    const joined = text.match(/\b\d+-\d+\b/g)?.map((number) => number.replace('-', '')) ?? []
    const words = [...splitWords(text), ...joined]
    content = new Set(
      words.map(
        (word) =>
          /^0*(\d+)[a-z]?$/.exec(word)?.[1] ?? digitsByOrdinal.get(word) ?? digitsByWord.get(word) ?? word,
      ),
    )
    contentCache.set(address, content)
  }
  return content
}
