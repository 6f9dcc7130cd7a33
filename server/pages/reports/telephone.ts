/** Telephone numbers of offices in reports. */
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'

/** Longer than any number with spaces and brackets. */
const lengthMax = 32

/** The country calling code of the US and its territories. */
const callingCode = '1'

/** The E.164 form of a US number; null for any other text, an extension or a premium-rate number. */
export function parseOfficePhone(text: string): string | null {
  if (text.length > lengthMax) return null
  const number = parsePhoneNumberFromString(text, { defaultCountry: 'US', extract: false })
  if (!number?.isValid() || number.countryCallingCode !== callingCode || number.ext !== undefined) return null
  return number.getType() === 'PREMIUM_RATE' ? null : number.number
}
