/** A cache of active API keys, which is cleared when the state changes. */
import { timingSafeEqual } from 'node:crypto'
import type { CompiledQuery, Selectable } from 'kysely'
import { digestKey, toKeyId, parseApiKey } from './api-key.ts'
import type { State } from './state.ts'
import type { ApiKeyRow } from './tables.ts'

/** A key that is neither revoked nor expired. */
export interface ActiveKey {
  readonly keyId: string
  /** Null for a key of the operator. */
  readonly accountId: string | null
}

type KeyRow = Pick<Selectable<ApiKeyRow>, 'digest' | 'ends_at' | 'account_id'>

interface CachedKey {
  readonly key: ActiveKey
  /** Milliseconds since 1970; null if the key does not expire. */
  readonly expiresAt: number | null
}

/** At about 300 bytes each. */
const entriesMax = 50_000

/** Rejects while the state is unavailable. */
export class ActiveKeyCache {
  readonly #state: State
  readonly #service: string
  /** Compiled once, because building the query takes longer than running it. */
  readonly #query: CompiledQuery
  /** By key ID. */
  readonly #rows = new Map<string, Promise<KeyRow | undefined>>()
  /** The last key of each connection; most connections send only one. Entries end with their connections. */
  #lastByConnection = new WeakMap<object, CachedKey & { readonly text: string }>()
  #changeToken: number | null = null

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

  /**
   * Null if the key is malformed, unknown, revoked or expired. A promise, unless it is the last key of the connection. `now` is in
   * milliseconds since 1970.
   */
  find(text: string, connection: object, now: number): ActiveKey | null | Promise<ActiveKey | null> {
    this.#clearIfChanged()
    const last = this.#lastByConnection.get(connection)
    if (last?.text === text && !isExpired(last, now)) return last.key
    return this.#findAndCache(text, connection, now)
  }

  /** Call it after each change of a key by this process. */
  clear(): void {
    this.#rows.clear()
    this.#lastByConnection = new WeakMap()
  }

  #clearIfChanged(): void {
    const changeToken = this.#state.changeToken()
    if (changeToken !== this.#changeToken || this.#rows.size >= entriesMax) this.clear()
    this.#changeToken = changeToken
  }

  async #findAndCache(text: string, connection: object, now: number): Promise<ActiveKey | null> {
    // The result belongs to this map: a change during the query replaces the map, so a stale result is not cached.
    const lastByConnection = this.#lastByConnection
    const found = await this.#verify(text)
    if (found === null || isExpired(found, now)) return null
    lastByConnection.set(connection, { ...found, text })
    return found.key
  }

  async #verify(text: string): Promise<CachedKey | null> {
    const key = parseApiKey(text, this.#service)
    if (key === null) return null
    const digest = digestKey(key)
    const keyId = toKeyId(digest)
    const row = await (this.#rows.get(keyId) ?? this.#select(keyId))
    if (row === undefined || !timingSafeEqual(row.digest, digest)) return null
    return { key: { keyId, accountId: row.account_id }, expiresAt: row.ends_at }
  }

  #select(keyId: string): Promise<KeyRow | undefined> {
    const result = this.#state.database.executeQuery<KeyRow>({ ...this.#query, parameters: [keyId] })
    const row = result.then(({ rows }) => rows[0])
    this.#rows.set(keyId, row)
    const remove = () => this.#rows.get(keyId) === row && this.#rows.delete(keyId)
    // Unknown keys and failed queries are not cached.
    row.then((found) => found ?? remove(), remove)
    return row
  }
}

function isExpired({ expiresAt }: CachedKey, now: number): boolean {
  return expiresAt !== null && expiresAt <= now
}
