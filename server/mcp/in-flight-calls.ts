/** The requests that are being answered, so that their client can cancel them: by `notifications/cancelled` or by disconnecting. */
import type { FastifyReply } from 'fastify'
import type { Message } from './message.ts'

/** A message with its sender: request ids are unique only within one session of one caller. */
export interface SentMessage {
  readonly message: Message
  readonly caller: string
  /** The session id of the client; null if it sent none. */
  readonly session: string | null
}

export class InFlightCalls {
  readonly #controllers = new Map<string, AbortController>()

  /** Returns a signal that is aborted if the client disconnects or cancels the request. */
  start({ message, ...sender }: SentMessage, reply: FastifyReply): AbortSignal {
    const controller = new AbortController()
    const key = keyOf(sender, message.id)
    if (key !== null) this.#controllers.set(key, controller)
    reply.raw.once('close', () => {
      if (key !== null && this.#controllers.get(key) === controller) this.#controllers.delete(key)
      if (!reply.raw.writableFinished) controller.abort()
    })
    return controller.signal
  }

  /** Aborts the request that a `notifications/cancelled` names, if it is from the same session. */
  cancel({ message, ...sender }: SentMessage): void {
    if (message.method !== 'notifications/cancelled') return
    const key = keyOf(sender, message.params['requestId'])
    if (key !== null) this.#controllers.get(key)?.abort()
  }
}

/** Null without a session or an id: such a request can be cancelled only by disconnecting. */
function keyOf({ caller, session }: Omit<SentMessage, 'message'>, id: unknown): string | null {
  if (session === null || (typeof id !== 'string' && typeof id !== 'number')) return null
  return JSON.stringify([caller, session, id])
}
