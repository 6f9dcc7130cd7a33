/** The cancellation of a request by its client. */
import type { Socket } from 'node:net'
import type { FastifyRequest } from 'fastify'

/** A signal that is aborted once the client has disconnected; cheaper than an AbortController and a listener for each request. */
export class ConnectionSignal {
  readonly #socket: Socket

  constructor({ raw: { socket } }: FastifyRequest) {
    this.#socket = socket
  }

  get aborted(): boolean {
    return this.#socket.destroyed
  }
}
