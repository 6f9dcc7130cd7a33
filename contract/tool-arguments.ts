/** Reads the arguments of an MCP tool call, with the error messages of REST parameters. */
import { ApiError } from './errors.ts'
import { type McpToolArguments, type McpToolName, mcpTools, toolInputs } from './mcp-tools.ts'
import { invalidValueError, formatValue, type ParameterValues } from './parse-parameters.ts'
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
  const argument = String(parsed.error.issues[0]?.path[0])
  if (values[argument] === undefined) throw new ApiError('missing_parameter', `${argument} is required.`)
  throw invalidValueError(shape, argument, formatValue(values[argument]))
}
