/** API keys at rest: made once, shown once, stored as digests, revoked for good. */
import { timingSafeEqual } from 'node:crypto'
import type { StatementSync } from 'node:sqlite'
import { DirectoryError } from '@careatlas/contract/errors'
import { type ApiKey, createApiKey, digestOf, displayForm, parseApiKey } from './api-key.ts'
import type { State } from './state.ts'

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
  readonly #live: StatementSync
  /** Found good in this turn of the event loop: requests that arrive together share one look at the file. */
  readonly #verified = new Map<string, Principal>()

  constructor(state: State, options: KeysOptions) {
    this.#state = state
    this.#service = options.service
    this.#now = options.now ?? Date.now
    this.#live = state.database.prepare(
      'SELECT digest, last_used_at FROM api_key WHERE id = ? AND revoked_at IS NULL',
    )
  }

  /** Makes a key. Its text is returned here and never again. Throws `invalid_parameter` for a bad label. */
  create(label: string): { readonly id: string; readonly key: ApiKey } {
    const key = createApiKey(this.#service)
    const digest = digestOf(key)
    const id = idOf(digest)
    const values = [id, digest, parseLabel(label), displayForm(key), this.#now()] as const
    this.#state.write((database) =>
      database
        .prepare('INSERT INTO api_key (id, digest, label, display, created_at) VALUES (?, ?, ?, ?, ?)')
        .run(...values),
    )
    return { id, key }
  }

  /** Every key ever made, the oldest first. */
  list(): KeyRecord[] {
    const rows = this.#state.database.prepare('SELECT * FROM api_key ORDER BY created_at, id').all()
    return rows.map((row) => ({
      id: String(row['id']),
      label: String(row['label']),
      display: String(row['display']),
      createdAt: new Date(Number(row['created_at'])).toISOString(),
      lastUsedAt: instant(row['last_used_at']),
      revokedAt: instant(row['revoked_at']),
    }))
  }

  /** Ends a key, in every process for every request that arrives from now on. False when there is no such live key. */
  revoke(id: string): boolean {
    this.#verified.clear()
    const sql = 'UPDATE api_key SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL'
    return this.#state.write((database) => database.prepare(sql).run(this.#now(), id).changes === 1)
  }

  /** Who this text belongs to, or null: malformed, unknown and revoked keys are told apart by nobody. */
  verify(text: string): Principal | null {
    const known = this.#verified.get(text)
    if (known !== undefined) return known
    const key = parseApiKey(text, this.#service)
    if (key === null) return null
    const digest = digestOf(key)
    const id = idOf(digest)
    const row = this.#live.get(id)
    const stored = row?.['digest']
    if (!(stored instanceof Uint8Array) || !timingSafeEqual(stored, digest)) return null
    if (this.#now() - Number(row?.['last_used_at']) >= lastUsedPrecisionMs) this.#touch(id)
    return this.#remember(text, { keyId: id })
  }

  #remember(text: string, principal: Principal): Principal {
    if (this.#verified.size === 0) setImmediate(() => this.#verified.clear())
    this.#verified.set(text, principal)
    return principal
  }

  /** A full disk or a long writer must not turn a good key away: the next minute tries again. */
  #touch(id: string): void {
    try {
      this.#state.database.prepare('UPDATE api_key SET last_used_at = ? WHERE id = ?').run(this.#now(), id)
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

function instant(value: unknown): string | null {
  return value === null ? null : new Date(Number(value)).toISOString()
}
