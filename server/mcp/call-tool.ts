/** Calls a tool: the answer of its table entry as structured content and text, or an error that a model can act on. */
import type { ParameterValues } from '@careatlas/contract/parse-parameters'
import { quoteValue } from '@careatlas/contract/quoted-value'
import {
  type CallToolResult,
  type InputRequiredResult,
  isInputRequiredResult,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server'
import type { ClientContext } from './client-context.ts'
import type { Exchange } from './exchange.ts'
import type { Answer } from './fit-result.ts'
import type { ReportFailure } from './report-failure.ts'
import { tools } from './tools.ts'

export type CallTool = (
  name: string,
  values: ParameterValues,
  exchange: Exchange,
  client: ClientContext,
) => Promise<CallToolResult | InputRequiredResult>

/** The function rejects with ProtocolError for an unknown tool; all other errors are results. */
export function createToolCaller(reportFailure: ReportFailure): CallTool {
  return async (name, values, exchange, client) => {
    const tool = tools.get(name)
    if (tool === undefined) throw unknownTool(name)
    try {
      // A tool may run several operations on the snapshot.
      const answer = await exchange.directory.holdWhile(tool.run(values, exchange, client))
      return isInputRequiredResult(answer) ? answer : toResult(answer)
    } catch (error) {
      const text = JSON.stringify(reportFailure(error, exchange))
      return { isError: true, content: [{ type: 'text', text }] }
    }
  }
}

/** The text becomes the structured content when the response is serialized. */
function toResult({ text, links }: Answer): CallToolResult {
  return { content: [{ type: 'text', text }, ...links] }
}

function unknownTool(name: string): ProtocolError {
  const names = [...tools.keys()].join(', ')
  return new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `There is no tool ${quoteValue(name)}; the tools are ${names}.`,
  )
}
