/** A raw query string in, the typed parameters of one operation out, or a refusal that names the parameter and the rule. */
import type * as z from 'zod'
import { ApiError } from './errors.ts'
import { LocationPath, queries, type OperationId, type ParametersOf } from './parameters.ts'
import { codecs } from './parameter-codecs.ts'
import { checkSearch } from './parameter-rules.ts'
import { readQueryString, type QueryString } from './query-string.ts'
import { quotedValue } from './quoted-value.ts'
import { refuseUnknown } from './unknown-parameter.ts'

/**
 * @param search the raw query string of the URL, with or without `?`
 * @throws ApiError `unknown_parameter`, `invalid_parameter`, `missing_parameter`, `conflicting_parameters`,
 *   `page_out_of_range`
 */
export function parseParameters<Id extends OperationId>(operation: Id, search: string): ParametersOf<Id> {
  const { shape } = queries[operation]
  const sent = readQueryString(search)
  refuseUnknown(sent.keys(), Object.keys(shape))
  const parsed = schemas[operation].safeParse(valuesOf(shape, sent))
  if (!parsed.success) throw invalid(shape, sent, parsed.error)
  if (operation === 'searchProviders' || operation === 'searchLocations') checkSearch(parsed.data)
  return parsed.data
}

/**
 * A `location_uuid` of a path, in lower case.
 * @throws ApiError `invalid_parameter`
 */
export function parseLocationUuid(text: string): string {
  if (LocationPath.shape.location_uuid.safeParse(text).success) return text.toLowerCase()
  throw new ApiError('invalid_parameter', `location_uuid must be a UUID; got ${quotedValue(text)}.`)
}

/** The schemas, seen by what they give. */
const schemas: { readonly [Id in OperationId]: z.ZodType<ParametersOf<Id>> } = queries

type Shape = Readonly<Record<string, z.ZodType>>

/** What was sent, read as each parameter is read; absent parameters stay absent. */
function valuesOf(shape: Shape, sent: QueryString): Readonly<Record<string, unknown>> {
  const values: Record<string, unknown> = {}
  for (const [name, schema] of Object.entries(shape)) {
    const { read, list } = codecs.get(schema)!
    const texts = sent.get(name) ?? []
    if (texts.length > 1 && list === undefined) {
      throw new ApiError('invalid_parameter', `${name} must be sent once; got ${texts.length} values.`)
    }
    const value = texts.length > 0 ? read(texts.join(',')) : undefined
    if (value !== undefined) values[name] = value
  }
  return values
}

/** The refusal of the first parameter that broke its rule. */
function invalid(shape: Shape, sent: QueryString, { issues }: z.ZodError): ApiError {
  const name = String(issues[0]?.path[0])
  const text = sent.get(name)?.join(',') ?? ''
  return new ApiError(
    'invalid_parameter',
    `${name} ${codecs.get(shape[name]!)!.rule}; got ${quotedValue(text)}.`,
  )
}
