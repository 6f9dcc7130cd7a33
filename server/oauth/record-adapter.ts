/** The records of the state, as oidc-provider asks for them: one adapter for each kind. */
import type { OAuthRecords } from '@careatlas/state/oauth-records'
import { isStateUnavailable } from '@careatlas/state/is-unavailable'
import { type Adapter, type AdapterPayload, errors } from 'oidc-provider'

/** Rejects with TemporarilyUnavailable while the state is away; `consume` with UsedAgain for what was used before. */
export function recordAdapter(records: OAuthRecords, model: string): Adapter {
  return {
    upsert: (id, payload, lifeSeconds) =>
      reached(records.upsert(model, id, withoutSession(payload), lifeSeconds)),
    find: async (id) => payloadOf(await reached(records.find(model, id))),
    findByUid: async (uid) => payloadOf(await reached(records.findByUid(model, uid))),
    // No flow of ours has one.
    findByUserCode: async () => undefined,
    // Found unused by two requests at once, it is used by the first; the other has come too late.
    consume: async (id) => {
      if (!(await reached(records.consume(model, id)))) throw await reached(usedAgain(records, model, id))
    },
    destroy: (id) => reached(records.destroy(model, id)),
    revokeByGrantId: (grantId) => reached(records.revokeByGrant(model, grantId)),
  }
}

/** What was used twice at once ends all that came of the same consent, as what is used again later does. */
export class UsedAgain extends errors.InvalidGrant {
  readonly accountId: string
  readonly clientId: string

  constructor({ accountId, clientId }: AdapterPayload) {
    super('already used')
    this.accountId = String(accountId)
    this.clientId = String(clientId)
  }
}

async function usedAgain(records: OAuthRecords, model: string, id: string): Promise<errors.InvalidGrant> {
  const used = payloadOf(await records.find(model, id))
  // Of several that came too late, the first has ended it.
  if (used?.grantId === undefined) return new errors.InvalidGrant('already used')
  await records.endGrant(used.grantId)
  return new UsedAgain(used)
}

/** Whoever asks again a little later may be answered. */
async function reached<Answer>(asking: Promise<Answer>): Promise<Answer> {
  try {
    return await asking
  } catch (error) {
    if (!isStateUnavailable(error)) throw error
    throw Object.assign(new errors.TemporarilyUnavailable(), { status: 503, statusCode: 503, cause: error })
  }
}

/** An interaction repeats the secret of its session's cookie, which nobody reads there. */
function withoutSession(payload: AdapterPayload): Record<string, unknown> {
  if (payload.session?.cookie === undefined) return { ...payload }
  const { cookie: _, ...session } = payload.session
  return { ...payload, session }
}

function payloadOf(found: Readonly<Record<string, unknown>> | null): AdapterPayload | undefined {
  return found === null ? undefined : { ...found }
}
