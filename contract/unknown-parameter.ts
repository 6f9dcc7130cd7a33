/** Rejects unknown parameters: a filter that is silently ignored would give wrong results. */
import { ApiError } from './errors.ts'
import { quoteValue } from './quoted-value.ts'
import { suggest } from './suggest.ts'

/** Tracking parameters that other sites add to links; they are ignored. */
const trackingNames = /^(utm_.*|fbclid|gclid)$/

const credentialNames = /^(api[_-]?key|key|(access[_-]?)?token|authorization|x-api-key|secret)$/i

/** Names in other APIs, and the names here. */
const synonyms = new Map([
  ['lon', 'lng'],
  ['long', 'lng'],
  ['longitude', 'lng'],
  ['latitude', 'lat'],
  ['radius', 'radius_miles'],
  ['distance', 'radius_miles'],
  ['postal_code', 'zip'],
  ['zipcode', 'zip'],
  ['zip_code', 'zip'],
  ['insurance', 'carriers'],
  ['carrier', 'carriers'],
  ['payer', 'carriers'],
  ['plan', 'carriers'],
  ['first_name', 'name'],
  ['last_name', 'name'],
  ['organization_name', 'name'],
  ['name', 'last_name'],
  ['surname', 'last_name'],
  ['query', 'q'],
  ['search', 'q'],
  ['page', 'offset'],
  ['skip', 'offset'],
  ['per_page', 'limit'],
  ['page_size', 'limit'],
])

/** Filters of other directories. Here they are words of `q`, because `carriers` is the only filter. */
const textFilters =
  /^(?:special(?:i?ty|i?ties|ization)|taxonom(?:y|ies)|profession|provider_type|condition|symptoms?|diagnosis|lang|languages?|gender|sex|state|city|town|county|address|place|location|telehealth|accepting\w*|new_patients|age)$/

/**
 * The message never contains the value, because an unknown parameter may carry a credential.
 * @throws ApiError `unknown_parameter`, with the name that was probably meant
 */
export function rejectUnknownParameters(sent: Iterable<string>, valid: readonly string[]): void {
  for (const name of sent) {
    if (valid.includes(name) || trackingNames.test(name)) continue
    throw new ApiError(
      'unknown_parameter',
      `This operation has no parameter ${quoteValue(name)}; ${describeRemedy(name, valid)}.`,
    )
  }
}

function describeRemedy(name: string, valid: readonly string[]): string {
  if (credentialNames.test(name)) return 'send the key in the header Authorization: Bearer <API_KEY>'
  if (valid.length === 0) return 'it takes no query parameters'
  if (name === 'carriers') return 'only a search of clinicians can be filtered by carriers'
  const sentName = name.toLowerCase().split('[')[0]!
  const validName = [
    sentName,
    synonyms.get(sentName),
    sentName === '' || textFilters.test(sentName) ? null : suggest(sentName, valid),
  ].find((candidate) => candidate != null && valid.includes(candidate))
  if (validName !== undefined) return `the nearest valid name is ${validName}`
  if (valid.includes('q') && textFilters.test(sentName))
    return 'say it in q, for example q=heart doctor in Providence who speaks Spanish'
  return `its parameters are ${valid.join(', ')}`
}
