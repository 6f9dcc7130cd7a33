/** The table of tools: what each does. Their texts and schemas are in `@careatlas/contract/mcp-tools`. */
import { type McpToolArguments, type McpToolName, mcpTools } from '@careatlas/contract/mcp-tools'
import type { OperationId } from '@careatlas/contract/parameters'
import type { ParameterValues } from '@careatlas/contract/parse-parameters'
import { readToolArguments } from '@careatlas/contract/tool-arguments'
import type { InputRequiredResult } from '@modelcontextprotocol/server'
import { checkCoverage } from './check-coverage.ts'
import type { ClientContext } from './client-context.ts'
import type { Exchange } from './exchange.ts'
import type { Answer } from './fit-result.ts'
import { getLocation, getProvider } from './get-card.ts'
import { listCarriers } from './list-carriers.ts'
import { searchLocations, searchProviders } from './search.ts'

export interface Tool {
  /** A call counts as this operation. */
  readonly operation: OperationId
  /** Rejects with the errors of `readToolArguments` and of the operation. */
  run(
    values: ParameterValues,
    exchange: Exchange,
    client: ClientContext,
  ): Promise<Answer | InputRequiredResult>
}

type Run<Name extends McpToolName> = (
  values: McpToolArguments<Name>,
  exchange: Exchange,
  client: ClientContext,
) => Promise<Answer | InputRequiredResult>

function tool<Name extends McpToolName>(name: Name, operation: OperationId, run: Run<Name>): [Name, Tool] {
  return [
    name,
    {
      operation,
      run: async (values, exchange, client) => run(readToolArguments(name, values), exchange, client),
    },
  ]
}

/** In the order of the contract. */
export const tools: ReadonlyMap<string, Tool> = new Map<McpToolName, Tool>([
  tool('search_providers', 'searchProviders', searchProviders),
  tool('search_locations', 'searchLocations', searchLocations),
  tool('get_provider', 'getProvider', getProvider),
  tool('get_location', 'getLocation', getLocation),
  tool('check_coverage', 'listRegions', checkCoverage),
  tool('list_carriers', 'listCarriers', listCarriers),
] satisfies readonly (readonly [keyof typeof mcpTools, Tool])[])
