/** An OpenAI-compatible endpoint on its own port, with the built-in model and a common offset of all vectors. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { readStaticModel } from './static-model.ts'

interface EmbeddingRequest {
  readonly url: string | undefined
  readonly authorization: string | undefined
  readonly body: { readonly model: string; readonly input: readonly string[] }
}

/** Responds to a request, the `count`th from 1. */
export type Respond = (response: ServerResponse, request: EmbeddingRequest, count: number) => unknown

/** Disposal closes its connections. */
export class EmbeddingEndpoint implements AsyncDisposable {
  readonly requests: EmbeddingRequest[] = []
  /** Tests may change it while the endpoint runs. */
  respond: Respond
  atOnceMax = 0
  #atOnce = 0
  readonly #server

  private constructor(respond: Respond) {
    this.respond = respond
    this.#server = createServer((request, response) => void this.#answer(request, response))
  }

  static async start(respond: Respond = sendVectors): Promise<EmbeddingEndpoint> {
    const endpoint = new EmbeddingEndpoint(respond)
    endpoint.#server.listen(0, '127.0.0.1')
    await once(endpoint.#server, 'listening')
    return endpoint
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`
  }

  async #answer(message: IncomingMessage, response: ServerResponse): Promise<void> {
    this.atOnceMax = Math.max(this.atOnceMax, ++this.#atOnce)
    response.on('close', () => this.#atOnce--)
    const body = (await json(message)) as EmbeddingRequest['body']
    const { url, headers } = message
    const request = { url, authorization: headers.authorization, body }
    const count = this.requests.push(request)
    await this.respond(response, request, count)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }
}

const model = readStaticModel()

/** The common offset of all vectors, in each of their numbers. */
const corner = 0.2

/** In another order than requested, as the protocol allows. */
export function sendVectors(response: ServerResponse, { body: { input } }: EmbeddingRequest): void {
  const data = input
    .map((text, index) => ({ index, embedding: [...model.embed(text)].map((value) => value + corner) }))
    .toReversed()
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ object: 'list', data }))
}
