/** What is kept when the page is reloaded: whether the chat is open, and the tokens that continue the conversation and the sign-in. */
import type { ChatSettings } from '../read-options.ts'
import { parseObject, readText } from '../parse-object.ts'

export interface SessionValues {
  readonly isOpen: boolean
  readonly resumeToken: string | null
  /** The conversation from before the sign-in, which the user may still keep. */
  readonly anonymousResumeToken: string | null
  /** The user of the latest sign-in; another one is not offered that conversation. */
  readonly subject: unknown
  /** Only after a verification in the chat. */
  readonly refreshToken: string | null
  /** The conversation that the user opens, until it is shown, or a new one, until the service has stored it. */
  readonly wanted: string | null
}

/** Those in use on this page. */
const names = new Set<string>()

export class StoredSession {
  readonly #name: string
  /** Null if the chat works without it. */
  #storage: Storage | null
  #values: SessionValues

  /** @param name differs for each service, partner and id of the container; a suffix keeps chats with the same name apart */
  constructor(name: string, kind: ChatSettings['storage']) {
    while (names.has(name)) name += '+'
    names.add(name)
    this.#name = name
    this.#storage = openStorage(kind)
    this.#values = read(this.#storage, name)
  }

  /** Another chat may have the name, so that nothing is stored anymore. */
  release(): void {
    this.#storage = null
    names.delete(this.#name)
  }

  get values(): SessionValues {
    return this.#values
  }

  /** With what other tabs have changed. */
  get newest(): SessionValues {
    return this.#storage ? read(this.#storage, this.#name) : this.#values
  }

  /** Keeps what other tabs have changed. */
  update(change: Partial<SessionValues>): void {
    this.#values = { ...this.#values, ...change }
    try {
      this.#storage?.setItem(this.#name, JSON.stringify({ ...this.newest, ...change }))
    } catch {
      // The storage is full. Tokens that can no longer be replaced would outlast a sign-out.
      this.#storage?.removeItem(this.#name)
      this.#storage = null
    }
  }
}

/** Null if the browser blocks the storage of this page. */
function openStorage(kind: ChatSettings['storage']): Storage | null {
  try {
    return kind === 'memory' ? null : window[`${kind}Storage`]
  } catch {
    return null
  }
}

function read(storage: Storage | null, name: string): SessionValues {
  const { isOpen, resumeToken, anonymousResumeToken, subject, refreshToken, wanted } = parseObject(
    storage?.getItem(name) ?? '',
  )
  return {
    isOpen: isOpen === true,
    resumeToken: readText(resumeToken),
    anonymousResumeToken: readText(anonymousResumeToken),
    subject,
    refreshToken: readText(refreshToken),
    wanted: readText(wanted),
  }
}
