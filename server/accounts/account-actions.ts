/** The actions at `/keys`, and the pages that show their errors. */
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
import { type SignInOptions, createSignIn } from './sign-in.ts'

export interface AccountOptions extends SignInOptions {
  readonly accounts: Accounts
  readonly keys: Keys
  readonly consents: Consents
  readonly productName: string
  readonly publicUrl: PublicUrl
}

/** What an action at `/keys` needs: the request, the signed-in account and the page setting. */
interface AccountContext extends PageSession {
  /** Null if the user is not signed in. */
  readonly account: Account | null
  readonly setting: AccountPageSetting
}

type Action = PageAction<AccountContext>

/** The actions at `/keys`. Browsers get pages; clients that do not accept HTML get JSON, and the JSON envelope for errors. */
export function accountActions(options: AccountOptions): PageTable<AccountContext> {
  const { accounts, audit, consents, keys, cookies, limits, productName, publicUrl, sender } = options
  const signInFlow = createSignIn('keys', options)

  const createSetting = ({ request, token }: PageSession): AccountPageSetting => ({
    productName,
    url: publicUrl(request),
    path: '/keys',
    token,
    codeDelivery: codeDelivery(sender),
  })

  async function load(context: PageSession): Promise<AccountContext> {
    const account = context.session === null ? null : await accounts.findBySession(context.session)
    return { ...context, account, setting: createSetting(context) }
  }

  async function loadAccess(account: Account | null): Promise<Access> {
    if (account === null) return { keys: [], programs: [] }
    const owner = { accountId: account.id }
    return { keys: await keys.list(owner), programs: await consents.list(owner) }
  }

  const showKeys: Action = async ({ request, reply, account, setting }) => {
    const access = await loadAccess(account)
    if (wantsPage(request))
      return sendPage(reply, account === null ? signInPage(setting) : keyListPage(setting, account, access))
    const user = account === null ? null : { email: account.email }
    return sendJson(reply, { token: setting.token, account: user, ...access })
  }

  const sendCode: Action = async (context) => {
    const { request, reply, setting } = context
    const sentCode = await signInFlow.codeFor(context)
    return wantsPage(request)
      ? sendPage(reply, codePage(setting, sentCode))
      : sendJson(reply, { challenge: sentCode.id })
  }
  const signIn: Action = async (context) => {
    const { email } = await signInFlow.signIn(context)
    return wantsPage(context.request) ? redirectToKeys(context.reply) : sendJson(context.reply, { email })
  }
  const signOut: Action = async (context) => {
    const { request, reply, account, session } = context
    if (session !== null) await accounts.endSession(session)
    if (account !== null) audit({ event: 'signed_out', request, accountId: account.id })
    cookies.remove(reply, 'session')
    return showResult({ ...context, account: null })
  }

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
  const disconnect: Action = async (context) => {
    const [owner, clientId] = [requireOwner(context), context.form.program]
    requireFound((await consents.revoke(clientId, owner)) || null, 'You have no such connected app.')
    audit({ event: 'grant_revoked', request: context.request, ...owner, clientId })
    return showResult(context)
  }
  const deleteAccount: Action = async (context) => {
    const { request, reply, setting } = context
    const { accountId } = requireOwner(context)
    if (parseEmail(context.form.confirm) !== context.account?.email)
      throw new ApiError('invalid_parameter', 'Enter the e-mail address of the account to delete it.')
    await accounts.delete(accountId)
    audit({ event: 'account_deleted', request, accountId })
    cookies.remove(reply, 'session')
    cookies.remove(reply, 'known')
    return wantsPage(request)
      ? sendPage(reply, deletedPage(setting))
      : showResult({ ...context, account: null })
  }

  /** Redirects a browser to the key list; sends the keys and apps as JSON to other clients. */
  async function showResult({ request, reply, account }: AccountContext): Promise<FastifyReply> {
    return wantsPage(request) ? redirectToKeys(reply) : sendJson(reply, await loadAccess(account))
  }

  const renderSignIn: RenderError<PageSession> = (context, message) =>
    sendPage(context.reply, signInPage(createSetting(context), message))
  const renderKeyList =
    (position: FormError['position']): RenderError<AccountContext> =>
    async (context, message) => {
      const { reply, setting, account } = context
      if (account === null) return renderSignIn(context, message)
      return sendPage(reply, keyListPage(setting, account, await loadAccess(account), { position, message }))
    }

  return {
    load,
    isShown: (_error, { request }) => wantsPage(request),
    renderRefusal: renderSignIn,
    actions: {
      GET: [showKeys, renderSignIn],
      'POST /code': [sendCode, renderSignIn],
      'POST /session': [signIn, renderCodeForm],
      'POST /new': [createKey, renderKeyList('top')],
      'POST /:id/rotate': [rotateKey, renderKeyList('top')],
      'POST /:id/revoke': [revokeKey, renderKeyList('top')],
      'POST /:id/label': [renameKey, renderKeyList('top')],
      'POST /programs/disconnect': [disconnect, renderKeyList('top')],
      'POST /sign-out': [signOut, renderSignIn],
      'POST /delete-account': [deleteAccount, renderKeyList('confirm')],
    },
  }
}

const renderCodeForm: RenderError<AccountContext> = (
  { reply, setting, form: { challenge, email } },
  message,
) => sendPage(reply, codePage(setting, { id: challenge, email }, message))

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

/** Throws `missing_credentials` if the user is not signed in. */
function requireOwner({ account }: AccountContext): { readonly accountId: string } {
  if (account === null) throw new ApiError('missing_credentials', 'Sign in first; the session has ended.')
  return { accountId: account.id }
}

/** Throws `not_found` for null. */
function requireFound<Value>(value: Value | null, message = 'You have no such key.'): Value {
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
