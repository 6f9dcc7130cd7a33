/** Rejects parameters that an operation does not have, because ignoring a filter silently would return wrong results. */
import { closest } from 'fastest-levenshtein'
import { ApiError } from './errors.ts'
import { quotedValue } from './quoted-value.ts'

/** Tracking parameters that mail programs and social networks add to links; they are ignored. */
const trackingMarks = /^(utm_.*|fbclid|gclid)$/

const credentialNames = /^(api[_-]?key|key|(access[_-]?)?token|authorization|x-api-key|secret)$/i

/** Names that other directories use, where edit distance would suggest the wrong parameter. */
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
 * The message never contains a value, because an unknown parameter may hold a credential.
 * @throws ApiError `unknown_parameter`, naming the nearest valid name
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
