/** National Provider Identifiers: ten digits, the first 1 or 2, the last a check digit (45 CFR 162.406). */
import { ApiError } from '@careatlas/contract/errors'
import { npiPattern } from '@careatlas/contract/npi-pattern'
import { quoteValue } from '@careatlas/contract/quoted-value'

declare const brand: unique symbol

/** Ten digits with a valid check digit. The registry may not have issued it. */
export type Npi = string & { readonly [brand]: 'npi' }

/** Parses an NPI of a request or file; throws `invalid_npi` with the broken rule. */
export function parseNpi(text: string): Npi {
  if (!npiPattern.test(text)) {
    throw new ApiError('invalid_npi', `npi must be ten digits starting with 1 or 2; got ${quoteValue(text)}.`)
  }
  if (!isNpi(text)) throw new ApiError('invalid_npi', `npi must pass its check digit; got ${text}.`)
  return text
}

/** Whether `parseNpi` accepts the text. */
export function isNpi(text: string): text is Npi {
  return npiPattern.test(text) && checkDigit(text) === Number(text[9])
}

/** The NPI with these first nine digits: appends the check digit. `123456789` → `1234567893`. */
export function npiFromPayload(nineDigits: string): Npi {
  return parseNpi(`${nineDigits}${checkDigit(nineDigits)}`)
}

/** The sum that the prefix 80840 (health, United States) adds to the Luhn formula. */
const prefixSum = 24

/** Luhn formula over the first nine digits: every other digit doubled, starting with the last of the nine. */
function checkDigit(text: string): number {
  let sum = prefixSum
  for (let position = 0; position < 9; position++) {
    const digit = text.charCodeAt(position) - 48
    sum += position % 2 === 1 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2
  }
  return (10 - (sum % 10)) % 10
}
