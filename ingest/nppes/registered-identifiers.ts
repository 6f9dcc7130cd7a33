/** Parses the identifiers other than the NPI in a registration, with the program or payer that issued them. */
import type { RegisteredIdentifier } from '../facts/facts.ts'
import { cellText, cellTextInCapitals, cellValue } from '../read/cell-text.ts'
import { identifierCells } from './main-columns.ts'

/** The identifiers that cards may show. CMS fills the slots in order, so all slots after an empty one are empty. */
export function parseRegisteredIdentifiers(
  cells: readonly string[],
  registrant: 'person' | 'organization',
): readonly RegisteredIdentifier[] {
  const identifiers: RegisteredIdentifier[] = []
  for (const slot of identifierCells) {
    const cell = cells[slot.number] ?? ''
    const type = cells[slot.type] ?? ''
    if (cell === '' && type === '') break
    const number = cellText(cell)?.toUpperCase() ?? null
    const kind = kindByType[type]
    if (number === null || kind === undefined || !isNumber(number)) continue
    const state = parseStateCode(cells[slot.state])
    const issuer = kind === 'medicaid' ? null : (cellValue(cells[slot.issuer])?.toUpperCase() ?? null)
    if (mayBeTaxNumber(number, issuer)) continue
    if (/^\d{9}$/.test(number) && !isMedicaidNumber(number, kind, state, registrant)) continue
    const identifier = { kind, number, ...(state !== null && { state }), ...(issuer !== null && { issuer }) }
    if (!identifiers.some((other) => isSameIdentifier(other, identifier))) identifiers.push(identifier)
  }
  return identifiers
}

/** NPPES code values. CMS has withdrawn the others, such as those for Medicare numbers. */
const kindByType: Readonly<Record<string, RegisteredIdentifier['kind']>> = { '01': 'other', '05': 'medicaid' }

/** False for `PENDING`, the name of a payer and a mask (`000000`), which registrants enter instead of a number. */
function isNumber(text: string): boolean {
  return /[1-9]/.test(text) && !/^(.)\1{3,}$/.test(text)
}

function parseStateCode(cell: string | undefined): string | null {
  const state = cellTextInCapitals(cell)
  return state !== null && /^[A-Z]{2}$/.test(state) ? state : null
}

/** CMS withholds the columns for social security and employer numbers, but registrants write them into other cells. */
function mayBeTaxNumber(number: string, issuer: string | null): boolean {
  const hasTaxNumberFormat = /^\d{3}[- ]\d{2}[- ]\d{4}$|^\d{2}-\d{7}$/.test(number)
  return hasTaxNumberFormat || (issuer !== null && taxIssuerPattern.test(issuer))
}

const taxIssuerPattern =
  /\b(?:SSN|SOCIAL SEC\w*|TAX ?(?:ID\w*|I\.D\.?|NUMBER|NO|#)|ITIN|TIN|F?EIN|IRS|FEDERAL I\.?D)\b|\bTAX I\.D/

/**
 * Whether nine digits are a Medicaid number and not a social security number. Organizations have no social security number.
 * For a person, only nine digits in the form of the state's Medicaid numbers are a Medicaid number.
 */
function isMedicaidNumber(
  number: string,
  kind: RegisteredIdentifier['kind'],
  state: string | null,
  registrant: 'person' | 'organization',
): boolean {
  if (kind !== 'medicaid') return false
  return registrant === 'organization' || (medicaidPatterns[state ?? '']?.test(number) ?? false)
}

/**
 * Patterns of nearly all nine-digit numbers of a state in the real files (January 2024, New England 2018) that at most one in
 * 50 social security numbers matches by chance. Texas is missing because its numbers end in 01 to 09, like one in 11 numbers.
 */
const medicaidPatterns: Readonly<Record<string, RegExp>> = {
  AL: /^00/,
  AR: /001$/,
  CT: /^00/,
  FL: /00$/,
  GA: /^00/,
  IL: /^036/,
  IN: /^(?:[123]00|201)/,
  MD: /00$/,
  ME: /(?:00|99)$/,
  MN: /00$/,
  OR: /^500/,
  PA: /^10[1-4]/,
  VA: /^0(?:10|0\d)/,
  WI: /^100/,
}

function isSameIdentifier(a: RegisteredIdentifier, b: RegisteredIdentifier): boolean {
  return a.number === b.number && a.kind === b.kind && a.state === b.state && a.issuer === b.issuer
}
