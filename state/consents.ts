/** Which programs people let in: a record beside each grant that a consent made, which goes with it. */
import { OAuthRecords } from './oauth-records.ts'
import type { State } from './state.ts'

/** A program as it was shown to whoever let it in. */
export interface ClientApp {
  /** As the authorization server knows it. */
  readonly clientId: string
  readonly name: string
  /** The site that its name is from; null where it chose that itself. */
  readonly site: string | null
}

/** A program that somebody let in; instants are RFC 3339. */
export interface ConnectedApp extends ClientApp {
  readonly authorizedAt: string
  /** When it last exchanged its refresh token; null when it never did. */
  readonly lastRenewedAt: string | null
}

interface Owner {
  readonly accountId: string
}

/** One consent to a program; there may be several. */
interface Consent extends ClientApp {
  readonly grantId: string
  readonly givenAt: number
}

/** Rejects as the state does while it is away. */
export class Consents {
  readonly #records: OAuthRecords
  readonly #now: () => number

  /** `now` tells milliseconds since 1970. */
  constructor(state: State, now: () => number = Date.now) {
    this.#records = new OAuthRecords(state, now)
    this.#now = now
  }

  /** Remembers what a grant was given to; both live for `lifeSeconds`. */
  async add(grantId: string, { accountId }: Owner, program: ClientApp, lifeSeconds: number): Promise<void> {
    const record = { ...program, accountId, grantId, givenAt: this.#now() }
    await this.#records.upsert('Consent', grantId, record, lifeSeconds)
  }

  /** Each program once, the one that was let in last first. */
  async list({ accountId }: Owner): Promise<readonly ConnectedApp[]> {
    const [consents, renewals] = await Promise.all([
      this.#listConsents(accountId),
      this.#listRenewals(accountId),
    ])
    const ofProgram = Map.groupBy(consents, ({ clientId }) => clientId)
    return [...ofProgram.values()]
      .map((given) => mergeConsents(given, renewals))
      .toSorted((one, other) => other.authorizedAt.localeCompare(one.authorizedAt))
  }

  /** Ends all that this person's consents to the program brought forth; false where there was none. */
  async revoke(clientId: string, { accountId }: Owner): Promise<boolean> {
    const consents = (await this.#listConsents(accountId)).filter((consent) => consent.clientId === clientId)
    for (const { grantId } of consents) await this.#records.endGrant(grantId)
    return consents.length > 0
  }

  async #listConsents(accountId: string): Promise<readonly Consent[]> {
    const records = await this.#records.listByAccount('Consent', accountId)
    return records.map(({ payload, grantId }) => ({ ...(payload as unknown as Consent), grantId }))
  }

  /** When the tokens of each grant were last exchanged. */
  async #listRenewals(accountId: string): Promise<ReadonlyMap<string, number>> {
    const records = await this.#records.listByAccount('RefreshToken', accountId)
    const ofGrant = Map.groupBy(records, ({ grantId }) => grantId)
    return new Map(
      ofGrant.entries().map(([id, tokens]) => [id, Math.max(...tokens.map(({ usedAt }) => usedAt ?? 0))]),
    )
  }
}

/** What several consents to one program say together: since the first of them, by its newest name. */
function mergeConsents(given: readonly Consent[], renewals: ReadonlyMap<string, number>): ConnectedApp {
  const [first, ...later] = given.toSorted((one, other) => one.givenAt - other.givenAt)
  const { clientId, name, site } = later.at(-1) ?? first!
  const renewedAt = Math.max(...given.map(({ grantId }) => renewals.get(grantId) ?? 0))
  return {
    clientId,
    name,
    site,
    authorizedAt: new Date(first!.givenAt).toISOString(),
    lastRenewedAt: renewedAt === 0 ? null : new Date(renewedAt).toISOString(),
  }
}
