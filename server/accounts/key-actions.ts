/** The actions at `/keys` that create, rotate, revoke and rename a key. */
import type { CreatedKey } from '@careatlas/state/keys'
import type { FastifyReply } from 'fastify'
import * as z from 'zod'
import { enforceLimit } from '../access/rate-limit/rate-limit-headers.ts'
import { wantsPage } from '../http/accept.ts'
import type { PageSession } from '../web/page-actions.ts'
import { createdKeyPage } from './account-pages.ts'
import {
  type AccountContext,
  type AccountOptions,
  type AccountView,
  type Action,
  requireFound,
  requireOwner,
  sendJson,
  sendPage,
} from './account-view.ts'

/** Returns the actions by name; each needs a signed-in user. */
export function keyActions({ keys, limits, audit }: AccountOptions, { showResult }: AccountView) {
  const createKey: Action = async (context) => {
    const owner = requireOwner(context)
    await enforceLimit(limits, context.reply, 'new_keys', owner.accountId)
    const created = await keys.create(context.form.label, owner)
    audit({ event: 'key_created', request: context.request, ...owner, keyId: created.id })
    return sendCreated(context, created, 'new')
  }
  const rotateKey: Action = async (context) => {
    const [owner, keyId] = [requireOwner(context), parseKeyId(context)]
    await enforceLimit(limits, context.reply, 'new_keys', owner.accountId)
    const created = requireFound(await keys.rotate(keyId, owner))
    audit({ event: 'key_rotated', request: context.request, ...owner, keyId, newKeyId: created.id })
    return sendCreated(context, created, 'rotated')
  }
  const revokeKey: Action = async (context) => {
    const [owner, keyId] = [requireOwner(context), parseKeyId(context)]
    requireFound((await keys.revoke(keyId, owner)) || null)
    audit({ event: 'key_revoked', request: context.request, ...owner, keyId })
    return showResult(context)
  }
  const renameKey: Action = async (context) => {
    const [owner, keyId] = [requireOwner(context), parseKeyId(context)]
    requireFound((await keys.rename(keyId, context.form.label, owner)) || null)
    audit({ event: 'key_renamed', request: context.request, ...owner, keyId })
    return showResult(context)
  }
  return { createKey, rotateKey, revokeKey, renameKey }
}

/** Sends the only response that contains a key. */
function sendCreated(
  { request, reply, setting }: AccountContext,
  created: CreatedKey,
  kind: 'new' | 'rotated',
): FastifyReply {
  return wantsPage(request)
    ? sendPage(reply, createdKeyPage(setting, created.key, kind))
    : sendJson(reply.code(201), created)
}

function parseKeyId({ request }: PageSession): string {
  return z.object({ id: z.string() }).parse(request.params).id
}
