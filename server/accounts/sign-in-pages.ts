/** The two forms of a sign-in: the e-mail address, then the code that was sent to it. */
import { errorNote, postForm } from '../web/forms.ts'
import { type Html, html } from '../web/html.ts'
import { type CodeDelivery, codeLifetimeMinutes } from './code-sender.ts'
import type { SentCode } from './sign-in.ts'

export interface SignInSetting {
  /** The path of the page; the forms post to `/code` and `/session` below it. */
  readonly path: string
  /** The CSRF token. */
  readonly token: string
  readonly codeDelivery: CodeDelivery
}

/** Explains to the user where the code arrives. */
export function emailHelp({ codeDelivery }: Pick<SignInSetting, 'codeDelivery'>): string {
  return codeDelivery === 'printed'
    ? 'Enter an e-mail address: a six-digit code is printed where the server was started, and no mail is sent.'
    : 'Enter your e-mail address: we’ll e-mail you a six-digit sign-in code.'
}

export function addressForm({ path, token }: SignInSetting, error: string | undefined): Html {
  return html`${errorNote(error)}
  ${postForm(
    { action: `${path}/code`, token },
    html`<label for="email">E-mail address</label>
      <input id="email" name="email" type="email" autocomplete="email" maxlength="254" required autofocus />
      <button>Send code</button>`,
  )}`
}

export function codeForm(
  { path, token, codeDelivery }: SignInSetting,
  { id, email }: SentCode,
  error: string | undefined,
): Html {
  const address = html`<strong>${email}</strong>`
  const deliveryNote =
    codeDelivery === 'printed'
      ? html`The code for ${address} is printed where the server was started.`
      : html`We sent a six-digit code to ${address}.`
  return html`<p>${deliveryNote} It is valid for ${codeLifetimeMinutes(email)} minutes.</p>
    ${errorNote(error)}
    ${postForm(
      { action: `${path}/session`, token, hidden: { challenge: id, email } },
      html`<label for="code">Six-digit code</label>
        <input
          class="code"
          id="code"
          name="code"
          inputmode="numeric"
          autocomplete="one-time-code"
          pattern="[0-9]{6}"
          maxlength="6"
          required
          autofocus
        />
        <button>Continue</button>`,
    )}
    ${postForm({ action: `${path}/code`, token, hidden: { email } }, html`<button class="quiet">Send another code</button>`)}
    <p><a href="${path}">Use another address</a></p>`
}
