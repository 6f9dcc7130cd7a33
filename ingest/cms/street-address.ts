/** Parses the address of a place of care in a file other than the registry. */
import { normalizeAddress } from '@careatlas/directory/address'
import { regionOfState, regionsOfZip3 } from '@careatlas/directory/region'
import type { RegisteredAddress } from '../facts/facts.ts'
import { parseRegisteredAddress } from '../nppes/registered-address.ts'
import { cellValue } from '../read/cell-text.ts'

/** The cells of a file that lists places in the United States and its territories. */
export interface StreetAddressCells {
  readonly line1: string | undefined
  readonly line2?: string | undefined
  readonly city: string | undefined
  readonly state: string | undefined
  readonly zip: string | undefined
  readonly phone: string | undefined
}

/** The town and telephone number of a place with only a post-office box; null if the cells have a street, or no town. */
export function parseTownAddress(cells: StreetAddressCells): RegisteredAddress | null {
  const registered = parseAddress(cells)
  if (registered === null || hasStreet(registered)) return null
  const { address } = registered
  const isBox = address.line_1 !== null && address.city !== null && address.postal_code !== null
  return isBox ? { ...registered, address: { ...address, line_1: null, line_2: null } } : null
}

/**
 * Null without a street line, for a post-office box, and without both city and ZIP code. If a cell has several telephone
 * numbers (`603-555-0101 Or 603-555-0102`), the first one counts.
 */
export function parseStreetAddress(cells: StreetAddressCells): RegisteredAddress | null {
  const registered = parseAddress(cells)
  if (registered === null || !hasStreet(registered)) return null
  const { city, postal_code } = registered.address
  return city === null && postal_code === null ? null : registered
}

function parseAddress(cells: StreetAddressCells): RegisteredAddress | null {
  const state = cellValue(cells.state)
  return parseRegisteredAddress({
    line1: cellValue(cells.line1) ?? undefined,
    line2: cellValue(cells.line2) ?? undefined,
    city: cellValue(cells.city) ?? undefined,
    state: state ?? undefined,
    postalCode: parseZipCode(cells.zip, state) ?? undefined,
    country: 'US',
    phone: cells.phone?.split(/\bor\b/i, 1)[0],
  })
}

function hasStreet({ address }: RegisteredAddress): boolean {
  return !noStreetPattern.test(normalizeAddress(address).line)
}

const noStreetPattern = /^(?:|PO BOX .*|CALLER|GENERAL DELIVERY)$/

/**
 * The digits of a ZIP code or ZIP+4; null for any other text. Restores leading zeros, which a program dropped, if the restored
 * code is in the state of the row (`2139` in MA, `659` in PR).
 */
function parseZipCode(cell: string | undefined, state: string | null): string | null {
  const digits = cellValue(cell)?.replace(/^(\d{5})-(\d{4})$/, '$1$2') ?? ''
  if (/^(?:\d{5}|\d{9})$/.test(digits)) return digits
  if (!/^(?:\d{3,4}|\d{7,8})$/.test(digits)) return null
  const padded = digits.padStart(digits.length < 5 ? 5 : 9, '0')
  const region = regionOfState(state)?.code
  return region !== undefined && regionsOfZip3(padded.slice(0, 3)).includes(region) ? padded : null
}
