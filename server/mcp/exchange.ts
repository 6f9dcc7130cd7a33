/** What a message of a client needs from the service: a request to the directory, and what MCP adds to it. */
import type { ResourceLink } from '@modelcontextprotocol/server'
import {
  type DirectoryOptions,
  DirectoryRequest,
  type RecordKind,
  type RequestOptions,
} from '../operations/directory-request.ts'

export interface McpDirectoryOptions extends DirectoryOptions {
  /** The scheme of resource URIs. */
  readonly serviceName: string
}

interface ExchangeOptions extends RequestOptions {
  /** The method of the message. */
  readonly method: string
  /** For the log. */
  readonly requestId: string
}

export class Exchange extends DirectoryRequest {
  readonly method: string
  readonly requestId: string
  readonly #scheme: string
  /** The JSON of the response; null if the SDK answered with an error. */
  response: string | null = null

  constructor(options: McpDirectoryOptions, { method, requestId, ...request }: ExchangeOptions) {
    super(options, request)
    this.method = method
    this.requestId = requestId
    this.#scheme = options.serviceName
  }

  /** A link to the resource of a record. */
  link(kind: RecordKind, id: string, name: string): ResourceLink {
    const uri = `${this.#scheme}://${kind}/${id}`
    return { type: 'resource_link', uri, name, mimeType: 'application/json' }
  }
}
