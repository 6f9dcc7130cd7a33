/** The apps that users have authorized: one record for each grant, deleted together with the grant. */
import { OAuthRecords } from './oauth-records.ts'
import type { State } from './state.ts'

/** An OAuth client as the consent page showed it. */
export interface ClientApp {
  /** The `client_id` of OAuth. */
  readonly clientId: string
  readonly name: string
  /** The site that verifies the name; null if the client chose the name itself. */
  readonly site: string | null
}

/** An app that a user has authorized; instants are RFC 3339. */
export interface ConnectedApp extends ClientApp {
  readonly authorizedAt: string
  /** The last exchange of its refresh token; null if there was none. */
  readonly lastRenewedAt: string | null
}

interface Owner {
  readonly accountId: string
}

/** One consent to an app; an app may have several. */
interface Consent extends ClientApp {
  readonly grantId: string
  readonly givenAt: number
}

/** Rejects while the state is unavailable. */
export class Consents {
  readonly #records: OAuthRecords
  readonly #now: () => number

  /** `now` returns milliseconds since 1970. */
  constructor(state: State, now: () => number = Date.now) {
    this.#records = new OAuthRecords(state, now)
    this.#now = now
  }

  /** Stores the app of a grant; both expire after `lifetimeSeconds`. */
  async add(grantId: string, { accountId }: Owner, app: ClientApp, lifetimeSeconds: number): Promise<void> {
    const record = { ...app, accountId, grantId, givenAt: this.#now() }
    await this.#records.upsert('Consent', grantId, record, lifetimeSeconds)
  }

  /** Lists each app once, the most recently authorized first. */
  async list({ accountId }: Owner): Promise<readonly ConnectedApp[]> {
    const [consents, renewals] = await Promise.all([
      this.#listConsents(accountId),
      this.#listRenewals(accountId),
    ])
    const byClient = Map.groupBy(consents, ({ clientId }) => clientId)
    return [...byClient.values()]
      .map((ofApp) => mergeConsents(ofApp, renewals))
      .toSorted((a, b) => b.authorizedAt.localeCompare(a.authorizedAt))
  }

  /** Revokes all grants of the user to the app, with their codes and tokens; false if there are none. */
  async revoke(clientId: string, { accountId }: Owner): Promise<boolean> {
    const consents = (await this.#listConsents(accountId)).filter((consent) => consent.clientId === clientId)
    for (const { grantId } of consents) await this.#records.revokeGrant(grantId)
    return consents.length > 0
  }

  async #listConsents(accountId: string): Promise<readonly Consent[]> {
    const records = await this.#records.listByAccount('Consent', accountId)
    return records.map(({ payload, grantId }) => ({ ...(payload as unknown as Consent), grantId }))
  }

  /** The last token exchange of each grant. */
  async #listRenewals(accountId: string): Promise<ReadonlyMap<string, number>> {
    const records = await this.#records.listByAccount('RefreshToken', accountId)
    const byGrant = Map.groupBy(records, ({ grantId }) => grantId)
    return new Map(
      byGrant.entries().map(([id, tokens]) => [id, Math.max(...tokens.map(({ usedAt }) => usedAt ?? 0))]),
    )
  }
}

/** Merges the consents to one app: authorized at the first of them, with the newest name. */
function mergeConsents(consents: readonly Consent[], renewals: ReadonlyMap<string, number>): ConnectedApp {
  const [first, ...later] = consents.toSorted((a, b) => a.givenAt - b.givenAt)
  const { clientId, name, site } = later.at(-1) ?? first!
  const renewedAt = Math.max(...consents.map(({ grantId }) => renewals.get(grantId) ?? 0))
  return {
    clientId,
    name,
    site,
    authorizedAt: new Date(first!.givenAt).toISOString(),
    lastRenewedAt: renewedAt === 0 ? null : new Date(renewedAt).toISOString(),
  }
}
