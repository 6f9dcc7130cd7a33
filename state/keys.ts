/** API keys: each is shown once, stored as a digest, and revoked permanently. */
import { ApiError } from '@careatlas/contract/errors'
import type { ExpressionBuilder, Selectable, Transaction } from 'kysely'
import { type ApiKey, createApiKey, digestKey, maskKey, isKeyId, toKeyId } from './api-key.ts'
import { LastUsedWriter } from './last-used-writer.ts'
import { type ActiveKey, ActiveKeyCache } from './active-key-cache.ts'
import type { State } from './state.ts'
import type { ApiKeyRow, Tables } from './tables.ts'

/** The owner of keys: an account or the operator. */
export type KeyOwner = { readonly accountId: string } | 'operator'

/** A key without its text. Instants are RFC 3339. `lastUsedAt` may be up to a minute late, because other processes buffer it. */
export interface KeyRecord {
  readonly id: string
  readonly label: string
  readonly display: string
  readonly createdAt: string
  readonly lastUsedAt: string | null
  readonly revokedAt: string | null
  /** When it expires after a rotation; null if it does not expire. */
  readonly expiresAt: string | null
  /** The e-mail address of its account; null for a key of the operator. */
  readonly owner: string | null
}

/** A new key with its text, which is not stored. */
export interface CreatedKey {
  readonly id: string
  readonly key: ApiKey
}

export interface KeysOptions {
  /** The first part of every key, see `api-key.ts`. */
  readonly service: string
  /** Milliseconds since 1970. */
  readonly now?: () => number
}

const labelLengthMax = 64

/** Active keys of one account; the same number of rotated keys may also be valid until they expire. */
const keysPerAccountMax = 5

/** How long a rotated key stays valid, so that its users can switch to the new key. */
export const rotationOverlapMs = 24 * 3_600_000

/** The keys in the state. Disposal writes the buffered last-used times. */
export class Keys implements AsyncDisposable {
  readonly #state: State
  readonly #lastUsed: LastUsedWriter
  readonly #activeKeys: ActiveKeyCache
  readonly #service: string
  readonly #now: () => number

  constructor(state: State, options: KeysOptions) {
    this.#state = state
    this.#lastUsed = new LastUsedWriter(state)
    this.#activeKeys = new ActiveKeyCache(state, options.service)
    this.#service = options.service
    this.#now = options.now ?? Date.now
  }

  /**
   * Creates a key; only this call returns its text. Rejects with `invalid_parameter` for an invalid label, with `too_many_keys` if
   * the account has reached its limit, and with `missing_credentials` if the account was deleted.
   */
  async create(label: string, owner: KeyOwner = 'operator'): Promise<CreatedKey> {
    const validLabel = parseLabel(label)
    return this.#runWithinKeyLimit(owner, (transaction) => this.#insert(transaction, validLabel, owner))
  }

  /**
   * Creates a key with the same label; the old key expires in a day. Null if the owner has no such active key. Rejects as `create`
   * does.
   */
  async rotate(id: string, owner: KeyOwner): Promise<CreatedKey | null> {
    if (!isKeyId(id)) return null
    return this.#runWithinKeyLimit(owner, async (transaction) => {
      const replaced = await transaction
        .updateTable('api_key')
        .set({ ends_at: this.#now() + rotationOverlapMs })
        .where('id', '=', id)
        .where(isOwnedBy(owner))
        .where('revoked_at', 'is', null)
        .where('ends_at', 'is', null)
        .returning('label')
        .executeTakeFirst()
      return replaced === undefined ? null : this.#insert(transaction, replaced.label, owner)
    })
  }

  /** Lists all keys of the owner, or of all owners, the oldest first; includes revoked keys. */
  async list(owner?: KeyOwner): Promise<KeyRecord[]> {
    await this.#lastUsed.write()
    const rows = await this.#state.database
      .selectFrom('api_key')
      .selectAll()
      .select((builder) =>
        builder
          .selectFrom('account')
          .select('email')
          .whereRef('account.id', '=', 'api_key.account_id')
          .as('owner'),
      )
      .$if(owner !== undefined, (query) => query.where(isOwnedBy(owner!)))
      .orderBy('created_at')
      .orderBy('id')
      .execute()
    return rows.map(toKeyRecord)
  }

  /** False if the owner has no such key. Rejects with `invalid_parameter` for an invalid label. */
  async rename(id: string, label: string, owner: KeyOwner): Promise<boolean> {
    if (!isKeyId(id)) return false
    const { numUpdatedRows } = await this.#state.database
      .updateTable('api_key')
      .set({ label: parseLabel(label) })
      .where('id', '=', id)
      .where(isOwnedBy(owner))
      .executeTakeFirst()
    return numUpdatedRows === 1n
  }

