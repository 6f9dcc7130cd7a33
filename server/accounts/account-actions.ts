/** The actions of `/keys`, and the pages that show their errors. */
import { ApiError } from '@careatlas/contract/errors'
import type { Account, Accounts } from '@careatlas/state/accounts'
import type { Consents } from '@careatlas/state/consents'
import type { CreatedKey, Keys } from '@careatlas/state/keys'
import type { FastifyReply } from 'fastify'
import * as z from 'zod'
import { enforceLimit } from '../access/rate-limit/rate-limit-headers.ts'
import { wantsPage } from '../http/accept.ts'
import type { PublicUrl } from '../http/public-url.ts'
import { jsonType } from '../http/response-headers.ts'
import type { Html } from '../web/html.ts'
import { formPageHeaders, sendHtml } from '../web/layout.ts'
import type { PageAction, PageTable, PageSession, RenderError } from '../web/page-actions.ts'
import {
  type Access,
  type AccountPageSetting,
  codePage,
  createdKeyPage,
  deletedPage,
  type FormError,
  keyListPage,
  signInPage,
} from './account-pages.ts'
import { codeDelivery } from './code-sender.ts'
import { parseEmail } from './email-address.ts'
import { type SignInOptions, signInFor } from './sign-in.ts'

export interface AccountOptions extends SignInOptions {
  readonly accounts: Accounts
  readonly keys: Keys
  readonly consents: Consents
  readonly productName: string
  readonly publicUrl: PublicUrl
}

/** A request at `/keys`. */
interface AccountVisit extends PageSession {
  /** Null if the user is not signed in. */
  readonly account: Account | null
  readonly setting: AccountPageSetting
}

type Action = PageAction<AccountVisit>

