/** What every form of ours is made of, and the two by which somebody signs in. */
import { escapeHtml } from '../web/layout.ts'
import type { CodeDelivery } from './code-sender.ts'
import type { SentCode } from './sign-in.ts'

/** Where the forms of signing in are, and what they send along. */
export interface SignInPlace {
  /** The address of the page; each form posts below it. */
  readonly path: string
  /** See `csrf.ts`. */
  readonly token: string
  readonly codeDelivery: CodeDelivery
}

/** A field that the browser sends along unseen. */
export function hiddenField(name: string, value: string): string {
  return `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`
}

/** What went wrong, if anything did; with `id` for the field that it is about. */
export function errorNote(wrong: string | undefined, id?: string): string {
  if (wrong === undefined) return ''
  return `<div class="note wrong" role="alert"${id === undefined ? '' : ` id="${id}"`}><p>${escapeHtml(wrong)}</p></div>`
}

/** What to type, and where its answer is found. */
export function emailHelp({ codeDelivery }: Pick<SignInPlace, 'codeDelivery'>): string {
  return codeDelivery === 'printed'
    ? 'Type an e-mail address: six digits are printed where the server was started, and nothing is sent.'
    : 'Type your e-mail address: we send six digits there, and nothing else.'
}

/** Where an address is typed. */
export function addressForm({ path, token }: SignInPlace, wrong: string | undefined): string {
  return `${errorNote(wrong)}
<form method="post" action="${path}/code">
${hiddenField('token', token)}
<label for="email">E-mail address</label>
<input id="email" name="email" type="email" autocomplete="email" maxlength="254" required autofocus>
<button>Send me a code</button>
</form>`
}

/** Where the six digits are typed. */
export function codeForm(
  { path, token, codeDelivery }: SignInPlace,
  { id, email }: SentCode,
  wrong: string | undefined,
): string {
  const named = `<strong>${escapeHtml(email)}</strong>`
  const where =
    codeDelivery === 'printed'
      ? `The code for ${named} is printed where the server was started. It is`
      : `We sent six digits to ${named}. They are`
  return `<p>${where} good for ten minutes.</p>
${errorNote(wrong)}
<form method="post" action="${path}/session">
${hiddenField('token', token)}${hiddenField('challenge', id)}${hiddenField('email', email)}
<label for="code">Six digits</label>
<input class="code" id="code" name="code" inputmode="numeric" autocomplete="one-time-code" pattern="[0-9]{6}" maxlength="6" required autofocus>
<button>Go on</button>
</form>
<form method="post" action="${path}/code">
${hiddenField('token', token)}${hiddenField('email', email)}
<button class="quiet">Send another code</button>
</form>
<p><a href="${path}">Use another address</a></p>`
}