  /**
   * Revokes a key for all later requests in every process. False if the owner has no such active key. Without an owner, revokes
   * the key of any owner.
   */
  async revoke(id: string, owner?: KeyOwner): Promise<boolean> {
    if (!isKeyId(id)) return false
    const { numUpdatedRows } = await this.#state.database
      .updateTable('api_key')
      .set({ revoked_at: this.#now() })
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .$if(owner !== undefined, (query) => query.where(isOwnedBy(owner!)))
      .executeTakeFirst()
    this.#activeKeys.clear()
    return numUpdatedRows === 1n
  }

  /**
   * Returns the active key of a text; null if it is malformed, unknown, revoked or expired. Clients cannot distinguish these cases.
   * Verification of the same text on the same `connection` is cached.
   */
  async verify(text: string, connection: object = {}): Promise<ActiveKey | null> {
    const now = this.#now()
    const key = await this.#activeKeys.find(text, connection, now)
    if (key !== null) this.#lastUsed.add(key.keyId, now)
    return key
  }

  /** Runs `change` in a transaction, and rolls it back if the account then has too many keys. */
  async #runWithinKeyLimit<Result>(
    owner: KeyOwner,
    change: (transaction: Transaction<Tables>) => Promise<Result>,
  ): Promise<Result> {
    return this.#state.write(async (transaction) => {
      if (owner === 'operator') return change(transaction)
      await lockAccount(transaction, owner.accountId)
      const result = await change(transaction)
      await checkKeyLimit(transaction, owner.accountId, this.#now())
      return result
    })
  }

  async #insert(transaction: Transaction<Tables>, label: string, owner: KeyOwner): Promise<CreatedKey> {
    const key = createApiKey(this.#service)
    const digest = digestKey(key)
    const id = toKeyId(digest)
    const account_id = owner === 'operator' ? null : owner.accountId
    const row = { id, digest, label, display: maskKey(key), created_at: this.#now(), account_id }
    await transaction.insertInto('api_key').values(row).execute()
    return { id, key }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#lastUsed[Symbol.asyncDispose]()
  }
}

/** Locks the account until the end of the transaction, so that concurrent requests cannot exceed the limit. */
async function lockAccount(transaction: Transaction<Tables>, accountId: string): Promise<void> {
  const { numUpdatedRows } = await transaction
    .updateTable('account')
    .set((row) => ({ created_at: row.ref('created_at') }))
    .where('id', '=', accountId)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new ApiError('missing_credentials', 'The account was deleted.')
}

async function checkKeyLimit(
  transaction: Transaction<Tables>,
  accountId: string,
  now: number,
): Promise<void> {
  const active = await transaction
    .selectFrom('api_key')
    .select('ends_at')
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .where((row) => row.or([row('ends_at', 'is', null), row('ends_at', '>', now)]))
    .execute()
  const rotated = active.filter(({ ends_at }) => ends_at !== null).length
  if (active.length - rotated > keysPerAccountMax)
    throw new ApiError('too_many_keys', `The limit is ${keysPerAccountMax} keys per account; revoke one.`)
  if (rotated > keysPerAccountMax)
    throw new ApiError('too_many_keys', `${keysPerAccountMax} rotated keys are still valid; revoke one.`)
}

function parseLabel(text: string): string {
  const label = text.trim().normalize('NFC')
  if (label === '' || label.length > labelLengthMax) {
    throw new ApiError('invalid_parameter', `label must have 1 to ${labelLengthMax} characters.`)
  }
  if (/\p{C}/u.test(label)) {
    throw new ApiError('invalid_parameter', 'label must not contain control or invisible characters.')
  }
  return label
}

function isOwnedBy(owner: KeyOwner) {
  return ({ eb }: ExpressionBuilder<Tables, 'api_key'>) =>
    owner === 'operator' ? eb('account_id', 'is', null) : eb('account_id', '=', owner.accountId)
}

function toKeyRecord(row: Selectable<ApiKeyRow> & { readonly owner: string | null }): KeyRecord {
  const { id, label, display, created_at, last_used_at, revoked_at, ends_at, owner } = row
  return {
    id,
    label,
    display,
    createdAt: toInstant(created_at),
    lastUsedAt: last_used_at === null ? null : toInstant(last_used_at),
    revokedAt: revoked_at === null ? null : toInstant(revoked_at),
    expiresAt: ends_at === null ? null : toInstant(ends_at),
    owner,
  }
}

function toInstant(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}
