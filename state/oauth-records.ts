/**
 * What the authorization server remembers: clients, codes, refresh tokens, grants. An id is often a secret of its bearer, so it is
 * stored as a digest alone, and its text nowhere in the record either: who has all that is stored holds no token.
 */
import { hash } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { State } from './state.ts'
import type { OAuthRecordRow } from './tables.ts'

/** JSON, as the authorization server wants it back. */
export type OAuthPayload = Readonly<Record<string, unknown>>

const secondMs = 1000
const minuteMs = 60 * secondMs
const dayMs = 24 * 60 * minuteMs

/**
 * A refresh token that was exchanged goes on for so long: a client that refreshes in several requests at once, or that never got the
 * answer, keeps its session.
 */
export const refreshGraceMs = minuteMs

/** A client that was never let in is forgotten after so long. */
export const unusedClientLifetimeMs = dayMs

/** So long after it was let in, or refreshed a token, a client is forgotten, and registers again. */
export const idleClientLifetimeMs = 90 * dayMs

/** What shows that somebody uses a client. */
const modelsOfClientUse: ReadonlySet<string> = new Set(['Grant', 'RefreshToken'])

/** What has no end of its own. */
const defaultLifetimeMs = 365 * dayMs

/** Expired records go when others come, at most this often. */
const purgeIntervalMs = minuteMs

/** Stands for the id in a stored payload; JSON text has no control characters of its own. */
const idPlaceholder = '\u0001'

/** A record whose id is not known. */
export interface GrantedRecord {
  readonly payload: OAuthPayload
  /** Empty where it came of no consent. */
  readonly grantId: string
  /** Milliseconds since 1970; null where it was not used. */
  readonly usedAt: number | null
}

/** Rejects as the state does while it is away. */
export class OAuthRecords {
  readonly #state: State
  readonly #now: () => number
  #purgedAt = -Infinity

  /** `now` tells milliseconds since 1970. */
  constructor(state: State, now: () => number = Date.now) {
    this.#state = state
    this.#now = now
  }

  /** Stores a record, or another version of it, which is as much used as the one before. */
  async upsert(model: string, id: string, payload: OAuthPayload, lifeSeconds?: number): Promise<void> {
    const now = this.#now()
    const record = {
      payload: JSON.stringify(payload).replaceAll(id, idPlaceholder),
      account_id: findAccountId(payload),
      grant_id: stringOrNull(payload['grantId']),
      uid: stringOrNull(payload['uid']),
      ends_at: now + (lifeSeconds === undefined ? lifetimeMs(model) : lifeSeconds * secondMs),
    }
    await this.#state.database
      .insertInto('oauth_record')
      .values({ model, digest: digestId(id), ...record })
      .onConflict((conflict) => conflict.columns(['model', 'digest']).doUpdateSet(record))
      .execute()
    if (modelsOfClientUse.has(model) && typeof payload['clientId'] === 'string')
      await this.#extendClient(payload['clientId'])
    if (now - this.#purgedAt >= purgeIntervalMs) await this.#purge()
  }

  /** Null when it never was, or has ended. What was used says so in `consumed`, in seconds since 1970. */
  async find(model: string, id: string): Promise<OAuthPayload | null> {
    const row = await this.#state.database
      .selectFrom('oauth_record')
      .selectAll()
      .where('model', '=', model)
      .where('digest', '=', digestId(id))
      .where('ends_at', '>', this.#now())
      .executeTakeFirst()
    return row === undefined ? null : this.#readPayload(row, id)
  }

  /** Whether somebody's consent stands: not taken back, not ended by a theft, and its account not deleted. */
  async isGranted(grantId: string): Promise<boolean> {
    const row = await this.#state.database
      .selectFrom('oauth_record')
      .select('model')
      .where('model', '=', 'Grant')
      .where('digest', '=', digestId(grantId))
      .where('ends_at', '>', this.#now())
      .executeTakeFirst()
    return row !== undefined
  }

  /** As `find` does, but without the id, which is not known. */
  async findByUid(model: string, uid: string): Promise<OAuthPayload | null> {
    const row = await this.#state.database
      .selectFrom('oauth_record')
      .selectAll()
      .where('model', '=', model)
      .where('uid', '=', uid)
      .where('ends_at', '>', this.#now())
      .executeTakeFirst()
    return row === undefined ? null : this.#readPayload(row, '')
  }

  /** What stands of this kind for somebody who signed in. */
  async listByAccount(model: string, accountId: string): Promise<readonly GrantedRecord[]> {
    const rows = await this.#state.database
      .selectFrom('oauth_record')
      .selectAll()
      .where('model', '=', model)
      .where('account_id', '=', accountId)
      .where('ends_at', '>', this.#now())
      .execute()
    return rows.map((row) => ({
      payload: this.#readPayload(row, ''),
      grantId: row.grant_id ?? '',
      usedAt: row.consumed_at,
    }))
  }

  /** False for what was used before; a refresh token may be used again for a while. */
  async consume(model: string, id: string): Promise<boolean> {
    const now = this.#now()
    const { numUpdatedRows } = await this.#state.database
      .updateTable('oauth_record')
      .set((row) => ({ consumed_at: row.fn.coalesce('consumed_at', row.val(now)) }))
      .where('model', '=', model)
      .where('digest', '=', digestId(id))
      .where((row) => row.or([row('consumed_at', 'is', null), row('consumed_at', '>', now - graceMs(model))]))
      .executeTakeFirst()
    return numUpdatedRows === 1n
  }

  /** A grant goes with what is remembered of the consent to it (`consents.ts`). */
  async destroy(model: string, id: string): Promise<void> {
    await this.#state.database
      .deleteFrom('oauth_record')
      .where('model', 'in', model === 'Grant' ? ['Consent', 'Grant'] : [model])
      .where('digest', '=', digestId(id))
      .execute()
  }

  /** Ends a grant with all that it brought forth, of whatever kind. */
  async endGrant(grantId: string): Promise<void> {
    await this.destroy('Grant', grantId)
    for (const model of ['AuthorizationCode', 'RefreshToken']) await this.revokeByGrant(model, grantId)
  }

  /** Ends all of this kind that one consent brought forth. */
  async revokeByGrant(model: string, grantId: string): Promise<void> {
    await this.#state.database
      .deleteFrom('oauth_record')
      .where('model', '=', model)
      .where('grant_id', '=', grantId)
      .execute()
  }

  async #purge(): Promise<void> {
    this.#purgedAt = this.#now()
    await this.#state.database.deleteFrom('oauth_record').where('ends_at', '<=', this.#purgedAt).execute()
  }

  /** Writes once a day at most. */
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

  #readPayload({ model, payload, consumed_at }: Selectable<OAuthRecordRow>, id: string): OAuthPayload {
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

/** Who is signed in to it, so that it goes with the account. */
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
