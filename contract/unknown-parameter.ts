/** Rejects unknown parameters: a filter that is silently ignored would give wrong results. */
import { closest } from 'fastest-levenshtein'
import { ApiError } from './errors.ts'
import { quotedValue } from './quoted-value.ts'

/** Tracking parameters that other sites add to links; they are ignored. */
const trackingNames = /^(utm_.*|fbclid|gclid)$/

const credentialNames = /^(api[_-]?key|key|(access[_-]?)?token|authorization|x-api-key|secret)$/i

/** Names in other APIs whose nearest valid name by spelling would be wrong. */
const synonyms = new Map([
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
 * The message never contains the value, because an unknown parameter may carry a credential.
 * @throws ApiError `unknown_parameter`, with the nearest valid name
 */
export function refuseUnknown(sent: Iterable<string>, valid: readonly string[]): void {
  for (const name of sent) {
    if (valid.includes(name) || trackingNames.test(name)) continue
    throw new ApiError(
      'unknown_parameter',
      `This operation has no parameter ${quotedValue(name)}; ${advice(name, valid)}.`,
    )
  }
}

function advice(name: string, valid: readonly string[]): string {
  if (credentialNames.test(name)) return 'send the key in the header Authorization: Bearer <API_KEY>'
  if (valid.length === 0) return 'it takes no query parameters'
  if (name === 'carriers') return 'only GET /v1/providers can be filtered by carriers'
  const same = synonyms.get(name)
  return `the nearest valid name is ${same !== undefined && valid.includes(same) ? same : closest(name, valid)}`
}
