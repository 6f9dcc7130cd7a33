/** For tests: an OpenAI-compatible endpoint that sends the vectors of the built-in model, all shifted by the same offset. */
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

/** Responds to a request; the first request has the number 1. */
export type Respond = (response: ServerResponse, request: EmbeddingRequest, requestNumber: number) => unknown

/** Disposal closes its connections. */
export class EmbeddingEndpoint implements AsyncDisposable {
  readonly requests: EmbeddingRequest[] = []
  /** Tests may change it while the endpoint runs. */
  respond: Respond
  /** The highest number of concurrent requests so far. */
  concurrentMax = 0
  #concurrent = 0
  readonly #server

  private constructor(respond: Respond) {
    this.respond = respond
    this.#server = createServer((request, response) => void this.#handle(request, response))
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

  async #handle(message: IncomingMessage, response: ServerResponse): Promise<void> {
    this.concurrentMax = Math.max(this.concurrentMax, ++this.#concurrent)
    response.on('close', () => this.#concurrent--)
    const body = (await json(message)) as EmbeddingRequest['body']
    const { url, headers } = message
    const request = { url, authorization: headers.authorization, body }
    const requestNumber = this.requests.push(request)
    await this.respond(response, request, requestNumber)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }
}

const model = readStaticModel()

/** Added to each number of each vector, because the vectors of many models have a mean far from zero. */
const offset = 0.2

/** Sends the vectors in reverse order, as the protocol allows. */
export function sendVectors(response: ServerResponse, { body: { input } }: EmbeddingRequest): void {
  const data = input
    .map((text, index) => ({ index, embedding: [...model.embed(text)].map((value) => value + offset) }))
    .toReversed()
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ object: 'list', data }))
}
