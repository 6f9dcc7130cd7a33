/** The parameters of one operation, in two steps: text to values (REST only), then values to typed parameters (every surface). */
import type * as z from 'zod'
import { ApiError } from './errors.ts'
import { LocationPath, queries, type OperationId, type ParametersOf } from './parameters.ts'
import { codecs } from './parameter-codecs.ts'
import { checkSearch, checkSuggestionSearch } from './parameter-rules.ts'
import { readQueryString } from './query-string.ts'
import { quoteValue } from './quoted-value.ts'
import { rejectUnknownParameters } from './unknown-parameter.ts'

/** Parameter name → a value that is not validated yet, as JSON has it. */
export type ParameterValues = Readonly<Record<string, unknown>>

/**
 * Parses the query string of a REST request.
 * @param search the query string of the URL, with or without `?`
 * @throws ApiError as `decodeQuery` and `validateParameters` do
 */
export function parseParameters<Id extends OperationId>(operation: Id, search: string): ParametersOf<Id> {
  return validateParameters(operation, decodeQuery(operation, search))
}

/**
 * Decodes a query string with the codec of each parameter. A parameter that is absent has no value.
 * @throws ApiError `unknown_parameter`, or `invalid_parameter` for text that no codec reads, and for a parameter that is empty or
 * given twice
 */
export function decodeQuery(operation: OperationId, search: string): ParameterValues {
  const shape: Shape = queries[operation].shape
  const sent = readQueryString(search)
  rejectUnknownParameters(sent.keys(), Object.keys(shape))
  const values: Record<string, unknown> = {}
  for (const [name, schema] of Object.entries(shape)) {
    const { read, list } = codecs.get(schema)!
    const texts = sent.get(name) ?? []
    if (texts.length > 1 && list === undefined) {
      throw new ApiError('invalid_parameter', `${name} must be sent once; got ${texts.length} values.`)
    }
    if (texts.length === 0) continue
    const text = texts.join(',')
    if (texts.includes(''))
      throw new ApiError('invalid_parameter', `${name} must not be empty; send a value, or leave it out.`)
    values[name] = read(text)
    if (values[name] === null) throw invalidValueError(shape, name, quoteValue(text))
  }
  return values
}

/**
 * Checks values, one by one and together. An `undefined` value counts as absent.
 * @throws ApiError `unknown_parameter`, `invalid_parameter`, `missing_parameter`, `conflicting_parameters`, `page_out_of_range`
 */
export function validateParameters<Id extends OperationId>(
  operation: Id,
  values: ParameterValues,
): ParametersOf<Id> {
  const shape: Shape = queries[operation].shape
  rejectUnknownParameters(Object.keys(values), Object.keys(shape))
  const parsed = schemas[operation].safeParse(values)
  if (!parsed.success) {
    const name = String(parsed.error.issues[0]?.path[0])
    throw invalidValueError(shape, name, quoteValue(formatValue(values[name])))
  }
  if (operation === 'searchProviders' || operation === 'searchLocations') checkSearch(parsed.data)
  if (operation === 'suggest') checkSuggestionSearch(parsed.data)
  return parsed.data
}

/**
 * A `location_uuid` in lower case.
 * @throws ApiError `invalid_parameter`
 */
export function parseLocationUuid(text: string): string {
  if (LocationPath.shape.location_uuid.safeParse(text).success) return text.toLowerCase()
  throw new ApiError('invalid_parameter', `location_uuid must be a UUID; got ${quoteValue(text)}.`)
}

/** The same schemas, typed by their output. */
const schemas: { readonly [Id in OperationId]: z.ZodType<ParametersOf<Id>> } = queries

type Shape = Readonly<Record<string, z.ZodType>>

/** The error of a value that breaks the rule of its field; `got` describes the value. */
export function invalidValueError(shape: Shape, name: string, got: string): ApiError {
  const { rule } = codecs.get(shape[name]!)!
  return new ApiError('invalid_parameter', `${name} ${rule}; got ${got}.`)
}

/** Formats a value as in a query string. What is inside of an item is left out, because it may be deeper than the stack. */
export function formatValue(value: unknown): string {
  return Array.isArray(value) ? value.map(formatItem).join(',') : formatItem(value)
}

function formatItem(value: unknown): string {
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? '[…]' : '{…}'
  return String(value)
}