/** Browsers get pages; programs that do not accept HTML get JSON, and errors as JSON envelopes. */
export function accountActions(options: AccountOptions): PageTable<AccountVisit> {
  const { accounts, audit, consents, keys, cookies, limits, productName, publicUrl, sender } = options
  const signingIn = signInFor('keys', options)

  const settingOf = ({ request, token }: PageSession): AccountPageSetting => ({
    productName,
    url: publicUrl(request),
    path: '/keys',
    token,
    codeDelivery: codeDelivery(sender),
  })

  async function load(visit: PageSession): Promise<AccountVisit> {
    const account = visit.session === null ? null : await accounts.findBySession(visit.session)
    return { ...visit, account, setting: settingOf(visit) }
  }

  async function accessOf(account: Account | null): Promise<Access> {
    if (account === null) return { keys: [], programs: [] }
    const owner = { accountId: account.id }
    return { keys: await keys.list(owner), programs: await consents.list(owner) }
  }

  const home: Action = async ({ request, reply, account, setting }) => {
    const access = await accessOf(account)
    if (wantsPage(request))
      return sendPage(reply, account === null ? signInPage(setting) : keyListPage(setting, account, access))
    const user = account === null ? null : { email: account.email }
    return sendJson(reply, { token: setting.token, account: user, ...access })
  }

  const sendCode: Action = async (visit) => {
    const { request, reply, setting } = visit
    const sent = await signingIn.codeFor(visit)
    return wantsPage(request)
      ? sendPage(reply, codePage(setting, sent))
      : sendJson(reply, { challenge: sent.id })
  }
  const signIn: Action = async (visit) => {
    const { email } = await signingIn.signIn(visit)
    return wantsPage(visit.request) ? redirectToKeys(visit.reply) : sendJson(visit.reply, { email })
  }
  const signOut: Action = async (visit) => {
    const { request, reply, account, session } = visit
    if (session !== null) await accounts.endSession(session)
    if (account !== null) audit({ event: 'signed_out', request, accountId: account.id })
    cookies.remove(reply, 'session')
    return done({ ...visit, account: null })
  }

  const createKey: Action = async (visit) => {
    const owner = ownerOf(visit)
    await enforceLimit(limits, visit.reply, 'new_keys', owner.accountId)
    const created = await keys.create(visit.form.label, owner)
    audit({ event: 'key_created', request: visit.request, ...owner, keyId: created.id })
    return sendCreated(visit, created, 'new')
  }
  const rotateKey: Action = async (visit) => {
    const [owner, keyId] = [ownerOf(visit), keyIdOf(visit)]
    await enforceLimit(limits, visit.reply, 'new_keys', owner.accountId)
    const created = found(await keys.rotate(keyId, owner))
    audit({ event: 'key_rotated', request: visit.request, ...owner, keyId, newKeyId: created.id })
    return sendCreated(visit, created, 'rotated')
  }
  const revokeKey: Action = async (visit) => {
    const [owner, keyId] = [ownerOf(visit), keyIdOf(visit)]
    found((await keys.revoke(keyId, owner)) || null)
    audit({ event: 'key_revoked', request: visit.request, ...owner, keyId })
    return done(visit)
  }
  const renameKey: Action = async (visit) => {
    const [owner, keyId] = [ownerOf(visit), keyIdOf(visit)]
    found((await keys.rename(keyId, visit.form.label, owner)) || null)
    audit({ event: 'key_renamed', request: visit.request, ...owner, keyId })
    return done(visit)
  }
  const disconnect: Action = async (visit) => {
    const [owner, clientId] = [ownerOf(visit), visit.form.program]
    found((await consents.revoke(clientId, owner)) || null, 'You have no such connected app.')
    audit({ event: 'grant_revoked', request: visit.request, ...owner, clientId })
    return done(visit)
  }
  const deleteAccount: Action = async (visit) => {
    const { request, reply, setting } = visit
    const { accountId } = ownerOf(visit)
    if (parseEmail(visit.form.confirm) !== visit.account?.email)
      throw new ApiError('invalid_parameter', 'Enter the e-mail address of the account to delete it.')
    await accounts.delete(accountId)
    audit({ event: 'account_deleted', request, accountId })
    cookies.remove(reply, 'session')
    cookies.remove(reply, 'known')
    return wantsPage(request) ? sendPage(reply, deletedPage(setting)) : done({ ...visit, account: null })
  }

  async function done({ request, reply, account }: AccountVisit): Promise<FastifyReply> {
    return wantsPage(request) ? redirectToKeys(reply) : sendJson(reply, await accessOf(account))
  }

  const signInAgain: RenderError<PageSession> = (visit, message) =>
    sendPage(visit.reply, signInPage(settingOf(visit), message))
  const listAgain =
    (at: FormError['at']): RenderError<AccountVisit> =>
    async (visit, message) => {
      const { reply, setting, account } = visit
      if (account === null) return signInAgain(visit, message)
      return sendPage(reply, keyListPage(setting, account, await accessOf(account), { at, message }))
    }

  return {
    load,
    isShown: (_error, { request }) => wantsPage(request),
    renderRefusal: signInAgain,
    actions: {
      GET: [home, signInAgain],
      'POST /code': [sendCode, signInAgain],
      'POST /session': [signIn, codeAgain],
      'POST /new': [createKey, listAgain('top')],
      'POST /:id/rotate': [rotateKey, listAgain('top')],
      'POST /:id/revoke': [revokeKey, listAgain('top')],
      'POST /:id/label': [renameKey, listAgain('top')],
      'POST /programs/disconnect': [disconnect, listAgain('top')],
      'POST /sign-out': [signOut, signInAgain],
      'POST /delete-account': [deleteAccount, listAgain('confirm')],
    },
  }
}

const codeAgain: RenderError<AccountVisit> = ({ reply, setting, form: { challenge, email } }, message) =>
  sendPage(reply, codePage(setting, { id: challenge, email }, message))

/** The only response that contains the text of a key. */
function sendCreated(
  { request, reply, setting }: AccountVisit,
  created: CreatedKey,
  how: 'new' | 'rotated',
): FastifyReply {
  return wantsPage(request)
    ? sendPage(reply, createdKeyPage(setting, created.key, how))
    : sendJson(reply.code(201), created)
}

function keyIdOf({ request }: PageSession): string {
  return z.object({ id: z.string() }).parse(request.params).id
}

/** Throws `missing_credentials` if the user is not signed in. */
function ownerOf({ account }: AccountVisit): { readonly accountId: string } {
  if (account === null) throw new ApiError('missing_credentials', 'Sign in first; the session has ended.')
  return { accountId: account.id }
}

function found<Value>(value: Value | null, message = 'You have no such key.'): Value {
  if (value === null) throw new ApiError('not_found', message)
  return value
}

const vary = { vary: 'accept, cookie' }

function sendPage(reply: FastifyReply, document: Html): FastifyReply {
  return sendHtml(reply, document, { ...formPageHeaders, ...vary })
}

function sendJson(reply: FastifyReply, value: unknown): FastifyReply {
  return reply
    .headers({ 'content-type': jsonType, 'cache-control': 'no-store', ...vary })
    .send(JSON.stringify(value))
}

/** 303: the browser gets the page with a new request (RFC 9110, section 15.4.4). */
function redirectToKeys(reply: FastifyReply): FastifyReply {
  return reply.redirect('/keys', 303)
}
