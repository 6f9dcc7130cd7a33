/** Reads the arguments of an MCP tool call, with the error messages of REST parameters. */
import type * as z from 'zod'
import { ApiError } from './errors.ts'
import { type McpToolArguments, type McpToolName, mcpTools, toolInputs } from './mcp-tools.ts'
import { formatValue, invalidValueError, type ParameterValues } from './parse-parameters.ts'
import { quoteValue } from './quoted-value.ts'
import { rejectUnknownParameters } from './unknown-parameter.ts'

/**
 * Checks the arguments one by one; the operation checks them together. An `undefined` value counts as absent.
 * @throws ApiError `unknown_parameter`, `invalid_parameter`, `missing_parameter`
 */
export function readToolArguments<Name extends McpToolName>(
  name: Name,
  values: ParameterValues,
): McpToolArguments<Name> {
  const { shape } = mcpTools[name].input
  rejectUnknownParameters(Object.keys(values), Object.keys(shape))
  const parsed = toolInputs[name].safeParse(values)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const argument = String(issue?.path[0])
  const value = values[argument]
  if (value === undefined) throw new ApiError('missing_parameter', `${argument} is required.`)
  if (issue?.code !== 'invalid_type') throw invalidValueError(shape, argument, quoteValue(formatValue(value)))
  const [, index] = issue.path
  const got = describeValue(typeof index === 'number' ? (value as readonly unknown[])[index] : value)
  const expected = typeNames[issue.expected] ?? issue.expected
  throw invalidValueError(shape, argument, `${got} instead of ${expected}`)
}

type TypeName = z.core.$ZodIssueInvalidType['expected']

const typeNames: { readonly [Name in TypeName]?: string } = {
  array: 'an array',
  int: 'an integer',
  number: 'a number',
  string: 'a string',
}

/** With its type, which the value alone does not show: the number 12345 is no ZIP code, and the string "12345" is. */
function describeValue(value: unknown): string {
  if (value === null) return 'null'
  if (typeof value === 'object') return Array.isArray(value) ? 'an array' : 'an object'
  return `the ${typeof value} ${quoteValue(formatValue(value))}`
}
