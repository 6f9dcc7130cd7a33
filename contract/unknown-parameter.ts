/** Refuses parameters an operation does not have: a filter silently ignored gives a wrong medical answer. */
import { closest } from 'fastest-levenshtein'
import { ApiError } from './errors.ts'
import { quotedValue } from './quoted-value.ts'

/** Marks that links collect on their way; they say nothing about the search. */
const trackingMarks = /^(utm_.*|fbclid|gclid)$/

const credentialNames = /^(api[_-]?key|key|(access[_-]?)?token|authorization|x-api-key|secret)$/i

/** What other directories call the same thing, where the spelling alone would lead elsewhere. */
const namesElsewhere = new Map([
  ['lon', 'lng'],
  ['long', 'lng'],
  ['longitude', 'lng'],
  ['latitude', 'lat'],
  ['radius', 'radius_miles'],
  ['distance', 'radius_miles'],
  ['postal_code', 'zip'],
  ['insurance', 'carriers'],
  ['query', 'q'],
  ['search', 'q'],
  ['page', 'offset'],
  ['skip', 'offset'],
  ['per_page', 'limit'],
  ['page_size', 'limit'],
])

/**
 * Values are never part of the message, since an unknown parameter may carry a credential.
 * @throws DirectoryError `unknown_parameter`, naming the nearest valid name
 */
export function refuseUnknown(sent: Iterable<string>, valid: readonly string[]): void {
  for (const name of sent) {
    if (valid.includes(name) || trackingMarks.test(name)) continue
    throw new ApiError(
      'unknown_parameter',
      `There is no parameter ${quotedValue(name)} here; ${advice(name, valid)}.`,
    )
  }
}

function advice(name: string, valid: readonly string[]): string {
  if (credentialNames.test(name)) return 'send the key in the header Authorization: Bearer <API_KEY>'
  if (valid.length === 0) return 'this operation takes no query parameters'
  if (name === 'carriers') return 'only GET /v1/providers is filtered by carriers'
  const same = namesElsewhere.get(name)
  return `the nearest valid name is ${same !== undefined && valid.includes(same) ? same : closest(name, valid)}`
}
