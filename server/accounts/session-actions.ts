/** The actions at `/keys` with which a user signs in and out. */
import { wantsPage } from '../http/accept.ts'
import type { RenderError } from '../web/page-actions.ts'
import { codePage } from './account-pages.ts'
import {
  type AccountContext,
  type AccountOptions,
  type AccountView,
  type Action,
  redirectToKeys,
  sendJson,
  sendPage,
} from './account-view.ts'
import { createSignIn } from './sign-in.ts'

/** Returns the actions by name. */
export function sessionActions(options: AccountOptions, { showResult }: AccountView) {
  const { accounts, audit, cookies } = options
  const signInFlow = createSignIn('keys', options)

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

  return { sendCode, signIn, signOut }
}

/** Shows an error of the sign-in on the page with the code. */
export const renderCodeForm: RenderError<AccountContext> = (
  { reply, setting, form: { challenge, email } },
  message,
) => sendPage(reply, codePage(setting, { id: challenge, email }, message))
