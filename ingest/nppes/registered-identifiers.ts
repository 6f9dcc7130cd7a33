/** The numbers besides the NPI that a registrant gave to the registry, with the program or the payer that issued them. */
import type { RegisteredIdentifier } from '../facts/facts.ts'
import { said, saidInCapitals } from '../read/said.ts'
import { stated } from '../read/stated.ts'
import { identifierCells } from './main-columns.ts'

/** CMS fills the slots in order: the first empty one is the end. Empty where the row has none that may be shown. */
export function registeredIdentifiers(
  cells: readonly string[],
  registrant: 'person' | 'organization',
): readonly RegisteredIdentifier[] {
  const identifiers: RegisteredIdentifier[] = []
  for (const at of identifierCells) {
    const cell = cells[at.number] ?? ''
    const type = cells[at.type] ?? ''
    if (cell === '' && type === '') break
    const number = said(cell)?.toUpperCase() ?? null
    const kind = kinds[type]
    if (number === null || kind === undefined || !isNumber(number)) continue
    const state = stateCode(cells[at.state])
    const issuer = kind === 'medicaid' ? null : (stated(cells[at.issuer])?.toUpperCase() ?? null)
    if (mayBeTaxNumber(number, issuer, kind, registrant)) continue
    if (identifiers.some((known) => isSame(known, number, kind, state, issuer))) continue
    identifiers.push({ kind, number, ...(state !== null && { state }), ...(issuer !== null && { issuer }) })
  }
  return identifiers
}

/** NPPES code values; the others (Medicare's numbers, say) were withdrawn. */
const kinds: Readonly<Record<string, RegisteredIdentifier['kind']>> = { '01': 'other', '05': 'medicaid' }

/** Some write `PENDING`, the name of a payer or the mask `000000` where a number belongs. */
function isNumber(text: string): boolean {
  return /[1-9]/.test(text) && !/^(.)\1{3,}$/.test(text)
}

function stateCode(cell: string | undefined): string | null {
  const state = saidInCapitals(cell)
  return state !== null && /^[A-Z]{2}$/.test(state) ? state : null
}

/** Social security and employer numbers are withheld from the registry, and get in where they do not belong. */
function mayBeTaxNumber(
  number: string,
  issuer: string | null,
  kind: RegisteredIdentifier['kind'],
  registrant: 'person' | 'organization',
): boolean {
  if (/^\d{3}[- ]\d{2}[- ]\d{4}$|^\d{2}-\d{7}$/.test(number)) return true
  if (issuer !== null && taxIssuer.test(issuer)) return true
  return /^\d{9}$/.test(number) && !(kind === 'medicaid' && registrant === 'organization')
}

const taxIssuer =
  /\b(?:SSN|SOCIAL SEC\w*|TAX ?(?:ID\w*|I\.D\.?|NUMBER|NO|#)|ITIN|TIN|F?EIN|IRS|FEDERAL I\.?D)\b|\bTAX I\.D/

function isSame(
  known: RegisteredIdentifier,
  number: string,
  kind: RegisteredIdentifier['kind'],
  state: string | null,
  issuer: string | null,
): boolean {
  return (
    known.number === number &&
    known.kind === kind &&
    (known.state ?? null) === state &&
    (known.issuer ?? null) === issuer
  )
}
