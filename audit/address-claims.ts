/** Whether an address of a card is that of a row, cell by cell. */
import type { Address } from '@careatlas/contract/cards'
import type { AddressCells } from './address-cells.ts'
import { addressWords, type CellWords } from './cell-runs.ts'
import { isZipInState, statesOfZip, transformationsOf, writtenAs } from './tables.ts'
import { isUnfit } from './text-fitness.ts'
import { cellValue, wordsOf } from './words.ts'

const countryNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

/** The parts of an address that a row must state together. */
export const addressParts = ['line_1', 'line_2', 'city', 'state', 'postal_code'] as const

type AddressPart = (typeof addressParts)[number]

/** Parts of `address` that are not those of the row. */
export function differentParts(address: Address, row: AddressCells): readonly AddressPart[] {
  const cells = {
    line_1: row.line1,
    line_2: row.line2,
    city: row.city,
    state: row.state,
    postal_code: isUnitedStates(row) ? zipIn(row.postalCode) : row.postalCode,
  }
  return addressParts.filter((part) => {
    const claimed = cellValue(address[part] ?? '')
    // A line that points elsewhere is left out, and then nothing is said.
    return claimed !== cells[part] && !(claimed === null && isUnfit(cells[part] ?? ''))
  })
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

/** The row that differs in the fewest parts, and these. */
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

/** The words of an address as prose may say them: its lines, its town, the names of its state and country. */
export function wordsOfAddress(address: Address): readonly CellWords[] {
  const states = [...writtenAs('state', address.state ?? ''), ...statesOfMilitaryPost(address)]
  const full = address.state !== null && states.length === 0 ? [address.state] : states
  return addressWords([address.line_1, address.line_2], [address.city, ...full, countryName(address.country)])
}

/** A post of the armed forces at home is sometimes registered with a state of the posts abroad: its ZIP code has the state. */
function statesOfMilitaryPost({ state, postal_code }: Address): readonly string[] {
  if (!/^A[AEP]$/.test(state ?? '') && !/^(?:[AFD]PO)\b/.test(state ?? '')) return []
  return statesOfZip(postal_code ?? '').flatMap((code) => writtenAs('state', code))
}

function countryName(code: string): string | null {
  return code === 'US' || !/^[A-Z]{2}$/.test(code) ? null : (countryNames.of(code) ?? null)
}

/** Why nobody sees patients at this address; null where the cells do not tell. */
export function mailboxIn({ line_1, line_2 }: Pick<Address, 'line_1' | 'line_2'>): string | null {
  const text = `${line_1 ?? ''} ${line_2 ?? ''}`
  return mailboxes.exec(text)?.[0].trim() ?? null
}

const mailboxes =
  /\bPMB\b|\bP\.? ?O\.? ?(?:BOX|B)\b|\bPOST OFFICE BOX\b|\bGENERAL DELIVERY\b|\bPRIVATE MAIL ?BOX\b|^ *BOX \d/i

/** False where the ZIP code lies in another state than the one written. */
export function isConsistent({ state, postal_code, country }: Address): boolean {
  const zip = /^\d{5}/.exec(postal_code ?? '')?.[0]
  return country !== 'US' || state === null || zip === undefined || isZipInState(zip, state) !== false
}

type HouseCells = Pick<AddressCells, 'line1' | 'line2' | 'city' | 'postalCode'>

/** Whether two addresses are in one house by the simplest rule: a number in common, in one ZIP code or town. */
export function isSameHouse(address: Address, row: HouseCells): boolean {
  const sameZip = (zipIn(row.postalCode) ?? '').slice(0, 5) === (address.postal_code ?? '-').slice(0, 5)
  const sameTown = row.city !== null && wordsOf(row.city).join('') === wordsOf(address.city ?? '').join('')
  if (!sameZip && !sameTown) return false
  return sharesNumber(address, row)
}

/** Whether the lines have a number in common; of lines without any number, a word. */
export function sharesNumber(address: Address, row: HouseCells): boolean {
  const here = contentOf(address, address.line_1, address.line_2)
  const there = contentOf(row, row.line1, row.line2)
  const shared = [...here].filter((word) => there.has(word))
  const isNumbered = [...here].some((word) => /\d/.test(word))
  return isNumbered ? shared.some((word) => /\d/.test(word)) : shared.length > 0 || here.size === 0
}

const ordinals = new Map(transformationsOf('street').filter(([, to]) => /^\d/.test(to)))
const cardinals = new Map(
  'one two three four five six seven eight nine ten'.split(' ').map((word, at) => [word, String(at + 1)]),
)

/** The same address is compared with many. */
const contents = new WeakMap<object, ReadonlySet<string>>()

/** Words of the lines; ordinals and numbers in words count as numbers. */
function contentOf(address: object, line1: string | null, line2: string | null): ReadonlySet<string> {
  let content = contents.get(address)
  if (content === undefined) {
    const words = wordsOf(`${line1 ?? ''} ${line2 ?? ''}`)
    content = new Set(
      words.map(
        (word) => /^0*(\d+)[a-z]?$/.exec(word)?.[1] ?? ordinals.get(word) ?? cardinals.get(word) ?? word,
      ),
    )
    contents.set(address, content)
  }
  return content
}
