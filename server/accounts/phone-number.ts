/** Normalizes telephone numbers to E.164. */
import { ApiError } from '@careatlas/contract/errors'
import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/mobile'

/** ISO 3166-1 codes; a number without a country code belongs to the first. */
export type PhoneCountries = readonly [CountryCode, ...CountryCode[]]

/** Null unless `list` is a comma-separated list of supported countries. */
export function parseCountries(list: string): PhoneCountries | null {
  const codes = list.split(',').map((code) => code.trim().toUpperCase())
  const [first, ...more] = codes.filter((code) => isSupportedCountry(code))
  return first !== undefined && more.length + 1 === codes.length ? [first, ...more] : null
}

/** Longer than any number with spaces and brackets. */
const lengthMax = 32

const written = /^[+\d\s().\u2010-\u2013-]+$/

/**
 * A number of one of `countries` that may be a mobile number. Premium-rate numbers are rejected, and fixed lines too where their
 * numbers can be distinguished. Throws `invalid_parameter`.
 */
export function parsePhone(text: string, countries: PhoneCountries): string {
  const number =
    text.length <= lengthMax && written.test(text)
      ? parsePhoneNumberFromString(text, { defaultCountry: countries[0], extract: false })
      : undefined
  if (!number?.isPossible()) throw refused('phone must be one mobile number, such as +1 401 555 0123.')
  if (!number.isValid())
    throw refused('phone must be one mobile number, not a fixed-line or premium-rate number.')
  if (number.country === undefined || !countries.includes(number.country))
    throw refused(`Codes can be sent only to these countries: ${countries.join(', ')}.`)
  return number.number
}

function refused(rule: string): ApiError {
  return new ApiError('invalid_parameter', rule)
}
