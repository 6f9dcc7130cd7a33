/** Calls a tool: the answer of its table entry as structured content and text, or an error that a model can act on. */
import { ApiError, toErrorEnvelope } from '@careatlas/contract/errors'
import type { ParameterValues } from '@careatlas/contract/parse-parameters'
import { type CallToolResult, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import type { Logger } from 'pino'
import { isPossibleDiskFault } from '../snapshots/is-possible-disk-fault.ts'
import type { Exchange } from './exchange.ts'
import type { Answer } from './fit-result.ts'
import { tools } from './tools.ts'

export type CallTool = (name: string, values: ParameterValues, exchange: Exchange) => Promise<CallToolResult>

export interface CallToolOptions {
  readonly log: Logger
  readonly suspectCorruption: () => void
}

export function createToolCaller({ log, suspectCorruption }: CallToolOptions): CallTool {
  function toError(thrown: unknown, { requestId, url }: Exchange): CallToolResult {
    if (!(thrown instanceof ApiError)) log.error({ requestId, err: thrown }, 'failed')
    else if (thrown.status >= 500)
      log.error({ requestId, status: thrown.status, code: thrown.code }, 'failed')
    if (isPossibleDiskFault(thrown)) suspectCorruption()
    return { isError: true, content: [{ type: 'text', text: JSON.stringify(toErrorEnvelope(thrown, url)) }] }
  }

  return async (name, values, exchange) => {
    const tool = tools.get(name)
    if (tool === undefined)
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        `There is no tool ${JSON.stringify(name)}; the tools are ${[...tools.keys()].join(', ')}.`,
      )
    try {
      // A tool may run several operations on the snapshot.
      return toResult(await exchange.directory.holdWhile(tool.run(values, exchange)))
    } catch (error) {
      return toError(error, exchange)
    }
  }
}

function toResult({ content, links }: Answer): CallToolResult {
  return {
    content: [{ type: 'text', text: JSON.stringify(content) }, ...links],
    structuredContent: content,
  }
}
