/** The keys that are good now: asked of the state, and remembered for as long as nothing in it has changed. */
import { timingSafeEqual } from 'node:crypto'
import type { CompiledQuery, Selectable } from 'kysely'
import { digestKey, keyIdOf, parseApiKey } from './api-key.ts'
import type { State } from './state.ts'
import type { ApiKeyRow } from './tables.ts'

/** A key that is good now. */
export interface ActiveKey {
  readonly keyId: string
  /** Null for a key of the operator. */
  readonly accountId: string | null
}

type KeyRow = Pick<Selectable<ApiKeyRow>, 'digest' | 'ends_at' | 'account_id'>

interface CachedKey {
  readonly live: ActiveKey
  /** Milliseconds since 1970; null for one that does not end. */
  readonly expiresAt: number | null
}

/** Some 300 bytes each. */
const entriesMax = 50_000

/** Rejects as the state does while it is away. */
export class ActiveKeyCache {
  readonly #state: State
  readonly #service: string
  /** Compiled once: to write the query anew takes longer than to run it. */
  readonly #query: CompiledQuery
  /** By their ids. */
  readonly #rows = new Map<string, Promise<KeyRow | undefined>>()
  /** What each connection sent last, most send nothing else. A text is kept no longer than its connection. */
  #lastByConnection = new WeakMap<object, CachedKey & { readonly text: string }>()
  #changeToken: string | null = null

  constructor(state: State, service: string) {
    this.#state = state
    this.#service = service
    this.#query = state.database
      .selectFrom('api_key')
      .select(['digest', 'ends_at', 'account_id'])
      .where('id', '=', '')
      .where('revoked_at', 'is', null)
      .compile()
  }

  /** Null for what is malformed, unknown, revoked or at its end; `now` in milliseconds since 1970. */
  async find(text: string, connection: object, now: number): Promise<ActiveKey | null> {
    this.#clearIfChanged()
    // What is found was true of the state as it is now, and not of what it is by the time of the answer.
    const sentNow = this.#lastByConnection
    const sent = sentNow.get(connection)
    const found = sent?.text === text ? sent : await this.#verify(text)
    if (found === null || (found.expiresAt !== null && found.expiresAt <= now)) return null
    if (found !== sent) sentNow.set(connection, { ...found, text })
    return found.live
  }

  /** After a change of ours. */
  clear(): void {
    this.#rows.clear()
    this.#lastByConnection = new WeakMap()
  }

  #clearIfChanged(): void {
    const version = this.#state.changeToken()
    if (version !== this.#changeToken || this.#rows.size >= entriesMax) this.clear()
    this.#changeToken = version
  }

  async #verify(text: string): Promise<CachedKey | null> {
    const key = parseApiKey(text, this.#service)
    if (key === null) return null
    const digest = digestKey(key)
    const keyId = keyIdOf(digest)
    const row = await (this.#rows.get(keyId) ?? this.#select(keyId))
    if (row === undefined || !timingSafeEqual(row.digest, digest)) return null
    return { live: { keyId, accountId: row.account_id }, expiresAt: row.ends_at }
  }

  #select(keyId: string): Promise<KeyRow | undefined> {
    const asking = this.#state.database.executeQuery<KeyRow>({ ...this.#query, parameters: [keyId] })
    const row = asking.then(({ rows }) => rows[0])
    this.#rows.set(keyId, row)
    const drop = () => this.#rows.get(keyId) === row && this.#rows.delete(keyId)
    // Whoever guesses leaves nothing behind, and who came while the state was away may try again.
    row.then((found) => found ?? drop(), drop)
    return row
  }
}
