/** The pages between a client that asks and a person who says yes: forms without a script, as at `/keys`. */
import type { Account } from '@careatlas/state/accounts'
import { escapeHtml, page } from '../../page.ts'
import { addressForm, codeForm, hidden, noteOf } from '../form-parts.ts'
import type { SentCode } from '../sign-in.ts'

/** What every page needs to know. */
export interface OAuthPageSetting {
  readonly productName: string
  /** The address of this interaction; each form posts below it. */
  readonly path: string
  /** Sent along by every form (see `own-requests.ts`). */
  readonly token: string
  /** Whether whoever types an address gets a code. */
  readonly sendsCodes: boolean
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
  if (!setting.sendsCodes)
    return signInPage(
      setting,
      `<p>The operator of this service makes its keys, and nobody can sign in here: ask there for one.</p>${noteOf(wrong)}`,
    )
  return signInPage(
    setting,
    `<p><strong>${escapeHtml(client.name)}</strong> asks to use the directory in your name. Type your e-mail address: we send six digits there, and nothing else.</p>
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
  return page(
    `${client.name} – ${productName}`,
    `<h1>Let ${name} in?</h1>
<p>It asks to <strong>search and read the directory</strong> in your name, for a year at most, or until you disconnect it at <code>/keys</code>. It gets no key of yours, and cannot change anything.</p>
<dl>
<dt>Who asks</dt><dd>${name}${client.site === null ? ', by a name that it chose itself' : `, of ${escapeHtml(client.site)}`}</dd>
<dt>Where you go next</dt><dd><strong>${escapeHtml(client.redirectHost)}</strong></dd>
<dt>You are</dt><dd>${escapeHtml(account.email)}</dd>
</dl>
${client.isLocal ? '<div class="note"><p>It is a program on this computer. Go on only if you have just started it yourself.</p></div>' : ''}
<form class="inline" method="post" action="${path}/consent">
${hidden('token', token)}${hidden('decision', 'allow')}
<button>Let it in</button>
</form>
<form class="inline" method="post" action="${path}/consent">
${hidden('token', token)}${hidden('decision', 'deny')}
<button class="quiet">No</button>
</form>
<form method="post" action="${path}/another-account">
${hidden('token', token)}
<button class="quiet">Use another account</button>
</form>`,
  )
}

/** What cannot go back to the client, because it is not known which one it was. */
export function failurePage(productName: string, why: string): string {
  return page(
    `Not signed in – ${productName}`,
    `<h1>That did not work</h1>
${noteOf(why)}
<p>Begin again in the program that sent you here.</p>`,
  )
}

function signInPage({ productName }: OAuthPageSetting, main: string): string {
  return page(`Sign in – ${productName}`, `<h1>Sign in</h1>\n${main}`)
}
