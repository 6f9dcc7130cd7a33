/** Puts JSON texts together: parsing and serializing a card again would dominate the cost of its call. */
import type { CallToolResult, JSONRPCResultResponse } from '@modelcontextprotocol/server'

/** Adds a field to the JSON of an object that has at least one. */
export function addField(object: string, name: string, value: string): string {
  return `${object.slice(0, -1)},"${name}":${value}}`
}

/**
 * The JSON of a response. A tool result without an error gets its text, if it is a JSON object, as its structured content
 * (MCP 2025-11-25, Tools, Structured Content).
 */
export function serializeResponse(response: JSONRPCResultResponse, method: string): string {
  const { isError, content } = response.result as Partial<CallToolResult>
  const [first] = content ?? []
  if (method !== 'tools/call' || isError || first?.type !== 'text' || !first.text.startsWith('{'))
    return JSON.stringify(response)
  const result = addField(JSON.stringify(response.result), 'structuredContent', first.text)
  return `{"jsonrpc":"2.0","id":${JSON.stringify(response.id)},"result":${result}}`
}
