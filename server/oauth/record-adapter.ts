/** The storage adapter of oidc-provider: one for each kind of record. */
import type { OAuthRecords } from '@careatlas/state/oauth-records'
import { isStateUnavailable } from '@careatlas/state/is-unavailable'
import { type Adapter, type AdapterPayload, errors } from 'oidc-provider'

/** Rejects with TemporarilyUnavailable while the state is unavailable; `consume` rejects with ReuseError for a used record. */
export function recordAdapter(records: OAuthRecords, model: string): Adapter {
  return {
    upsert: (id, payload, lifeSeconds) =>
      reached(records.upsert(model, id, withoutSession(payload), lifeSeconds)),
    find: async (id) => payloadOf(await reached(records.find(model, id))),
    findByUid: async (uid) => payloadOf(await reached(records.findByUid(model, uid))),
    // For the device flow, which is disabled.
    findByUserCode: async () => undefined,
    // Two requests may find the record unused; only the first one consumes it.
    consume: async (id) => {
      if (!(await reached(records.consume(model, id)))) throw await reached(reuseOf(records, model, id))
    },
    destroy: (id) => reached(records.destroy(model, id)),
    revokeByGrantId: (grantId) => reached(records.revokeByGrant(model, grantId)),
  }
}

/** A record was used twice, so all tokens of its consent are revoked. */
export class ReuseError extends errors.InvalidGrant {
  readonly accountId: string
  readonly clientId: string

  constructor({ accountId, clientId }: AdapterPayload) {
    super('already used')
    this.accountId = String(accountId)
    this.clientId = String(clientId)
  }
}

async function reuseOf(records: OAuthRecords, model: string, id: string): Promise<errors.InvalidGrant> {
  const used = payloadOf(await records.find(model, id))
  // An earlier reuse has already revoked the grant.
  if (used?.grantId === undefined) return new errors.InvalidGrant('already used')
  await records.endGrant(used.grantId)
  return new ReuseError(used)
}

/** The client may retry. */
async function reached<Answer>(asking: Promise<Answer>): Promise<Answer> {
  try {
    return await asking
  } catch (error) {
    if (!isStateUnavailable(error)) throw error
    throw Object.assign(new errors.TemporarilyUnavailable(), { status: 503, statusCode: 503, cause: error })
  }
}

/** Removes the secret of the session cookie from an interaction, where it is not used. */
function withoutSession(payload: AdapterPayload): Record<string, unknown> {
  if (payload.session?.cookie === undefined) return { ...payload }
  const { cookie: _, ...session } = payload.session
  return { ...payload, session }
}

function payloadOf(found: Readonly<Record<string, unknown>> | null): AdapterPayload | undefined {
  return found === null ? undefined : { ...found }
}
