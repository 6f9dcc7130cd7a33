/** Storage adapters for oidc-provider: one for each kind of record. */
import type { OAuthRecords } from '@careatlas/state/oauth-records'
import { isStateUnavailable } from '@careatlas/state/is-unavailable'
import { type Adapter, type AdapterPayload, errors } from 'oidc-provider'

/** Rejects with TemporarilyUnavailable while the state is unavailable; `consume` rejects with ReuseError for a used record. */
export function recordAdapter(records: OAuthRecords, model: string): Adapter {
  return {
    upsert: (id, payload, lifetimeSeconds) =>
      mapUnavailable(records.upsert(model, id, withoutSession(payload), lifetimeSeconds)),
    find: async (id) => toPayload(await mapUnavailable(records.find(model, id))),
    findByUid: async (uid) => toPayload(await mapUnavailable(records.findByUid(model, uid))),
    // Only the device flow, which is disabled, uses this function.
    findByUserCode: async () => undefined,
    // Two requests may find the record unused; only the first one consumes it.
    consume: async (id) => {
      if (!(await mapUnavailable(records.consume(model, id))))
        throw await mapUnavailable(revokeReusedGrant(records, model, id))
    },
    destroy: (id) => mapUnavailable(records.destroy(model, id)),
    revokeByGrantId: (grantId) => mapUnavailable(records.revokeByGrant(model, grantId)),
  }
}

/** A record was used twice, so the server has revoked all tokens of its consent. */
export class ReuseError extends errors.InvalidGrant {
  readonly accountId: string
  readonly clientId: string

  constructor({ accountId, clientId }: AdapterPayload) {
    super('already used')
    this.accountId = String(accountId)
    this.clientId = String(clientId)
  }
}

/** Revokes the grant of a record that was used twice; returns the error for the client. */
async function revokeReusedGrant(
  records: OAuthRecords,
  model: string,
  id: string,
): Promise<errors.InvalidGrant> {
  const used = toPayload(await records.find(model, id))
  // An earlier reuse has already revoked the grant.
  if (used?.grantId === undefined) return new errors.InvalidGrant('already used')
  await records.revokeGrant(used.grantId)
  return new ReuseError(used)
}

/** Converts the error of an unavailable state to status 503, after which the client may retry. */
export async function mapUnavailable<Result>(pending: Promise<Result>): Promise<Result> {
  try {
    return await pending
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

function toPayload(record: Readonly<Record<string, unknown>> | null): AdapterPayload | undefined {
  return record === null ? undefined : { ...record }
}
