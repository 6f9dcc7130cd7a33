/** The pages at `/keys`: forms that work in every browser, with a keyboard, and without a script. */
import type { Account } from '@careatlas/state/accounts'
import type { ConnectedApp } from '@careatlas/state/consents'
import { type KeyRecord, rotationOverlapMs } from '@careatlas/state/keys'
import { escapeHtml, inlineCode, page } from '../web/layout.ts'
import {
  addressForm,
  emailHelp,
  codeForm,
  hiddenField,
  errorNote,
  type SignInPlace,
} from './sign-in-forms.ts'
import type { CodeDelivery } from './code-sender.ts'
import type { SentCode } from './sign-in.ts'

/** What every page needs to know. */
export interface PageSetting {
  readonly productName: string
  /** Public address, without a slash at the end. */
  readonly url: string
  /** Sent along by every form (see `csrf.ts`). */
  readonly token: string
  readonly codeDelivery: CodeDelivery
}

/** What comes to the directory in somebody's name. */
export interface Access {
  readonly keys: readonly KeyRecord[]
  readonly programs: readonly ConnectedApp[]
}

/** Where somebody who is not signed in types an address. */
export function signInPage(setting: PageSetting, wrong?: string): string {
  if (setting.codeDelivery === null) return operatorPage(setting, wrong)
  return keysPage(
    setting,
    `<p>An API key opens the directory to a program of yours. ${emailHelp(setting)}</p>
${addressForm(placeOf(setting), wrong)}`,
  )
}

/** Where no codes are sent. */
function operatorPage(setting: PageSetting, wrong?: string): string {
  return keysPage(
    setting,
    `<p>An API key opens the directory to a program of yours. The operator of this service makes the keys: ask there for one.</p>
${errorNote(wrong)}`,
  )
}

/** Where the six digits are typed. */
export function codePage(setting: PageSetting, sent: SentCode, wrong?: string): string {
  return keysPage(setting, codeForm(placeOf(setting), sent, wrong))
}

function placeOf({ token, codeDelivery }: PageSetting): SignInPlace {
  return { path: '/keys', token, codeDelivery }
}

/** Of an account that is no more. */
export function deletedPage(setting: PageSetting): string {
  return keysPage(
    setting,
    `<div class="note" role="status"><p>Your account is deleted, with all its keys and programs.</p></div>
<p><a href="/keys">Begin anew</a></p>`,
  )
}

const overlapHours = rotationOverlapMs / 3_600_000

/** The one time that a key is shown. */
export function madeKeyPage(setting: PageSetting, key: string, how: 'new' | 'exchanged'): string {
  const old = `The old one works for ${overlapHours} hours more: put this one in its place until then.`
  return keysPage(
    setting,
    `<div class="note" role="status">
<p>This is your ${how === 'new' ? '' : 'new '}key. It is shown this once; keep it as you keep a password.${how === 'new' ? '' : ` ${old}`}</p>
<pre class="line" tabindex="0"><code>${escapeHtml(key)}</code></pre>
<p>Try it:</p>
<pre class="line" tabindex="0"><code>curl -H 'Authorization: Bearer ${escapeHtml(key)}' '${escapeHtml(setting.url)}/v1/providers?q=heart+doctor'</code></pre>
</div>
<p><a href="/keys">All your keys</a></p>`,
  )
}

/** What went wrong with a form, said beside the field that it is about where there is one. */
export interface WrongForm {
  readonly at: 'top' | 'confirm'
  readonly why: string
}

/** The keys of whoever is signed in, and the programs that they let in. */
export function keyListPage(
  setting: PageSetting,
  account: Account,
  { keys, programs }: Access,
  wrong?: WrongForm,
): string {
  const { token } = setting
  const now = new Date().toISOString()
  const live = keys.filter(
    ({ revokedAt, expiresAt }) => revokedAt === null && (expiresAt === null || expiresAt > now),
  )
  const list = live.map((key) => `<li>${keyItem(key, token)}</li>`).join('\n')
  return keysPage(
    setting,
    `<p>Signed in as <strong>${escapeHtml(account.email)}</strong>.</p>
${errorNote(wrong?.at === 'top' ? wrong.why : undefined)}
<h2>Your keys</h2>
${list === '' ? '<p>You have none yet.</p>' : `<ul class="keys">\n${list}\n</ul>\n${whatEndsKeys}`}
<h2>A new key</h2>
<form method="post" action="/keys/new">
${hiddenField('token', token)}
<label for="label">What is it for?</label>
<input id="label" name="label" maxlength="64" required value="${live.length === 0 ? 'My first key' : ''}">
<button>Make a key</button>
</form>
${programList(programs, token)}<h2>Account</h2>
<div class="row">
<form class="inline" method="post" action="/keys/sign-out">
${hiddenField('token', token)}
<button class="quiet">Sign out</button>
</form>
${deletion(token, wrong?.at === 'confirm' ? wrong.why : undefined)}
</div>`,
  )
}

