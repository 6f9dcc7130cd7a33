/** Telephone numbers as people type them, to the one form by which a message reaches them (E.164). */
import { ApiError } from '@careatlas/contract/errors'
import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/mobile'

/** By ISO 3166-1; a number without its country is one of the first. */
export type PhoneCountries = readonly [CountryCode, ...CountryCode[]]

/** Null unless `list` names countries that have telephones, with commas between. */
export function parseCountries(list: string): PhoneCountries | null {
  const codes = list.split(',').map((code) => code.trim().toUpperCase())
  const [first, ...more] = codes.filter((code) => isSupportedCountry(code))
  return first !== undefined && more.length + 1 === codes.length ? [first, ...more] : null
}

/** Longer than any number is with blanks and brackets. */
const lengthMax = 32

const written = /^[+\d\s().\u2010-\u2013-]+$/

/**
 * A number of one of `countries` that may be a mobile one: where fixed lines have numbers of their own, and everywhere for numbers
 * that cost the caller or the called more, it is refused. Throws `invalid_parameter`.
 */
export function parsePhone(text: string, countries: PhoneCountries): string {
  const number =
    text.length <= lengthMax && written.test(text)
      ? parsePhoneNumberFromString(text, { defaultCountry: countries[0], extract: false })
      : undefined
  if (!number?.isPossible()) throw refused('phone must be one mobile number, such as +1 401 555 0123.')
  if (!number.isValid())
    throw refused(
      'phone must be one mobile number: not a fixed line, nor one that costs the caller or the called more.',
    )
  if (number.country === undefined || !countries.includes(number.country))
    throw refused(`Codes go to telephones of these countries alone: ${countries.join(', ')}.`)
  return number.number
}

function refused(rule: string): ApiError {
  return new ApiError('invalid_parameter', rule)
}
