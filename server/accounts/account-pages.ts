/** The pages at `/keys`: forms that work in every browser, with a keyboard only, and without JavaScript. */
import type { Account } from '@careatlas/state/accounts'
import type { ConnectedApp } from '@careatlas/state/consents'
import { type KeyRecord, rotationOverlapMs } from '@careatlas/state/keys'
import { errorNote, postForm } from '../web/forms.ts'
import { type Html, html, type HtmlValue } from '../web/html.ts'
import { inlineCode, page } from '../web/layout.ts'
import { addressForm, codeForm, emailHelp, type SignInSetting } from './sign-in-pages.ts'
import type { SentCode } from './sign-in.ts'

export interface AccountPageSetting extends SignInSetting {
  readonly productName: string
  /** The public address, without a trailing slash. */
  readonly url: string
}

/** The keys of an account, and the apps that its user has authorized. */
export interface Access {
  readonly keys: readonly KeyRecord[]
  readonly apps: readonly ConnectedApp[]
}

export function signInPage(setting: AccountPageSetting, error?: string): Html {
  const intro = 'An API key gives your application access to the directory.'
  if (setting.codeDelivery === null)
    return keysPage(
      setting,
      html`<p>${intro} The operator of this service creates the keys; ask the operator for one.</p>
        ${errorNote(error)}`,
    )
  return keysPage(
    setting,
    html`<p>${intro} ${emailHelp(setting)}</p>
      ${addressForm(setting, error)}`,
  )
}

export function codePage(setting: AccountPageSetting, sentCode: SentCode, error?: string): Html {
  return keysPage(setting, codeForm(setting, sentCode, error))
}

export function deletedPage(setting: AccountPageSetting): Html {
  return keysPage(
    setting,
    html`<div class="note" role="status">
        <p>Your account is deleted, with all its keys and connected apps.</p>
      </div>
      <p><a href="/keys">Start over</a></p>`,
  )
}

const overlapHours = rotationOverlapMs / 3_600_000

/** The only page that shows a key. */
export function createdKeyPage(setting: AccountPageSetting, key: string, kind: 'new' | 'rotated'): Html {
  const oldKeyNote = `The old key works for ${overlapHours} more hours; replace it before then.`
  return keysPage(
    setting,
    html`<div class="note" role="status">
        <p>
          This is your ${kind === 'new' ? '' : 'new '}key. It is shown only once; store it like a
          password.${kind === 'new' ? '' : ` ${oldKeyNote}`}
        </p>
        <pre class="line" tabindex="0"><code>${key}</code></pre>
        <p>Try it:</p>
        <pre
          class="line"
          tabindex="0"
        ><code>curl -H 'Authorization: Bearer ${key}' '${setting.url}/v1/providers?q=heart+doctor'</code></pre>
      </div>
      <p><a href="/keys">All your keys</a></p>`,
  )
}

/** An error message, and where the page shows it: at the top, or beside the field `confirm`. */
export interface FormError {
  readonly position: 'top' | 'confirm'
  readonly message: string
}

export function keyListPage(
  setting: AccountPageSetting,
  account: Account,
  { keys, apps }: Access,
  error?: FormError,
): Html {
  const { token } = setting
  const now = new Date().toISOString()
  const active = keys.filter(
    ({ revokedAt, expiresAt }) => revokedAt === null && (expiresAt === null || expiresAt > now),
  )
  return keysPage(
    setting,
    html`<p>Signed in as <strong>${account.email}</strong>.</p>
      ${errorNote(error?.position === 'top' ? error.message : undefined)}
      <h2>Your keys</h2>
      ${active.length === 0 ? html`<p>You have no keys yet.</p>` : keyList(active, token)}
      <h2>New key</h2>
      ${postForm(
        { action: '/keys/new', token },
        html`<label for="label">What is it for?</label>
          <input
            id="label"
            name="label"
            maxlength="64"
            required
            value="${active.length === 0 ? 'My first key' : ''}"
          />
          <button>Create key</button>`,
      )}
      ${apps.length === 0 ? null : appList(apps, token)}
      <h2>Account</h2>
      <div class="row">
        ${postForm({ action: '/keys/sign-out', token, layout: 'inline' }, html`<button class="quiet">Sign out</button>`)}
        ${deleteForm(token, error?.position === 'confirm' ? error.message : undefined)}
      </div>`,
  )
}

