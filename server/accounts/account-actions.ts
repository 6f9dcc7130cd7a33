/** The actions at `/keys`, and the pages that show their errors. */
import { ApiError } from '@careatlas/contract/errors'
import { wantsPage } from '../http/accept.ts'
import type { PageTable } from '../web/page-actions.ts'
import { deletedPage } from './account-pages.ts'
import {
  type AccountContext,
  type AccountOptions,
  type AccountView,
  type Action,
  createAccountView,
  requireFound,
  requireOwner,
  sendPage,
} from './account-view.ts'
import { parseEmail } from './email-address.ts'
import { keyActions } from './key-actions.ts'
import { renderCodeForm, sessionActions } from './session-actions.ts'

/** The actions at `/keys`. Browsers get pages; clients that do not accept HTML get JSON, and the JSON envelope for errors. */
export function accountActions(options: AccountOptions): PageTable<AccountContext> {
  const view = createAccountView(options)
  const { load, showKeys, renderSignIn, renderKeyList } = view
  const { sendCode, signIn, signOut } = sessionActions(options, view)
  const { createKey, rotateKey, revokeKey, renameKey } = keyActions(options, view)
  const { disconnect, deleteAccount } = removalActions(options, view)
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
      'POST /apps/disconnect': [disconnect, renderKeyList('top')],
      'POST /sign-out': [signOut, renderSignIn],
      'POST /delete-account': [deleteAccount, renderKeyList('confirm')],
    },
  }
}

/** The actions that remove the access of a connected app, or the account. */
function removalActions({ accounts, consents, cookies, audit }: AccountOptions, { showResult }: AccountView) {
  const disconnect: Action = async (context) => {
    const [owner, clientId] = [requireOwner(context), context.form.client_id]
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

  return { disconnect, deleteAccount }
}
