/** What every form of ours is made of, and the two by which somebody signs in. */
import { escapeHtml } from '../page.ts'
import type { SentCode } from './sign-in.ts'

/** Where the forms of signing in are, and what they send along. */
export interface SignInPlace {
  /** The address of the page; each form posts below it. */
  readonly path: string
  /** See `own-requests.ts`. */
  readonly token: string
}

/** A field that the browser sends along unseen. */
export function hidden(name: string, value: string): string {
  return `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`
}

/** What went wrong, if anything did. */
export function noteOf(wrong: string | undefined): string {
  return wrong === undefined ? '' : `<div class="note wrong" role="alert"><p>${escapeHtml(wrong)}</p></div>`
}

/** Where an address is typed. */
export function addressForm({ path, token }: SignInPlace, wrong: string | undefined): string {
  return `${noteOf(wrong)}
<form method="post" action="${path}/code">
${hidden('token', token)}
<label for="email">E-mail address</label>
<input id="email" name="email" type="email" autocomplete="email" maxlength="254" required autofocus>
<button>Send me a code</button>
</form>`
}

/** Where the six digits are typed. */
export function codeForm(
  { path, token }: SignInPlace,
  { id, email }: SentCode,
  wrong: string | undefined,
): string {
  return `<p>We sent six digits to <strong>${escapeHtml(email)}</strong>. They are good for ten minutes.</p>
${noteOf(wrong)}
<form method="post" action="${path}/session">
${hidden('token', token)}${hidden('challenge', id)}${hidden('email', email)}
<label for="code">Six digits</label>
<input class="code" id="code" name="code" inputmode="numeric" autocomplete="one-time-code" pattern="[0-9]{6}" maxlength="6" required autofocus>
<button>Go on</button>
</form>
<form method="post" action="${path}/code">
${hidden('token', token)}${hidden('email', email)}
<button class="quiet">Send another code</button>
</form>
<p><a href="${path}">Use another address</a></p>`
}