/** The form that deletes the account. After an error it is open, and its field has the focus. */
function deleteForm(token: string, error: string | undefined): Html {
  const hasError = error !== undefined
  const errorAttributes = hasError
    ? html` aria-invalid="true" aria-describedby="confirm-wrong" autofocus`
    : null
  return html`<details${hasError ? html` open` : null}>
<summary class="quiet">Delete my account</summary>
${postForm(
  { action: '/keys/delete-account', token },
  html`<label for="confirm"
      >To delete your account with all its keys and connected apps, enter your e-mail address</label
    >
    ${errorNote(error, 'confirm-wrong')}
    <input
      id="confirm"
      name="confirm"
      type="email"
      autocomplete="off"
      maxlength="254"
      required${errorAttributes}
    />
    <button class="danger">Delete permanently</button>`,
)}
</details>`
}

function keyList(keys: readonly KeyRecord[], token: string): Html {
  return html`<ul class="keys">
      ${keys.map((key) => html`<li>${keyItem(key, token)}</li> `)}
    </ul>
    <p class="muted">
      Rotate creates a new key, and the old key works for ${overlapHours} more hours. Revoke disables a key at
      once.
    </p>`
}

/** Keys may have equal names, so the accessible name of each button contains the end of the key too. */
function keyItem({ id, label, display, createdAt, lastUsedAt, expiresAt }: KeyRecord, token: string): Html {
  const keyName = `${label} …${display.slice(-4)}`
  return html`<strong>${label}</strong> ${inlineCode(display)}<br />
    <span class="muted"
      >created ${formatTime(createdAt)},
      ${lastUsedAt === null ? 'never used' : html`last used ${formatTime(lastUsedAt)}`}${expiresAt === null ? null : html`, expires ${formatTime(expiresAt)}`}</span
    >
    <div class="row">
      ${expiresAt === null ? keyForm(id, 'rotate', 'Rotate', keyName, token) : null}
      ${keyForm(id, 'revoke', 'Revoke', keyName, token)}
      <details>
        <summary class="quiet" aria-label="Rename ${keyName}">Rename</summary>
        ${postForm(
          { action: `/keys/${id}/label`, token },
          html`<label for="label-${id}">New name</label>
            <input id="label-${id}" name="label" maxlength="64" required value="${label}" />
            <button class="quiet">Save</button>`,
        )}
      </details>
    </div>`
}

function keyForm(id: string, action: string, verb: string, keyName: string, token: string): Html {
  return postForm(
    { action: `/keys/${id}/${action}`, token, layout: 'inline' },
    html`<button class="quiet" aria-label="${verb} ${keyName}">${verb}</button>`,
  )
}

function appList(apps: readonly ConnectedApp[], token: string): Html {
  return html`<h2>Connected apps</h2>
    <p>
      You authorized these apps to search and read the directory on your behalf. Disconnect an app to revoke
      its access.
    </p>
    <ul class="keys">
      ${apps.map((app, index) => html`<li>${appItem(app, `app-${index}`, token)}</li> `)}
    </ul> `
}

/** Apps may have equal names, so the accessible description of each button contains the dates too. */
function appItem(
  { clientId, name, site, authorizedAt, lastRenewedAt }: ConnectedApp,
  id: string,
  token: string,
): Html {
  return html`<strong>${name}</strong>, ${appOrigin(site)}<br />
    <span class="muted" id="${id}"
      >authorized
      ${formatTime(authorizedAt)}${lastRenewedAt === null ? null : html`, last renewed ${formatTime(lastRenewedAt)}`}</span
    >
    <div class="row">
      ${postForm(
        { action: '/keys/apps/disconnect', token, hidden: { client_id: clientId }, layout: 'inline' },
        html`<button class="quiet" aria-label="Disconnect ${name}" aria-describedby="${id}">
          Disconnect
        </button>`,
      )}
    </div>`
}

/** The origin of an app, because an app that registered itself may use any name. */
export function appOrigin(site: string | null): string {
  return site === null ? 'unverified app name' : `app of ${site}`
}

/** Formats a time as `2026-11-20 08:30 UTC`. */
function formatTime(rfc3339: string): Html {
  return html`<time datetime="${rfc3339}">${rfc3339.slice(0, 16).replace('T', ' ')} UTC</time>`
}

function keysPage({ productName }: AccountPageSetting, main: HtmlValue): Html {
  return page({
    productName,
    title: 'API keys',
    description: `Create, list and revoke the API keys of your account with ${productName}.`,
    path: '/keys',
    main: html`<h1>API keys</h1>
      ${main}`,
  })
}
