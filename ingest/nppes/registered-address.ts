/** Parses an address of the registry with its telephone and fax number. */
import { phoneExtension, toE164 } from '@careatlas/directory/phone'
import { isUnitedStates, regionOfState } from '@careatlas/directory/region'
import type { RegisteredAddress } from '../facts/facts.ts'
import { cellText, cellTextInCapitals } from '../read/cell-text.ts'

/** The cells of the file. */
export interface AddressCells {
  readonly line1: string | undefined
  readonly line2: string | undefined
  readonly city: string | undefined
  readonly state: string | undefined
  readonly postalCode: string | undefined
  readonly country: string | undefined
  readonly phone: string | undefined
  readonly extension?: string | undefined
  readonly fax?: string | undefined
}

/** Null if the cells have no address. The state is the text of the registrant, which has any form for foreign addresses. */
export function parseRegisteredAddress(cells: AddressCells): RegisteredAddress | null {
  const line1 = parseAddressLine(cells.line1)
  const city = cellTextInCapitals(cells.city)
  const state = cellTextInCapitals(cells.state)
  const country = parseCountryCode(cells.country, state)
  const postalCode = cellTextInCapitals(cells.postalCode)
  const plus4 = isUnitedStates({ country }) ? /^\d{5}-?(\d{4})$/.exec(postalCode ?? '')?.[1] : undefined
  const fax = toE164(cellText(cells.fax), country, postalCode)
  if (line1 === null && city === null && postalCode === null) return null
  const phone = toE164(cellText(cells.phone), country, postalCode)
  const extension = phone === null ? null : parseExtension(cells)
  return {
    address: {
      line_1: line1,
      line_2: parseAddressLine(cells.line2),
      city,
      state,
      postal_code: isUnitedStates({ country }) ? trimZipCode(postalCode) : postalCode,
      country,
    },
    phone,
    ...(extension !== null && { extension }),
    ...(fax !== null && { fax }),
    ...(plus4 !== undefined && { plus4 }),
  }
}

/** Without the commas that some registrants write before the next line: `KM 11.7 PR-2,`. */
function parseAddressLine(cell: string | undefined): string | null {
  const line = cellTextInCapitals(cell)
  return line?.endsWith(',') === true ? line.replace(/[\s,]+$/, '') || null : line
}

/** The extension from its own column (`X 112`, `112`), or from the text after the number. */
function parseExtension({ extension, phone }: AddressCells): string | null {
  const digits = /^\D*(\d{1,10})$/.exec(cellText(extension) ?? '')?.[1]
  return digits ?? phoneExtension(cellText(phone))
}

/**
 * Registrants fill in the column "if outside U.S."; newer files also have `US`. `UM` with a state counts as `US`, because it
 * denotes uninhabited islands, and a registrant chose the wrong list entry.
 */
function parseCountryCode(cell: string | undefined, state: string | null): string {
  const code = cellTextInCapitals(cell)
  if (code === 'UM' && state !== 'UM' && regionOfState(state) !== null) return 'US'
  return code !== null && /^[A-Z]{2}$/.test(code) ? code : 'US'
}

/** The five digits of a ZIP code or ZIP+4. Other forms are foreign codes with the wrong country, and remain as they are. */
function trimZipCode(text: string | null): string | null {
  return text !== null && /^\d{5}(-?\d{4})?$/.test(text) ? text.slice(0, 5) : text
}
