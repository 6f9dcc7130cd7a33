/** Parses telephone numbers to E.164 (`+14015550100`), or null if the number is ambiguous. */
import { isMilitaryZip } from './military-mail.ts'

/**
 * Parses a number from a source; `country` is ISO 3166-1 alpha-2. Extensions are dropped.
 * In a country of the North American Numbering Plan (NANP), ten digits suffice; elsewhere a number needs `+` and its country code.
 * At a military post overseas, by its ZIP code, ten digits with a prefix of the Defense Switched Network give null.
 */
export function toE164(
  text: string | null,
  country: string,
  postalCode: string | null = null,
): string | null {
  if (text === null) return null
  const main = text.replace(extension, '').trim()
  const digits = main.replaceAll(/\D/g, '')
  if (main.startsWith('+') && !digits.startsWith('1'))
    return /^[2-9]\d{7,14}$/.test(digits) ? `+${digits}` : null
  if (!main.startsWith('+') && !nanpCountries.has(country)) return null
  const national = digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits
  if (dsnPrefix.test(national) && isMilitaryZip(postalCode ?? '')) return null
  return nanpNumber.test(national) ? `+1${national}` : null
}

/** The digits of an extension after a number (`401-555-0100 ext. 12`); null if there are none, or more than ten. */
export function phoneExtension(text: string | null): string | null {
  const digits = text === null ? undefined : extension.exec(text)?.[1]
  return digits !== undefined && digits.length <= 10 ? digits : null
}

const extension = /\s*[,;/]?\s*(?:x|xt|ext|extn|extension|#)[\s.:]*(\d+)\s*$/i

/**
 * Area code and exchange start with 2 to 9 and do not end in 11; area codes with a middle 9 are reserved (NANPA). The exchange of
 * a toll-free number may end in 11, because such numbers are always dialed with the area code: 800 411 0100.
 */
const nanpNumber = /^(?:8(?:00|33|44|55|66|77|88)[2-9]\d\d|[2-9](?!11)[0-8]\d[2-9](?!11)\d\d)\d{4}$/

/** Prefixes of the Defense Switched Network: 312 in the United States to 318 in Southwest Asia (DoDI 8100.04). */
const dsnPrefix = /^31[2-8]/

/** Countries and territories that share country code 1. */
const nanpCountries = new Set(
  'US PR VI GU AS MP UM CA AG AI BB BM BS DM DO GD JM KN KY LC MS SX TC TT VC VG'.split(' '),
)
