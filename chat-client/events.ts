/** The events of an instance, for the code of the page. */
import { callSafely } from './call-safely.ts'
import type { ServiceChatEvents } from './service-chat.ts'

export type EventName = keyof ServiceChatEvents
type Listener = (detail: never) => void

export class Events {
  readonly #listeners = new Map<string, Set<Listener>>()

  /** Throws TypeError if there is no such event, or `listener` is not a function. */
  on(event: EventName, listener: Listener): void {
    if (!/^(?:ready|authchange|message|error|open|close)$/.test(event))
      throw new TypeError('event is not valid')
    if (typeof listener !== 'function') throw new TypeError('listener is not valid')
    this.#listeners.set(event, (this.#listeners.get(event) ?? new Set()).add(listener))
  }

  off(event: EventName, listener: Listener): void {
    this.#listeners.get(event)?.delete(listener)
  }

  /** In a microtask, because a listener may call the chat again, which must have completed its change by then. */
  emit<Event extends EventName>(event: Event, detail: ServiceChatEvents[Event]): void {
    queueMicrotask(() => {
      // A copy, because a listener may remove and add itself.
      for (const listener of new Set(this.#listeners.get(event)))
        if (this.#listeners.get(event)?.has(listener)) callSafely(() => listener(detail as never))
    })
  }

  clear(): void {
    this.#listeners.clear()
  }
}
