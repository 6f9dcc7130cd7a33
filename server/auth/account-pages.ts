/** The pages at `/keys`: forms that work in every browser, with a keyboard, and without a script. */
import type { Account } from '@careatlas/state/accounts'
import type { LetInProgram } from '@careatlas/state/consents'
import type { KeyRecord } from '@careatlas/state/keys'
import { escapeHtml, page } from '../page.ts'
import { addressForm, codeForm, hidden, noteOf, type SignInPlace } from './form-parts.ts'
import type { SentCode } from './sign-in.ts'

/** What every page needs to know. */
export interface PageSetting {
  readonly productName: string
  /** Public address, without a slash at the end. */
  readonly url: string
  /** Sent along by every form (see `own-requests.ts`). */
  readonly token: string
  /** Whether whoever types an address gets a code. */
  readonly sendsCodes: boolean
}

/** What comes to the directory in somebody's name. */
export interface Access {
  readonly keys: readonly KeyRecord[]
  readonly programs: readonly LetInProgram[]
}

/** Where somebody who is not signed in types an address. */
export function signInPage(setting: PageSetting, wrong?: string): string {
  if (!setting.sendsCodes) return operatorPage(setting, wrong)
  return keysPage(
    setting,
    `<p>An API key opens the directory to a program of yours. Type your e-mail address: we send six digits there, and nothing else.</p>
${addressForm(placeOf(setting), wrong)}`,
  )
}

/** Where no codes are sent. */
function operatorPage(setting: PageSetting, wrong?: string): string {
  return keysPage(
    setting,
    `<p>An API key opens the directory to a program of yours. The operator of this service makes the keys: ask there for one.</p>
${noteOf(wrong)}`,
  )
}

/** Where the six digits are typed. */
export function codePage(setting: PageSetting, sent: SentCode, wrong?: string): string {
  return keysPage(setting, codeForm(placeOf(setting), sent, wrong))
}

function placeOf({ token }: PageSetting): SignInPlace {
  return { path: '/keys', token }
}

/** The one time that a key is shown. */
export function madeKeyPage(setting: PageSetting, key: string): string {
  return keysPage(
    setting,
    `<div class="note" role="status">
<p>This is your key. It is shown this once; keep it as you keep a password.</p>
<pre><code>${escapeHtml(key)}</code></pre>
<p>Try it:</p>
<pre><code>curl -H 'Authorization: Bearer ${escapeHtml(key)}' '${escapeHtml(setting.url)}/v1/providers?q=heart+doctor'</code></pre>
</div>
<p><a href="/keys">All your keys</a></p>`,
  )
}

/** The keys of whoever is signed in, and the programs that they let in. */
export function keyListPage(
  setting: PageSetting,
  account: Account,
  { keys, programs }: Access,
  wrong?: string,
): string {
  const { token } = setting
  const now = new Date().toISOString()
  const live = keys.filter(({ revokedAt, endsAt }) => revokedAt === null && (endsAt === null || endsAt > now))
  const list = live.map((key) => `<li>${keyItem(key, token)}</li>`).join('\n')
  return keysPage(
    setting,
    `<p>Signed in as <strong>${escapeHtml(account.email)}</strong>.</p>
${noteOf(wrong)}
<h2>Your keys</h2>
${list === '' ? '<p>You have none yet.</p>' : `<ul class="keys">\n${list}\n</ul>`}
<h2>A new key</h2>
<form method="post" action="/keys/new">
${hidden('token', token)}
<label for="label">What is it for?</label>
<input id="label" name="label" maxlength="64" required value="${live.length === 0 ? 'My first key' : ''}">
<button>Make a key</button>
</form>
${programList(programs, token)}<h2>Leave</h2>
<form class="inline" method="post" action="/keys/sign-out">
${hidden('token', token)}
<button class="quiet">Sign out</button>
</form>
<details>
<summary>Delete my account</summary>
<form method="post" action="/keys/delete-account">
${hidden('token', token)}
<label for="confirm">To delete your account, with all its keys and programs, type your address</label>
<input id="confirm" name="confirm" type="email" autocomplete="off" maxlength="254" required>
<button class="quiet">Delete for good</button>
</form>
</details>`,
  )
}

function keyItem({ id, label, display, createdAt, lastUsedAt, endsAt }: KeyRecord, token: string): string {
  const used = lastUsedAt === null ? 'never used' : `last used ${instant(lastUsedAt)}`
  const ends = endsAt === null ? '' : `, ends ${instant(endsAt)}`
  const named = escapeHtml(label)
  return `<strong>${named}</strong> <code>${escapeHtml(display)}</code><br>
<span class="quiet-text">made ${instant(createdAt)}, ${used}${ends}</span><br>
${endsAt === null ? keyForm(id, 'rotate', 'Exchange', `Exchange ${named} for a new key`, token) : ''}${keyForm(id, 'revoke', 'Revoke', `Revoke ${named}`, token)}
<details>
<summary>Rename</summary>
<form method="post" action="/keys/${id}/label">
${hidden('token', token)}
<label for="label-${id}">New name</label>
<input id="label-${id}" name="label" maxlength="64" required value="${named}">
<button class="quiet">Save</button>
</form>
</details>`
}

function keyForm(id: string, action: string, word: string, description: string, token: string): string {
  return `<form class="inline" method="post" action="/keys/${id}/${action}">
${hidden('token', token)}
<button class="quiet" aria-label="${description}">${word}</button>
</form>`
}

/** Empty where somebody let none in: a key does without. */
function programList(programs: readonly LetInProgram[], token: string): string {
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
  { clientId, name, site, letInAt, lastRenewedAt }: LetInProgram,
  id: string,
  token: string,
) {
  const named = escapeHtml(name)
  const whose = site === null ? 'by a name that it chose itself' : `of ${escapeHtml(site)}`
  const renewed = lastRenewedAt === null ? '' : `, last renewed ${instant(lastRenewedAt)}`
  return `<strong>${named}</strong>, ${whose}<br>
<span class="quiet-text" id="${id}">let in ${instant(letInAt)}${renewed}</span><br>
<form class="inline" method="post" action="/keys/programs/disconnect">
${hidden('token', token)}${hidden('program', clientId)}
<button class="quiet" aria-label="Disconnect ${named}" aria-describedby="${id}">Disconnect</button>
</form>`
}

function keysPage({ productName }: PageSetting, main: string): string {
  return page(`API keys – ${productName}`, `<h1>API keys</h1>\n${main}`)
}

/** `2026-11-20 08:30 UTC` */
function instant(rfc3339: string): string {
  return `<time datetime="${rfc3339}">${rfc3339.slice(0, 16).replace('T', ' ')} UTC</time>`
}
