/** For tests: the official client, connected to a server in each revision of the protocol. */
import { ErrorEnvelope } from '@careatlas/contract/envelopes'
import {
  type CallToolResult,
  Client,
  type ClientOptions,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client'
import type { Running } from '../running.fixture.ts'

/** The revisions of the contract. */
export const revisions = ['2026-07-28', '2025-11-25', '2025-06-18'] as const
export type Revision = (typeof revisions)[number]

export interface ConnectOptions extends ClientOptions {
  readonly revision?: Revision
  /** Default: the key of the server. */
  readonly credential?: string
}

/** Connects with a revision; it fails if the server does not serve it. */
export async function connect(
  { url, key }: Pick<Running, 'url' | 'key'>,
  { revision = '2026-07-28', credential = key, ...options }: ConnectOptions = {},
): Promise<Client & AsyncDisposable> {
  const supported = { supportedProtocolVersions: [revision] }
  const pinned = { versionNegotiation: { mode: { pin: revision } } }
  const client = new Client(
    { name: 'test', version: '1' },
    { ...options, ...(revision === '2026-07-28' ? pinned : supported) },
  )
  const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp`), {
    requestInit: { headers: { authorization: `Bearer ${credential}` } },
  })
  await client.connect(transport)
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.close() })
}

/** The error in the result of a tool; throws if the result is not an error. */
export function errorOf(result: CallToolResult): ErrorEnvelope['error'] {
  const [content] = result.content
  if (!result.isError || content?.type !== 'text') throw new Error(`not an error: ${JSON.stringify(result)}`)
  return ErrorEnvelope.parse(JSON.parse(content.text)).error
}
