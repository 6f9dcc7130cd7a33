/** For tests: the smallest valid request to the MCP endpoint. */

/** A `ping` of revision 2025-11-25, which only checks the credential of `headers`. */
export function mcpPing(headers: Readonly<Record<string, string>> = {}): RequestInit {
  return {
    method: 'POST',
    headers: {
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      'mcp-protocol-version': '2025-11-25',
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
  }
}
