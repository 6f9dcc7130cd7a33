/** The records of the state, as oidc-provider asks for them: one adapter for each kind. */
import type { OAuthRecords } from '@careatlas/state/oauth-records'
import { isStateAway } from '@careatlas/state/state-away'
import { type Adapter, type AdapterPayload, errors } from 'oidc-provider'

export function recordAdapter(records: OAuthRecords, model: string): Adapter {
  return {
    upsert: (id, payload, lifeSeconds) =>
      reached(records.upsert(model, id, withoutSession(payload), lifeSeconds)),
    find: async (id) => payloadOf(await reached(records.find(model, id))),
    findByUid: async (uid) => payloadOf(await reached(records.findBy('uid', model, uid))),
    findByUserCode: async (code) => payloadOf(await reached(records.findBy('user_code', model, code))),
    // Found unused by two requests at once, it is used by the first; the other has come too late.
    consume: async (id) => {
      if (!(await reached(records.consume(model, id)))) throw new errors.InvalidGrant('already used')
    },
    destroy: (id) => reached(records.destroy(model, id)),
    revokeByGrantId: (grantId) => reached(records.revokeByGrant(model, grantId)),
  }
}

/** Whoever asks again a little later may be answered. */
async function reached<Answer>(asking: Promise<Answer>): Promise<Answer> {
  try {
    return await asking
  } catch (error) {
    if (!isStateAway(error)) throw error
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
