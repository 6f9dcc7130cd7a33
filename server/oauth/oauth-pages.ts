/** The pages of an authorization: sign-in, code, consent and failure; forms without scripts, as at `/keys`. */
import type { Account } from '@careatlas/state/accounts'
import { appOrigin } from '../accounts/account-pages.ts'
import { addressForm, codeForm, emailHelp, type SignInSetting } from '../accounts/sign-in-pages.ts'
import type { SentCode } from '../accounts/sign-in.ts'
import { errorNote, postForm } from '../web/forms.ts'
import { type Html, html } from '../web/html.ts'
import { page } from '../web/layout.ts'
import { looksLike } from './lookalike-name.ts'

/** `path` is the path of the interaction. */
export interface OAuthPageSetting extends SignInSetting {
  readonly productName: string
}

/** The client that asks for access, as the user sees it. */
export interface RequestingClient {
  readonly id: string
  readonly name: string
  /** The host of its metadata document; null for a registered client, which may choose any name. */
  readonly site: string | null
  /** Where the browser goes next, such as `agent.example`. */
  readonly redirectHost: string
  /** Whether the client runs on the user's own computer. */
  readonly isLocal: boolean
}

export function oauthSignInPage(setting: OAuthPageSetting, client: RequestingClient, error?: string): Html {
  if (setting.codeDelivery === null)
    return signInPage(
      setting,
      html`<p>
          Sign-in is not available here: the operator of this service creates the keys. Ask the operator for
          one.
        </p>
        ${errorNote(error)}`,
    )
  return signInPage(
    setting,
    html`<p>
        <strong>${client.name}</strong> asks to use the directory on your behalf. ${emailHelp(setting)}
      </p>
      ${addressForm(setting, error)}`,
  )
}

export function oauthCodePage(setting: OAuthPageSetting, sent: SentCode, error?: string): Html {
  return signInPage(setting, codeForm(setting, sent, error))
}

export function consentPage(
  { productName, path, token }: OAuthPageSetting,
  { name, site, redirectHost, isLocal }: RequestingClient,
  account: Account,
): Html {
  const loopbackNote = html`<div class="note">
    <p>This app runs on this computer. Continue only if you have just started it yourself.</p>
  </div>`
  const lookalikeNote = html`<div class="note wrong" role="alert">
    <p>
      The name of this app resembles ${productName}, but ${productName} does not vouch for the app.
      ${site === null ? 'Anyone can choose such a name.' : `The app belongs to ${site}.`} Continue only if you
      know where it comes from.
    </p>
  </div>`
  const decisionForm = (decision: 'allow' | 'deny', button: Html) =>
    postForm({ action: `${path}/consent`, token, hidden: { decision }, layout: 'inline' }, button)
  return page({
    productName,
    title: name,
    main: html`<h1>Allow ${name} to access ${productName}?</h1>
      <p class="under muted">${capitalized(appOrigin(site))}</p>
      <p>
        It asks to <strong>search and read the directory</strong> on your behalf, for up to one year or until
        you disconnect it at <a href="/keys">/keys</a>. It gets none of your keys, and it cannot change
        anything.
      </p>
      <dl>
        <dt>Redirects to</dt>
        <dd><strong>${redirectHost}</strong></dd>
        <dt>Signed in as</dt>
        <dd>${account.email}</dd>
      </dl>
      ${looksLike(name, productName) ? lookalikeNote : null} ${isLocal ? loopbackNote : null}
      <div class="pair">
        ${decisionForm('allow', html`<button>Allow</button>`)}
        ${decisionForm('deny', html`<button class="quiet">Deny</button>`)}
      </div>
      ${postForm({ action: `${path}/another-account`, token }, html`<button class="quiet">Use another account</button>`)}`,
  })
}

function capitalized(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}

/**
 * Shows an error that is not returned to the client, because the client is unknown or, with `isRedirectWithheld`, because the user has
 * not allowed it before.
 */
export function oauthFailurePage(productName: string, message: string, isRedirectWithheld = false): Html {
  const withheldNote = html`<p>
    You were not sent back to the app, because it made an invalid request and you have not allowed it before.
  </p>`
  return page({
    productName,
    title: 'Sign-in failed',
    main: html`<h1>Sign-in failed</h1>
      ${errorNote(message)} ${isRedirectWithheld ? withheldNote : null}
      <p>Start over in the app that sent you here.</p>`,
  })
}

function signInPage({ productName }: OAuthPageSetting, main: Html): Html {
  return page({
    productName,
    title: 'Sign in',
    main: html`<h1>Sign in</h1>
      ${main}`,
  })
}
