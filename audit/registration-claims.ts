/** Checks the registration data of a card against the current row of its NPI. */
import type { Address, Identifier, LocationCard, ProviderCard } from '@careatlas/contract/cards'
import type { AddressCells } from './address-cells.ts'
import { isSameBuilding, findNearestAddress, dropOmittedParts } from './address-claims.ts'
import type { NpiEvidence, TaxonomyCells } from './evidence.ts'
import type { Context } from './context.ts'
import type { CardReport } from './findings.ts'
import { toNationalDigits } from './place-rows.ts'
import { findObservationsAt } from './observed-claims.ts'
import { listTaxonomyNames } from './allowed-wordings.ts'
import { cellValue, parseDate } from './words.ts'

/** Checks that the mailing address equals one of `registered`, cell by cell. */
export function checkMailing(
  mailing: Address | null,
  registered: readonly (AddressCells | null)[],
  report: CardReport,
): void {
  if (mailing === null) return
  const rows = registered.filter((cells) => cells !== null)
  const { row, different } = findNearestAddress(mailing, rows)
  const nearest = (): string => (row === null ? 'no row has a mailing address' : String(row.row))
  for (const part of dropOmittedParts(mailing, different))
    report.check(false, `mailing_address.${part}`, 'mailing_address', mailing[part], nearest)
  report.statements += 6 - different.length
}

/** NPPES code values. */
const kindByType = { '05': 'medicaid', '01': 'other' } as const

interface IdentifierCells extends Omit<Identifier, 'kind'> {
  readonly kind: Identifier['kind'] | null
}

/** Checks that each identifier has the type, state and issuer of its slot, and is not a possible tax number. */
export function checkIdentifiers(
  identifiers: readonly Identifier[],
  rows: NpiEvidence,
  report: CardReport,
): void {
  if (identifiers.length === 0) return
  const slots = readIdentifiers(rows)
  identifiers.forEach((identifier, index) => {
    const { kind, number, state, issuer } = identifier
    const isRegistered = slots.some(
      (slot) =>
        slot.kind === kind &&
        slot.number === number &&
        slot.state === state &&
        // Only identifiers of type `other` have an issuer.
        (issuer === null || (kind === 'other' && slot.issuer === issuer)),
    )
    report.check(isRegistered, `identifiers[${index}]`, 'identifier', identifier)
    report.check(!isTaxNumber(identifier, rows), `identifiers[${index}]`, 'identifier_for_taxes', identifier)
  })
}

function readIdentifiers({ current }: NpiEvidence): readonly IdentifierCells[] {
  const found: IdentifierCells[] = []
  for (let slot = 1; slot <= 50; slot++) {
    const cell = (name: string): string | null =>
      cellValue(current?.get(`other provider identifier${name}_${slot}`))
    const number = cell('')
    if (number === null) continue
    const type = cell(' type code') as keyof typeof kindByType
    const state = cell(' state')
    found.push({
      kind: kindByType[type] ?? null,
      number,
      state: state?.length === 2 ? state : null,
      issuer: cell(' issuer'),
    })
  }
  return found
}

/** Whether a number has the form of an SSN or EIN, has such an issuer, or has nine digits and is not a Medicaid number. */
function isTaxNumber({ kind, number, issuer }: Identifier, rows: NpiEvidence): boolean {
  return (
    /^\d{3}[- ]\d\d[- ]\d{4}$|^\d\d-\d{7}$/.test(number) ||
    /\b(?:SSN|SOCIAL SECURITY|F?EIN|TIN|TAX (?:ID|NUMBER))\b/.test(issuer ?? '') ||
    (kind === 'other' && !rows.isOrganization() && /^\d{9}$/.test(number))
  )
}

type Numbers = Pick<LocationCard, 'address' | 'phone' | 'phone_extension' | 'fax'>

/**
 * Checks that a fax number and an extension are from an address of the NPI in this building; an extension may also be observed
 * there.
 */
export function checkNumbers(
  { address, phone, phone_extension: extension, fax }: Numbers,
  rows: NpiEvidence | null,
  field: string,
  report: CardReport,
): void {
  if (fax === null && extension === null) return
  const here = (rows?.practiceAddresses() ?? []).filter((cells) => isSameBuilding(address, cells))
  if (fax !== null)
    report.check(
      here.some(({ faxes }) => faxes.includes(toNationalDigits(fax))),
      `${field}fax`,
      'fax',
      fax,
    )
  if (extension === null) return
  const digits = phone === null ? null : toNationalDigits(phone)
  const isStated =
    digits !== null &&
    (here.some(({ phones, extensions }) => phones.includes(digits) && extensions.includes(extension)) ||
      (rows !== null &&
        findObservationsAt(address, rows).some(
          ({ observed }) =>
            observed.phones?.includes(digits) && observed.extensions?.includes(extension) === true,
        )))
  report.check(isStated, `${field}phone_extension`, 'phone_extension', extension)
}

/**
 * Checks codes with their names and licenses, whose number or state may be left out; `primary` must be the code that the row
 * marks.
 */
export function checkSpecialties(
  specialties: ProviderCard['specialties'],
  registered: readonly TaxonomyCells[],
  primary: string | undefined,
  { evidence }: Context,
  report: CardReport,
): void {
  specialties.forEach(({ code, name, primary: isPrimary, licenses }, index) => {
    const slots = registered.filter((taxonomy) => taxonomy.code === code)
    const field = `specialties[${index}]`
    report.check(slots.length > 0, `${field}.code`, 'specialty', code)
    report.check(listTaxonomyNames(code, evidence).includes(name), `${field}.name`, 'specialty_name', name)
    report.check(!isPrimary || code === primary, `${field}.primary`, 'primary_specialty', code)
    licenses.forEach(({ state, number }, licenseIndex) => {
      const isRegistered = slots.some(
        (slot) =>
          (number === null || slot.license === number) && (state === null || slot.licenseState === state),
      )
      report.check(isRegistered, `${field}.licenses[${licenseIndex}]`, 'license', `${number} ${state}`)
    })
  })
}

/** Checks that each date equals its column in the current row. */
export function checkDates(
  card: Pick<ProviderCard, 'enumerated_on' | 'updated_on'>,
  rows: NpiEvidence | null,
  report: CardReport,
): void {
  const dates = { enumerated_on: 'provider enumeration date', updated_on: 'last update date' } as const
  for (const field of Object.keys(dates) as (keyof typeof dates)[]) {
    const claimed = card[field]
    const cell = rows?.current?.get(dates[field])
    report.check(claimed === null || claimed === parseDate(cell), field, 'date', claimed)
  }
}
