/**
 * The records of the authorization server: clients, codes, refresh tokens, grants. Many IDs are secrets, so only their digests
 * are stored, and the ID is removed from the payload: a copy of the database contains no valid token.
 */
import { hash } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { State } from './state.ts'
import type { OAuthRecordRow } from './tables.ts'

/** A JSON object of the authorization server. */
export type OAuthPayload = Readonly<Record<string, unknown>>

const secondMs = 1000
const minuteMs = 60 * secondMs
const dayMs = 24 * 60 * minuteMs

/**
 * How long a refresh token stays valid after its exchange: a client that sends concurrent refresh requests, or does not receive
 * the response, stays connected.
 */
export const refreshGraceMs = minuteMs

/** A registered client without a grant expires after this time. */
export const unusedClientLifetimeMs = dayMs

/** A client expires this long after its last grant or token refresh, and must register again. */
export const idleClientLifetimeMs = 90 * dayMs

/** Records that show that a client is in use. */
const modelsOfClientUse: ReadonlySet<string> = new Set(['Grant', 'RefreshToken'])

/** The lifetime of records without an expiry. */
const defaultLifetimeMs = 365 * dayMs

/** Expired records are deleted on writes, at most this often. */
const purgeIntervalMs = minuteMs

/** Replaces the ID in a stored payload. JSON text contains no control characters. */
const idPlaceholder = '\u0001'

/** A record of an account. Its ID is unknown, because only the digest is stored. */
export interface AccountRecord {
  readonly payload: OAuthPayload
  /** Empty if the record has no grant. */
  readonly grantId: string
  /** Milliseconds since 1970; null if the record was not used. */
  readonly usedAt: number | null
}

export interface OAuthRecordsOptions {
  /**
   * Separates the records of an authorization server whose users have no account here: their `accountId` is stored only in the
   * payload, because `oauth_record.account_id` refers to an account.
   */
  readonly realm?: 'Chat'
}

/** Rejects while the state is unavailable. */
export class OAuthRecords {
  readonly #state: State
  readonly #now: () => number
  readonly #realm: string
  #purgedAt = -Infinity

  /** `now` returns milliseconds since 1970. */
  constructor(state: State, now: () => number = Date.now, { realm }: OAuthRecordsOptions = {}) {
    this.#state = state
    this.#now = now
    this.#realm = realm ?? ''
  }

