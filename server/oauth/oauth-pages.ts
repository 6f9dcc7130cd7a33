/** The pages between a client that asks and a person who says yes: forms without a script, as at `/keys`. */
import type { Account } from '@careatlas/state/accounts'
import { escapeHtml, page } from '../web/layout.ts'
import {
  addressForm,
  emailHelp,
  codeForm,
  hiddenField,
  errorNote,
  type SignInPlace,
} from '../accounts/sign-in-forms.ts'
import type { SentCode } from '../accounts/sign-in.ts'

/** What every page needs to know; `path` is the address of this interaction. */
export interface OAuthPageSetting extends SignInPlace {
  readonly productName: string
}

/** Who asks, as a person can tell it. */
export interface AskingClient {
  readonly id: string
  readonly name: string
  /** The site that its document is from; null for one that registered itself, under any name it liked. */
  readonly site: string | null
  /** Where the browser goes next, such as `agent.example`. */
  readonly redirectHost: string
  /** Whether that is a program on the person's own machine. */
  readonly isLocal: boolean
}

/** Where an address is typed. */
export function oauthSignInPage(setting: OAuthPageSetting, client: AskingClient, wrong?: string): string {
  if (setting.codeDelivery === null)
    return signInPage(
      setting,
      `<p>The operator of this service makes its keys, and nobody can sign in here: ask there for one.</p>${errorNote(wrong)}`,
    )
  return signInPage(
    setting,
    `<p><strong>${escapeHtml(client.name)}</strong> asks to use the directory in your name. ${emailHelp(setting)}</p>
${addressForm(setting, wrong)}`,
  )
}

/** Where the six digits are typed. */
export function oauthCodePage(setting: OAuthPageSetting, sent: SentCode, wrong?: string): string {
  return signInPage(setting, codeForm(setting, sent, wrong))
}

/** Where somebody who is signed in says yes or no. */
export function consentPage(
  { productName, path, token }: OAuthPageSetting,
  client: AskingClient,
  account: Account,
): string {
  const name = escapeHtml(client.name)
  const whose = client.site === null ? 'by a name that it chose itself' : `of ${escapeHtml(client.site)}`
  return page({
    productName,
    title: client.name,
    main: `<h1>Let ${name} in?</h1>
<p class="under muted">A program, ${whose}</p>
<p>It asks to <strong>search and read the directory</strong> in your name, for a year at most, or until you disconnect it at <a href="/keys">/keys</a>. It gets no key of yours, and cannot change anything.</p>
<dl>
<dt>Where you go next</dt><dd><strong>${escapeHtml(client.redirectHost)}</strong></dd>
<dt>You are</dt><dd>${escapeHtml(account.email)}</dd>
</dl>
${client.isLocal ? '<div class="note"><p>It is a program on this computer. Go on only if you have just started it yourself.</p></div>' : ''}
<div class="pair">
<form class="inline" method="post" action="${path}/consent">
${hiddenField('token', token)}${hiddenField('decision', 'allow')}
<button>Allow</button>
</form>
<form class="inline" method="post" action="${path}/consent">
${hiddenField('token', token)}${hiddenField('decision', 'deny')}
<button class="quiet">Do not allow</button>
</form>
</div>
<form method="post" action="${path}/another-account">
${hiddenField('token', token)}
<button class="quiet">Use another account</button>
</form>`,
  })
}

/** What cannot go back to the client, because it is not known which one it was. */
export function failurePage(productName: string, why: string): string {
  return page({
    productName,
    title: 'Not signed in',
    main: `<h1>That did not work</h1>
${errorNote(why)}
<p>Begin again in the program that sent you here.</p>`,
  })
}

function signInPage({ productName }: OAuthPageSetting, main: string): string {
  return page({ productName, title: 'Sign in', main: `<h1>Sign in</h1>\n${main}` })
}
