/** Compares two addresses of one NPI. */
import type { Address } from '@careatlas/contract/cards'
import { normalizeAddress } from '@careatlas/directory/address'

/** Compares the cells exactly: `STE 4` is not `SUITE 4`. */
export function areSameAddress(one: Address, other: Address): boolean {
  return (
    one.line_1 === other.line_1 &&
    one.line_2 === other.line_2 &&
    one.city === other.city &&
    one.state === other.state &&
    one.postal_code === other.postal_code &&
    one.country === other.country
  )
}

/**
 * Compares street and unit in standard spelling: `100 E MAIN ST STE 4` is `100 EAST MAIN STREET, SUITE 4`. The mail may also go to
 * a unit, not called a suite or an office, of a building that is registered without one.
 */
export function isSameHome(mailing: Address, practice: Address): boolean {
  if (houseNumber(mailing) !== houseNumber(practice) || mailing.city !== practice.city) return false
  const [here, there] = [normalizeAddress(mailing), normalizeAddress(practice)]
  const isUnitLeftOut = there.unit === '' && !office.test(`${mailing.line_1} ${mailing.line_2}`)
  return here.line === there.line && (here.unit === there.unit || isUnitLeftOut)
}

const office = /\b(?:STE|SUITE|OFC|OFFICE|FL|FLOOR|BLDG|BUILDING|RM|ROOM|DEPT)\b/i

/** A cheap first test: most mailing addresses have another house number. */
function houseNumber({ line_1 }: Address): string {
  return /^\d*/.exec(line_1 ?? '')![0]
}

/** Street line and ZIP code in standard spelling, which are all that an observation has of an address. */
export function streetAndZip(address: Address): string {
  const { line, zip5 } = normalizeAddress(address)
  return `${line}|${zip5}`
}
