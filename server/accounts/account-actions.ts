/** What can be done at `/keys`, once a request is known to come from a page of ours. */
import { ApiError } from '@careatlas/contract/errors'
import type { Account } from '@careatlas/state/accounts'
import type { Consents } from '@careatlas/state/consents'
import type { Keys, CreatedKey } from '@careatlas/state/keys'
import type { FastifyReply } from 'fastify'
import * as z from 'zod'
import { enforceLimit } from '../access/rate-limit/rate-limit-headers.ts'
import {
  type Access,
  codePage,
  deletedPage,
  keyListPage,
  madeKeyPage,
  signInPage,
  type WrongForm,
} from './account-pages.ts'
import { parseEmail } from './email-address.ts'
import { signInFor, type SignInOptions } from './sign-in.ts'
import {
  type RenderError,
  sendJson,
  sendPage,
  redirectToKeys,
  type PageRequest,
  type PageAction,
} from '../web/page-request.ts'
import { wantsPage } from '../http/accept.ts'

export interface AccountOptions extends SignInOptions {
  readonly keys: Keys
  readonly consents: Consents
}

/** Says of everything, also before anything is known of the visitor, what was wrong. */
export const renderSignIn: RenderError = ({ setting }, wrong) => signInPage(setting, wrong)

const againCode: RenderError = ({ setting, form: { challenge, email } }, wrong) =>
  codePage(setting, { id: challenge, email }, wrong)

/** What GET answers, and what each address changes, with the page that says what went wrong. */
export function accountActions(options: AccountOptions) {
  const { accounts, audit, consents, keys, cookies, limits } = options
  const signingIn = signInFor('keys', options)

  const home: PageAction = async ({ request, reply, account, setting }) => {
    const access = await accessOf(account)
    if (wantsPage(request))
      return sendPage(reply, account === null ? signInPage(setting) : keyListPage(setting, account, access))
    const who = account === null ? null : { email: account.email }
    return sendJson(reply, { token: setting.token, account: who, ...access })
  }

  async function accessOf(account: Account | null): Promise<Access> {
    if (account === null) return { keys: [], programs: [] }
    const owner = { accountId: account.id }
    return { keys: await keys.list(owner), programs: await consents.list(owner) }
  }

  const code: PageAction = async (visit) => {
    const { request, reply, setting } = visit
    const sent = await signingIn.codeFor(visit)
    return wantsPage(request)
      ? sendPage(reply, codePage(setting, sent))
      : sendJson(reply, { challenge: sent.id })
  }

  const signIn: PageAction = async (visit) => {
    const { request, reply } = visit
    const { email } = await signingIn.signIn(visit)
    return wantsPage(request) ? redirectToKeys(reply) : sendJson(reply, { email })
  }

  const make: PageAction = async (visit) => {
    const owner = ownerIn(visit)
    await enforceLimit(limits, visit.reply, 'new_keys', owner.accountId)
    const made = await keys.create(visit.form.label, owner)
    audit({ event: 'key_created', request: visit.request, ...owner, keyId: made.id })
    return sendMade(visit, made, 'new')
  }
  const rotate: PageAction = async (visit) => {
    const [owner, keyId] = [ownerIn(visit), keyIn(visit)]
    await enforceLimit(limits, visit.reply, 'new_keys', owner.accountId)
    const made = found(await keys.rotate(keyId, owner))
    audit({ event: 'key_rotated', request: visit.request, ...owner, keyId, newKeyId: made.id })
    return sendMade(visit, made, 'exchanged')
  }
  const revoke: PageAction = async (visit) => {
    const [owner, keyId] = [ownerIn(visit), keyIn(visit)]
    found((await keys.revoke(keyId, owner)) || null)
    audit({ event: 'key_revoked', request: visit.request, ...owner, keyId })
    return done(visit)
  }
  const renameKey: PageAction = async (visit) => {
    const [owner, keyId] = [ownerIn(visit), keyIn(visit)]
    found((await keys.rename(keyId, visit.form.label, owner)) || null)
    audit({ event: 'key_renamed', request: visit.request, ...owner, keyId })
    return done(visit)
  }

  const disconnect: PageAction = async (visit) => {
    const [owner, clientId] = [ownerIn(visit), visit.form.program]
    found((await consents.revoke(clientId, owner)) || null, 'You let in no such program.')
    audit({ event: 'grant_revoked', request: visit.request, ...owner, clientId })
    return done(visit)
  }

  const signOut: PageAction = async (visit) => {
    const { request, account, session } = visit
    if (session !== null) await accounts.endSession(session)
    if (account !== null) audit({ event: 'signed_out', request, accountId: account.id })
    cookies.remove(visit.reply, 'session')
    return done({ ...visit, account: null })
  }
  const deleteAccount: PageAction = async (visit) => {
    const { accountId } = ownerIn(visit)
    if (parseEmail(visit.form.confirm) !== visit.account?.email)
      throw new ApiError('invalid_parameter', 'Type the address of the account to delete it.')
    await accounts.delete(accountId)
    audit({ event: 'account_deleted', request: visit.request, accountId })
    cookies.remove(visit.reply, 'session')
    const { request, reply, setting } = visit
    return wantsPage(request) ? sendPage(reply, deletedPage(setting)) : done({ ...visit, account: null })
  }

  async function done({ request, reply, account }: PageRequest): Promise<FastifyReply> {
    return wantsPage(request) ? redirectToKeys(reply) : sendJson(reply, await accessOf(account))
  }

  const againKeysAt =
    (at: WrongForm['at']): RenderError =>
    async ({ setting, account }, why) =>
      account === null
        ? signInPage(setting, why)
        : keyListPage(setting, account, await accessOf(account), { at, why })
  const againKeys = againKeysAt('top')

  const changes: Readonly<Record<string, readonly [PageAction, RenderError]>> = {
    '/keys/code': [code, renderSignIn],
    '/keys/session': [signIn, againCode],
    '/keys/new': [make, againKeys],
    '/keys/:id/rotate': [rotate, againKeys],
    '/keys/:id/revoke': [revoke, againKeys],
    '/keys/:id/label': [renameKey, againKeys],
    '/keys/programs/disconnect': [disconnect, againKeys],
    '/keys/sign-out': [signOut, renderSignIn],
    '/keys/delete-account': [deleteAccount, againKeysAt('confirm')],
  }
  return { home, changes }
}

/** A key with its text; the only time that it is told. */
function sendMade(
  { request, reply, setting }: PageRequest,
  made: CreatedKey,
  how: 'new' | 'exchanged',
): FastifyReply {
  return wantsPage(request)
    ? sendPage(reply, madeKeyPage(setting, made.key, how))
    : sendJson(reply.code(201), made)
}

function keyIn({ request }: PageRequest): string {
  return z.object({ id: z.string() }).parse(request.params).id
}

/** Throws `missing_credentials` where nobody is signed in. */
function ownerIn({ account }: PageRequest): { readonly accountId: string } {
  if (account === null) throw new ApiError('missing_credentials', 'Sign in first; the session has ended.')
  return { accountId: account.id }
}

function found<Value>(value: Value | null, wrong = 'You have no such key.'): Value {
  if (value === null) throw new ApiError('not_found', wrong)
  return value
}
