/** What the actions at `/keys` share: the account of the request, its checks, the pages with their errors, and the responses. */
import { ApiError } from '@careatlas/contract/errors'
import type { Account, Accounts } from '@careatlas/state/accounts'
import type { Consents } from '@careatlas/state/consents'
import type { Keys } from '@careatlas/state/keys'
import type { FastifyReply } from 'fastify'
import { wantsPage } from '../http/accept.ts'
import type { PublicUrl } from '../http/public-url.ts'
import { jsonType } from '../http/response-headers.ts'
import type { Html } from '../web/html.ts'
import { formPageHeaders, sendHtml } from '../web/layout.ts'
import type { PageAction, PageSession, RenderError } from '../web/page-actions.ts'
import {
  type Access,
  type AccountPageSetting,
  type FormError,
  keyListPage,
  signInPage,
} from './account-pages.ts'
import { codeDelivery } from './code-sender.ts'
import type { SignInOptions } from './sign-in.ts'

export interface AccountOptions extends SignInOptions {
  readonly accounts: Accounts
  readonly keys: Keys
  readonly consents: Consents
  readonly productName: string
  readonly publicUrl: PublicUrl
}

/** What an action at `/keys` needs: the request, the signed-in account and the page setting. */
export interface AccountContext extends PageSession {
  /** Null if the user is not signed in. */
  readonly account: Account | null
  readonly setting: AccountPageSetting
}

export type Action = PageAction<AccountContext>

/** Creates the functions that load and show the keys and apps of an account. */
export function createAccountView({
  accounts,
  keys,
  consents,
  productName,
  publicUrl,
  sender,
}: AccountOptions) {
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
    if (account === null) return { keys: [], apps: [] }
    const owner = { accountId: account.id }
    return { keys: await keys.list(owner), apps: await consents.list(owner) }
  }

  const showKeys: Action = async ({ request, reply, account, setting }) => {
    const access = await loadAccess(account)
    if (wantsPage(request))
      return sendPage(reply, account === null ? signInPage(setting) : keyListPage(setting, account, access))
    const user = account === null ? null : { email: account.email }
    return sendJson(reply, { token: setting.token, account: user, ...access })
  }

  /** Redirects a browser to the key list; sends the keys and apps as JSON to other clients. */
  async function showResult({ request, reply, account }: AccountContext): Promise<FastifyReply> {
    return wantsPage(request) ? redirectToKeys(reply) : sendJson(reply, await loadAccess(account))
  }

  const renderSignIn: RenderError<PageSession> = (context, message) =>
    sendPage(context.reply, signInPage(createSetting(context), message))
  const renderKeyList =
    (position: FormError['position']): RenderError<AccountContext> =>
    async (context, message, error) => {
      const { reply, setting, account } = context
      if (account === null) return renderSignIn(context, message, error)
      return sendPage(reply, keyListPage(setting, account, await loadAccess(account), { position, message }))
    }

  return { load, showKeys, showResult, renderSignIn, renderKeyList }
}

export type AccountView = ReturnType<typeof createAccountView>

/** Throws `missing_credentials` if the user is not signed in. */
export function requireOwner({ account }: AccountContext): { readonly accountId: string } {
  if (account === null) throw new ApiError('missing_credentials', 'Sign in first; the session has ended.')
  return { accountId: account.id }
}

/** Throws `not_found` for null: the record does not exist, or belongs to another account. */
export function requireFound<Value>(value: Value | null, message = 'You have no such key.'): Value {
  if (value === null) throw new ApiError('not_found', message)
  return value
}

const vary = { vary: 'accept, cookie' }

/** Sends a page, which depends on the cookies. */
export function sendPage(reply: FastifyReply, document: Html): FastifyReply {
  return sendHtml(reply, document, { ...formPageHeaders, ...vary })
}

/** Sends JSON, which depends on the cookies. */
export function sendJson(reply: FastifyReply, value: unknown): FastifyReply {
  return reply
    .headers({ 'content-type': jsonType, 'cache-control': 'no-store', ...vary })
    .send(JSON.stringify(value))
}

/** 303: the browser gets the page with a new request (RFC 9110, section 15.4.4). */
export function redirectToKeys(reply: FastifyReply): FastifyReply {
  return reply.redirect('/keys', 303)
}
