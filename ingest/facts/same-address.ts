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

/** Compares street and unit in standard spelling: `100 E MAIN ST STE 4` is `100 EAST MAIN STREET, SUITE 4`. */
export function areSameUnit(one: Address, other: Address): boolean {
  if (houseNumber(one) !== houseNumber(other) || one.city !== other.city) return false
  const [here, there] = [normalizeAddress(one), normalizeAddress(other)]
  return here.line === there.line && here.unit === there.unit
}

/** A cheap first test: most mailing addresses have another house number. */
function houseNumber({ line_1 }: Address): string {
  return /^\d*/.exec(line_1 ?? '')![0]
}

/** Street line and ZIP code in standard spelling, which are all that an observation has of an address. */
export function streetAndZip(address: Address): string {
  const { line, zip5 } = normalizeAddress(address)
  return `${line}|${zip5}`
}
