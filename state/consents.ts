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
  /** When it last exchanged its refresh token; null if it never did. */
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

  /** Stores the app of a grant; both expire after `lifeSeconds`. */
  async add(grantId: string, { accountId }: Owner, program: ClientApp, lifeSeconds: number): Promise<void> {
    const record = { ...program, accountId, grantId, givenAt: this.#now() }
    await this.#records.upsert('Consent', grantId, record, lifeSeconds)
  }

  /** Lists each app once, the most recently authorized first. */
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

  /** Revokes all grants of the user to the app, with their codes and tokens; false if there are none. */
  async revoke(clientId: string, { accountId }: Owner): Promise<boolean> {
    const consents = (await this.#listConsents(accountId)).filter((consent) => consent.clientId === clientId)
    for (const { grantId } of consents) await this.#records.endGrant(grantId)
    return consents.length > 0
  }

  async #listConsents(accountId: string): Promise<readonly Consent[]> {
    const records = await this.#records.listByAccount('Consent', accountId)
    return records.map(({ payload, grantId }) => ({ ...(payload as unknown as Consent), grantId }))
  }

  /** The last token exchange of each grant. */
  async #listRenewals(accountId: string): Promise<ReadonlyMap<string, number>> {
    const records = await this.#records.listByAccount('RefreshToken', accountId)
    const ofGrant = Map.groupBy(records, ({ grantId }) => grantId)
    return new Map(
      ofGrant.entries().map(([id, tokens]) => [id, Math.max(...tokens.map(({ usedAt }) => usedAt ?? 0))]),
    )
  }
}

/** Merges the consents to one app: authorized at the first of them, with the newest name. */
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
