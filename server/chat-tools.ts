/** Gives the assistant of the chat the tools of the MCP server, in the same process. */
import { isInputRequiredResult } from '@modelcontextprotocol/server'
import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { DirectoryTools } from './chat/assistant/model/directory-tools.ts'
import { createToolCaller } from './mcp/call-tool.ts'
import type { ClientContext } from './mcp/client-context.ts'
import { Exchange, type McpDirectoryOptions } from './mcp/exchange.ts'
import { describeTools } from './mcp/list-tools.ts'
import { createFailureReport } from './mcp/report-failure.ts'

export interface ChatToolsOptions extends McpDirectoryOptions {
  readonly log: Logger
  /** The public URL of the service. */
  readonly url: () => string
}

export function createChatTools({ log, url, ...options }: ChatToolsOptions): DirectoryTools {
  const callTool = createToolCaller(createFailureReport(log, options.current))
  return {
    descriptions: describeTools({}),
    async call(name, values, { signal, location }) {
      const method = 'tools/call'
      const exchange = new Exchange(options, { signal, url: url(), method, requestId: randomUUID() })
      const client: ClientContext = { canAsk: false, answer: () => ({ kind: 'missing' }), location }
      const result = await callTool(name, values, exchange, client)
      signal.throwIfAborted()
      if (isInputRequiredResult(result)) throw new Error(`${name} asks a client that cannot answer`)
      const [content] = result.content
      if (content?.type !== 'text') throw new Error(`${name} has no text`)
      return { isError: result.isError === true, text: content.text }
    },
  }
}