const whatEndsKeys = `<p class="muted">Exchange makes a new key, and the old one works for ${overlapHours} hours more. Revoke ends a key at once.</p>`

/** Open where it went wrong before, with the cursor in its field. */
function deletion(token: string, wrong: string | undefined): string {
  const marked = wrong === undefined ? '' : ' aria-invalid="true" aria-describedby="confirm-wrong" autofocus'
  return `<details${wrong === undefined ? '' : ' open'}>
<summary class="quiet">Delete my account</summary>
<form method="post" action="/keys/delete-account">
${hiddenField('token', token)}
<label for="confirm">To delete your account, with all its keys and programs, type your address</label>
${errorNote(wrong, 'confirm-wrong')}
<input id="confirm" name="confirm" type="email" autocomplete="off" maxlength="254" required${marked}>
<button class="danger">Delete for good</button>
</form>
</details>`
}

/** Several may have one name, so that the end of its text tells what each button is for. */
function keyItem({ id, label, display, createdAt, lastUsedAt, expiresAt }: KeyRecord, token: string): string {
  const used = lastUsedAt === null ? 'never used' : `last used ${instant(lastUsedAt)}`
  const ends = expiresAt === null ? '' : `, ends ${instant(expiresAt)}`
  const named = escapeHtml(label)
  const which = `${named} …${escapeHtml(display.slice(-4))}`
  return `<strong>${named}</strong> ${inlineCode(display)}<br>
<span class="muted">made ${instant(createdAt)}, ${used}${ends}</span>
<div class="row">
${expiresAt === null ? keyForm(id, 'rotate', 'Exchange', `Exchange ${which} for a new key`, token) : ''}
${keyForm(id, 'revoke', 'Revoke', `Revoke ${which}`, token)}
<details>
<summary class="quiet" aria-label="Rename ${which}">Rename</summary>
<form method="post" action="/keys/${id}/label">
${hiddenField('token', token)}
<label for="label-${id}">New name</label>
<input id="label-${id}" name="label" maxlength="64" required value="${named}">
<button class="quiet">Save</button>
</form>
</details>
</div>`
}

function keyForm(id: string, action: string, word: string, description: string, token: string): string {
  return `<form class="inline" method="post" action="/keys/${id}/${action}">
${hiddenField('token', token)}
<button class="quiet" aria-label="${description}">${word}</button>
</form>`
}

/** Empty where somebody let none in: a key does without. */
function programList(programs: readonly ConnectedApp[], token: string): string {
  if (programs.length === 0) return ''
  const list = programs.map((program, index) => `<li>${programItem(program, `program-${index}`, token)}</li>`)
  return `<h2>Connected programs</h2>
<p>You let these in: they search and read the directory in your name, until you disconnect them.</p>
<ul class="keys">
${list.join('\n')}
</ul>
`
}

/** Several may have one name, so that a button is described by what tells them apart. */
function programItem(
  { clientId, name, site, authorizedAt, lastRenewedAt }: ConnectedApp,
  id: string,
  token: string,
) {
  const named = escapeHtml(name)
  const whose = site === null ? 'by a name that it chose itself' : `of ${escapeHtml(site)}`
  const renewed = lastRenewedAt === null ? '' : `, last renewed ${instant(lastRenewedAt)}`
  return `<strong>${named}</strong>, ${whose}<br>
<span class="muted" id="${id}">let in ${instant(authorizedAt)}${renewed}</span>
<div class="row">
<form class="inline" method="post" action="/keys/programs/disconnect">
${hiddenField('token', token)}${hiddenField('program', clientId)}
<button class="quiet" aria-label="Disconnect ${named}" aria-describedby="${id}">Disconnect</button>
</form>
</div>`
}

function keysPage({ productName }: PageSetting, main: string): string {
  return page({ productName, title: 'API keys', main: `<h1>API keys</h1>\n${main}` })
}

/** `2026-11-20 08:30 UTC` */
function instant(rfc3339: string): string {
  return `<time datetime="${rfc3339}">${rfc3339.slice(0, 16).replace('T', ' ')} UTC</time>`
}
