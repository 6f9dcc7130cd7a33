/** API keys at rest: made once, shown once, stored as digests, revoked for good. */
import { timingSafeEqual } from 'node:crypto'
import { DirectoryError } from '@careatlas/contract/errors'
import type { Selectable } from 'kysely'
import { type ApiKey, createApiKey, digestOf, displayForm, parseApiKey } from './api-key.ts'
import type { State } from './state.ts'
import type { ApiKeyRow } from './tables.ts'

/** Who sent a request. */
export interface Principal {
  readonly keyId: string
}

/** What may be told of a key; instants are RFC 3339, `lastUsedAt` is exact to a minute. */
export interface KeyRecord {
  readonly id: string
  readonly label: string
  readonly display: string
  readonly createdAt: string
  readonly lastUsedAt: string | null
  readonly revokedAt: string | null
}

export interface KeysOptions {
  /** The first part of every key, see `api-key.ts`. */
  readonly service: string
  /** Milliseconds since 1970. */
  readonly now?: () => number
}

const labelLengthMax = 64

/** `last_used_at` is written at most this often, so that reading stays reading. */
const lastUsedPrecisionMs = 60_000

export class Keys {
  readonly #state: State
  readonly #service: string
  readonly #now: () => number
  /** Looked for in this turn of the event loop: requests that arrive together share one look at the state. */
  readonly #looked = new Map<string, Promise<Principal | null>>()

  constructor(state: State, options: KeysOptions) {
    this.#state = state
    this.#service = options.service
    this.#now = options.now ?? Date.now
  }

  /** Makes a key. Its text is returned here and never again. Rejects with `invalid_parameter` for a bad label. */
  async create(label: string): Promise<{ readonly id: string; readonly key: ApiKey }> {
    const key = createApiKey(this.#service)
    const digest = digestOf(key)
    const id = idOf(digest)
    await this.#state.database
      .insertInto('api_key')
      .values({
        id,
        digest,
        label: parseLabel(label),
        display: displayForm(key),
        created_at: this.#now(),
      })
      .execute()
    return { id, key }
  }

  /** Every key ever made, the oldest first. */
  async list(): Promise<KeyRecord[]> {
    const rows = await this.#state.database
      .selectFrom('api_key')
      .selectAll()
      .orderBy('created_at')
      .orderBy('id')
      .execute()
    return rows.map(recordOf)
  }

  /** Ends a key, in every process for every request that arrives from now on. False when there is no such live key. */
  async revoke(id: string): Promise<boolean> {
    const { numUpdatedRows } = await this.#state.database
      .updateTable('api_key')
      .set({ revoked_at: this.#now() })
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .executeTakeFirst()
    this.#looked.clear()
    return numUpdatedRows === 1n
  }

  /** Who this text belongs to, or null: malformed, unknown and revoked keys are told apart by nobody. */
  async verify(text: string): Promise<Principal | null> {
    const key = parseApiKey(text, this.#service)
    if (key === null) return null
    const looked = this.#looked.get(key)
    if (looked !== undefined) return looked
    if (this.#looked.size === 0) setImmediate(() => this.#looked.clear())
    const looking = this.#find(key)
    this.#looked.set(key, looking)
    return looking
  }

  async #find(key: ApiKey): Promise<Principal | null> {
    const digest = digestOf(key)
    const id = idOf(digest)
    const row = await this.#state.database
      .selectFrom('api_key')
      .select(['digest', 'last_used_at'])
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .executeTakeFirst()
    if (row === undefined || !timingSafeEqual(row.digest, digest)) return null
    if (this.#now() - Number(row.last_used_at) >= lastUsedPrecisionMs) await this.#touch(id)
    return { keyId: id }
  }

  /** A full disk or a long writer must not turn a good key away: the next minute tries again. */
  async #touch(id: string): Promise<void> {
    try {
      await this.#state.database
        .updateTable('api_key')
        .set({ last_used_at: this.#now() })
        .where('id', '=', id)
        .execute()
    } catch {
      return
    }
  }
}

/** The first 64 bits of the digest: public, unique, and the way to the row. */
function idOf(digest: Buffer): string {
  return `key_${digest.toString('hex', 0, 8)}`
}

function parseLabel(text: string): string {
  const label = text.trim().normalize('NFC')
  if (label === '' || label.length > labelLengthMax) {
    throw new DirectoryError('invalid_parameter', `label must have 1 to ${labelLengthMax} characters.`)
  }
  if (/\p{C}/u.test(label)) {
    throw new DirectoryError('invalid_parameter', 'label must not have control or invisible characters.')
  }
  return label
}

function recordOf(row: Selectable<ApiKeyRow>): KeyRecord {
  const { id, label, display, created_at, last_used_at, revoked_at } = row
  return {
    id,
    label,
    display,
    createdAt: instant(created_at),
    lastUsedAt: last_used_at === null ? null : instant(last_used_at),
    revokedAt: revoked_at === null ? null : instant(revoked_at),
  }
}

function instant(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}
