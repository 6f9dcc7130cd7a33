/** The same question as a request of REST and as a tool call of MCP. */
import type { Request } from '../search/candidate-engine.ts'

export type Surface = 'REST' | 'MCP'

const revision = '2026-07-28'

const meta = {
  'io.modelcontextprotocol/protocolVersion': revision,
  'io.modelcontextprotocol/clientInfo': { name: 'benchmark', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
}

/** The bytes of the request, without compression. */
export function encodeQuestion(question: Request, surface: Surface, { host }: URL): Buffer {
  if (surface === 'REST')
    return Buffer.from(
      `GET ${restPath(question)} HTTP/1.1\r\nHost: ${host}\r\nAccept: application/json\r\nAccept-Encoding: identity\r\n\r\n`,
    )
  const call = toolCall(question)
  const body = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { ...call, _meta: meta },
  })
  const headers = [
    `Host: ${host}`,
    'Content-Type: application/json',
    'Accept: application/json, text/event-stream',
    'Accept-Encoding: identity',
    `MCP-Protocol-Version: ${revision}`,
    'Mcp-Method: tools/call',
    `Mcp-Name: ${call.name}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
  ]
  return Buffer.from(`POST /mcp HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n${body}`)
}

function restPath(question: Request): string {
  if (question.kind === 'card') return `/v1/providers/${question.npi}`
  const parameters = Object.entries(question.parameters).map(([name, value]) => [name, String(value)])
  return `/v1/${question.kind}?${new URLSearchParams(Object.fromEntries(parameters)).toString()}`
}

function toolCall(question: Request) {
  return question.kind === 'card'
    ? { name: 'get_provider', arguments: { npi: question.npi } }
    : { name: `search_${question.kind}`, arguments: question.parameters }
}

/** The text of a tool result, which a model reads. Throws if the call failed. */
export function readToolText(body: string): string {
  const { result } = JSON.parse(body) as {
    readonly result?: { readonly isError?: boolean; readonly content: readonly { readonly text?: string }[] }
  }
  const text = result?.content[0]?.text
  if (text === undefined || result?.isError) throw new Error(`The tool failed: ${body.slice(0, 500)}`)
  return text
}
