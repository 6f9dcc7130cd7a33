/** Normalizes telephone numbers to E.164. */
import { ApiError } from '@careatlas/contract/errors'
import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/mobile'

/** ISO 3166-1 codes; a number without a country calling code belongs to the first country. */
export type PhoneCountries = readonly [CountryCode, ...CountryCode[]]

/** Null unless `list` is a comma-separated list of supported countries. */
export function parseCountries(list: string): PhoneCountries | null {
  const codes = list.split(',').map((code) => code.trim().toUpperCase())
  const [first, ...more] = codes.filter((code) => isSupportedCountry(code))
  return first !== undefined && more.length + 1 === codes.length ? [first, ...more] : null
}

/** Longer than any number with spaces and brackets. */
const lengthMax = 32

const phonePattern = /^[+\d\s().\u2010-\u2013-]+$/

/**
 * Returns the E.164 form of a mobile number of one of `countries`; throws `invalid_parameter` for any other text. In countries whose
 * numbering plan does not distinguish mobile numbers from fixed lines, such as the US, both are accepted. Premium-rate numbers are
 * rejected.
 */
export function parsePhone(text: string, countries: PhoneCountries): string {
  const number =
    text.length <= lengthMax && phonePattern.test(text)
      ? parsePhoneNumberFromString(text, { defaultCountry: countries[0], extract: false })
      : undefined
  if (!number?.isPossible()) throw invalidPhone('phone must be one mobile number, such as +1 401 555 0123.')
  if (!number.isValid())
    throw invalidPhone('phone must be one mobile number, not a fixed-line or premium-rate number.')
  if (number.country === undefined || !countries.includes(number.country))
    throw invalidPhone(`Codes can be sent only to these countries: ${countries.join(', ')}.`)
  return number.number
}

function invalidPhone(rule: string): ApiError {
  return new ApiError('invalid_parameter', rule)
}