  /** Stores or replaces a record; a replacement keeps the time of use. */
  async upsert(model: string, id: string, payload: OAuthPayload, lifetimeSeconds?: number): Promise<void> {
    const now = this.#now()
    const record = {
      payload: JSON.stringify(payload).replaceAll(id, idPlaceholder),
      account_id: this.#realm === '' ? findAccountId(payload) : null,
      grant_id: stringOrNull(payload['grantId']),
      uid: stringOrNull(payload['uid']),
      ends_at: now + (lifetimeSeconds === undefined ? lifetimeMs(model) : lifetimeSeconds * secondMs),
    }
    await this.#state.database
      .insertInto('oauth_record')
      .values({ model: this.#stored(model), digest: digestId(id), ...record })
      .onConflict((conflict) => conflict.columns(['model', 'digest']).doUpdateSet(record))
      .execute()
    if (modelsOfClientUse.has(this.#stored(model)) && typeof payload['clientId'] === 'string')
      await this.#extendClient(payload['clientId'])
    if (now - this.#purgedAt >= purgeIntervalMs) await this.#purge()
  }

  /** Null if the record is unknown or has expired. `consumed` is the time of use in seconds since 1970. */
  async find(model: string, id: string): Promise<OAuthPayload | null> {
    const row = await this.#selectValid(model)
      .selectAll()
      .where('digest', '=', digestId(id))
      .executeTakeFirst()
    return row === undefined ? null : this.#parsePayload(model, row, id)
  }

  /** Whether a grant is valid: not revoked by the user, by reuse detection or by the deletion of the account. */
  async isGrantValid(grantId: string): Promise<boolean> {
    const grants = this.#selectValid('Grant').select('model').where('digest', '=', digestId(grantId))
    return (await grants.executeTakeFirst()) !== undefined
  }

  /** Like `find`, if the ID is unknown. */
  async findByUid(model: string, uid: string): Promise<OAuthPayload | null> {
    const row = await this.#selectValid(model).selectAll().where('uid', '=', uid).executeTakeFirst()
    return row === undefined ? null : this.#parsePayload(model, row, '')
  }

  /** Lists the valid records of this kind of an account. */
  async listByAccount(model: string, accountId: string): Promise<readonly AccountRecord[]> {
    const rows = await this.#selectValid(model).selectAll().where('account_id', '=', accountId).execute()
    return rows.map((row) => ({
      payload: this.#parsePayload(model, row, ''),
      grantId: row.grant_id ?? '',
      usedAt: row.consumed_at,
    }))
  }

  /** Marks a record as used; false if it was already used. Refresh tokens have a grace period. */
  async consume(model: string, id: string): Promise<boolean> {
    const now = this.#now()
    const { numUpdatedRows } = await this.#state.database
      .updateTable('oauth_record')
      .set((row) => ({ consumed_at: row.fn.coalesce('consumed_at', row.val(now)) }))
      .where('model', '=', this.#stored(model))
      .where('digest', '=', digestId(id))
      .where((row) => row.or([row('consumed_at', 'is', null), row('consumed_at', '>', now - graceMs(model))]))
      .executeTakeFirst()
    return numUpdatedRows === 1n
  }

  /** Deletes a record; the consent (`consents.ts`) is deleted with its grant. */
  async destroy(model: string, id: string): Promise<void> {
    await this.#state.database
      .deleteFrom('oauth_record')
      .where(
        'model',
        'in',
        (model === 'Grant' ? ['Consent', 'Grant'] : [model]).map((kind) => this.#stored(kind)),
      )
      .where('digest', '=', digestId(id))
      .execute()
  }

  /** Deletes a grant with all its codes and tokens. */
  async revokeGrant(grantId: string): Promise<void> {
    await this.destroy('Grant', grantId)
    for (const model of ['AuthorizationCode', 'RefreshToken']) await this.revokeByGrant(model, grantId)
  }

  /** Deletes all records of this kind of a grant. */
  async revokeByGrant(model: string, grantId: string): Promise<void> {
    await this.#state.database
      .deleteFrom('oauth_record')
      .where('model', '=', this.#stored(model))
      .where('grant_id', '=', grantId)
      .execute()
  }

  /** Selects the records of this kind that have not expired. */
  #selectValid(model: string) {
    return this.#state.database
      .selectFrom('oauth_record')
      .where('model', '=', this.#stored(model))
      .where('ends_at', '>', this.#now())
  }

  /** The name under which records of this kind are stored. */
  #stored(model: string): string {
    return `${this.#realm}${model}`
  }

  async #purge(): Promise<void> {
    this.#purgedAt = this.#now()
    await this.#state.database.deleteFrom('oauth_record').where('ends_at', '<=', this.#purgedAt).execute()
  }

  /** Extends the lifetime of a client; writes at most once a day. */
  async #extendClient(id: string): Promise<void> {
    const ends_at = this.#now() + idleClientLifetimeMs
    await this.#state.database
      .updateTable('oauth_record')
      .set({ ends_at })
      .where('model', '=', 'Client')
      .where('digest', '=', digestId(id))
      .where('ends_at', '<', ends_at - dayMs)
      .execute()
  }

  #parsePayload(
    model: string,
    { payload, consumed_at }: Selectable<OAuthRecordRow>,
    id: string,
  ): OAuthPayload {
    const stored = JSON.parse(payload.replaceAll(idPlaceholder, id)) as OAuthPayload
    if (consumed_at === null || consumed_at > this.#now() - graceMs(model)) return stored
    return { ...stored, consumed: Math.floor(consumed_at / secondMs) }
  }
}

function lifetimeMs(model: string): number {
  return model === 'Client' ? unusedClientLifetimeMs : defaultLifetimeMs
}

function graceMs(model: string): number {
  return model === 'RefreshToken' ? refreshGraceMs : 0
}

/** The account of a record, with which it is deleted. */
function findAccountId(payload: OAuthPayload): string | null {
  const { accountId, session, result } = payload as {
    readonly accountId?: unknown
    readonly session?: { readonly accountId?: unknown }
    readonly result?: { readonly login?: { readonly accountId?: unknown } }
  }
  return stringOrNull(accountId ?? session?.accountId ?? result?.login?.accountId)
}

function stringOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

function digestId(id: string): Buffer {
  return hash('sha256', id, 'buffer')
}
