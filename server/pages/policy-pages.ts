/** `/privacy`, `/terms` and `/support`: what the software does under the current settings, and what the operator has published. */
import type { Contacts } from '@careatlas/search/notices'
import { cachedQueriesMax } from '@careatlas/search/query/query-embeddings'
import { sessionLifetimeMs } from '@careatlas/state/accounts'
import { codeLimits } from '@careatlas/state/one-time-codes'
import { reportLimits } from '@careatlas/state/reports'
import type { FastifyInstance } from 'fastify'
import { proofLifetimeSeconds } from '../access/known-browser.ts'
import { type Html, html } from '../web/html.ts'
import { page, pageHeaders, sendHtml } from '../web/layout.ts'

export interface Operator {
  readonly name: string | null
  readonly supportEmail: string | null
  /** The operator's own policy and terms, which replace the pages of the software. */
  readonly privacyUrl: string | null
  readonly termsUrl: string | null
}

/** The settings that the pages describe. */
export interface PolicyOptions {
  readonly productName: string
  readonly operator: Operator
  readonly logQueries: boolean
  readonly accessLog: boolean
  readonly mcpHostLocation: boolean
  readonly logLevel: string
  readonly embedder: { readonly name: string }
  /** Null: the chat has no model. */
  readonly model: object | null
  readonly auth: boolean
  readonly oauthIssuer: string | null
  readonly contacts: Contacts
}

/** A page, and the address that replaces it; null: the page is shown. */
interface Policy {
  readonly title: string
  readonly main: Html
  readonly redirect: string | null
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const daySeconds = 86_400

/** Registers the three pages. A page that the operator replaces redirects with 302, because the operator may change its mind. */
export function registerPolicyPages(app: FastifyInstance, options: PolicyOptions): void {
  const { productName, operator } = options
  const policies: Readonly<Record<string, Policy>> = {
    privacy: { title: 'Privacy', main: privacy(options), redirect: operator.privacyUrl },
    terms: { title: 'Terms', main: terms(options), redirect: operator.termsUrl },
    support: { title: 'Support', main: support(options), redirect: null },
  }
  for (const [path, { title, main, redirect }] of Object.entries(policies)) {
    const document = page({
      productName,
      title,
      hasKeys: options.auth,
      main: html`<h1>${title}</h1>
        ${main}`,
    })
    app.get(`/${path}`, (_request, reply) =>
      redirect === null
        ? sendHtml(reply, document)
        : reply.header('cache-control', pageHeaders['cache-control']).redirect(redirect, 302),
    )
  }
}

function privacy(options: PolicyOptions): Html {
  const { productName, operator } = options
  return html`<p>
      ${operatorSentence(options)} This page says what the software of ${productName} does with data under its
      current settings. The operator has not published a privacy policy of its own, so this page does not say
      what happens outside the software, such as in proxies, backups and log collectors.
    </p>
    <h2>Searches</h2>
    <ul>
      ${searchFacts(options).map((fact) => html`<li>${fact}</li> `)}
    </ul>
    ${options.auth ? accountFacts(options) : null}
    <h2>Log</h2>
    <ul>
      ${logFacts(options).map((fact) => html`<li>${fact}</li> `)}
    </ul>
    <h2>Records of clinicians</h2>
    <p>
      The records come from public registries and from directories that payers publish. Each card names its
      sources with their dates. To correct a record, correct it at its source, for example the federal NPI
      registry (NPPES).
    </p>
    <h2>Reports of mistakes</h2>
    <ul>
      ${reportFacts.map((fact) => html`<li>${fact}</li> `)}
    </ul>
    <h2>Contact</h2>
    <p>${contactSentence(operator)}</p>`
}

function searchFacts({ logQueries, embedder, model, mcpHostLocation }: PolicyOptions): readonly string[] {
  return [
    `The server writes no search to a disk, except to the log as stated here. To answer repeated searches faster, it keeps the texts of the last ${cachedQueriesMax.toLocaleString('en-US')} different ones in memory, without the name or address of the person, until it stops.`,
    logQueries
      ? 'The operator has turned on the logging of queries: the log contains the text, names and positions of every search, without the name or address of the person that made it.'
      : 'The log does not contain the content of searches.',
    embedder.name === 'openai-compatible'
      ? 'The text of a search is sent to an embedding service that the operator chose, without the name or address of the person that made it. This page does not know what that service keeps.'
      : 'The software sends searches to no other service.',
    ...(model === null
      ? []
      : [
          'The text of messages in the chat, and records of the directory, are sent to a service with a language model that the operator chose, without the name, the account and the position of the user. This page does not know what that service keeps.',
        ]),
    'An AI assistant that uses this service sends the arguments of its tool calls, not the conversation. What the assistant keeps is described by its provider.',
    mcpHostLocation
      ? 'An assistant may also send the approximate location of its user. It becomes the place of a search that names none, and is not logged.'
      : 'If an assistant sends the location of its user, the service ignores it.',
    'A plan that a visitor checks on the page of a clinician, the clinicians that a visitor compares, and the name and the kind of care by which a visitor filters the clinicians of a place, are in the address of the page, which the log does not contain. The list of saved records stays in the browser; the server never gets it.',
    'Do not put names of patients or numbers of insurance members into a search; the service does not need them.',
  ]
}

const reportFacts: readonly string[] = [
  'A report of a mistake contains the choices of its form, the value that the card showed, the correct telephone number if one was entered, and the time. It has no name and no free text.',
  `The IP address is not stored with it, only a hash of its network (/24 of IPv4, /48 of IPv6) with a random salt, so that several reports of one person count once. The salt changes every ${reportLimits.saltDays} days. Old salts, and reports after ${reportLimits.retentionDays} days, are deleted with the next report, or when the server starts or the operator lists the reports; older backups of the operator may still contain them.`,
  'The form sets a cookie that protects it against other sites, until the browser closes.',
]

function accountFacts({ oauthIssuer }: PolicyOptions): Html {
  return html`<h2>Accounts, keys and cookies</h2>
    <ul>
      <li>
        An account is an e-mail address, with the day it was created. The user can delete it with all its keys
        and consents at <a href="/keys">/keys</a>; older backups of the operator may still contain it.
      </li>
      <li>
        Of an API key, a digest, its name, and the times of its creation and last use are stored until the
        account is deleted.
      </li>
      <li>
        Sign-in codes are valid for ${codeLimits.mailLifetimeMs / minuteMs} minutes, and those by SMS for
        ${codeLimits.phoneLifetimeMs / minuteMs}. The address that a code was sent to is deleted with the
        first code that is sent a day later; after wrong codes, it is kept with their number until a right
        code.
      </li>
      ${
        oauthIssuer === null
          ? html`<li>Consents to apps, and their tokens, are stored until the user disconnects the app.</li>`
          : html`<li>Users of apps sign in at ${oauthIssuer}, which has its own privacy policy.</li>`
      }
      <li>
        The page <a href="/keys">/keys</a> sets cookies that protect its forms, keep the user signed in for
        ${sessionLifetimeMs / hourMs} hours, and recognize the browser for
        ${proofLifetimeSeconds / daySeconds} days. No page has third-party content, scripts that track, or
        advertisements.
      </li>
    </ul>`
}

function logFacts({ accessLog, logLevel, auth }: PolicyOptions): readonly string[] {
  return [
    accessLog || ['debug', 'trace'].includes(logLevel)
      ? 'The operator logs one line for each request: its id, method, route, status and duration, without addresses.'
      : 'Only requests that fail in the server are logged, with their id and the error, without addresses.',
    ...(auth
      ? [
          'Sign-ins, changes of keys and consents, and rejected credentials are logged with identifiers and the IP address (of IPv6, its /64 network).',
        ]
      : []),
    'IP addresses are counted for rate limits, for at most a day.',
    'The software deletes no log; the operator decides how long it is kept and has not said so here.',
  ]
}

function terms(options: PolicyOptions): Html {
  const { emergency, crisis } = options.contacts
  return html`<p>
      ${operatorSentence(options)} The operator has not published terms of its own. These facts hold for every
      use of the service:
    </p>
    <ul>
      <li>
        The service is a directory. It gives no medical advice, makes no appointments and stores no medical
        records. In an emergency, call ${emergency.tel} (${emergency.label}); in a mental health crisis, call
        ${crisis.tel} (${crisis.label}).
      </li>
      <li>
        Records are as correct as their sources on the date that each card shows. Call the practice before you
        go.
      </li>
      <li>
        A payer on a card means that the payer listed the clinician on that date; it does not promise coverage
        or payment. A payer that is not on a card is not known to be out of network.
      </li>
      <li>
        A clinician that is not found may still exist: coverage is partial, see
        <a href="/v1/regions">/v1/regions</a>.
      </li>
      <li>Requests are limited; responses contain the limits.</li>
      <li>The software has the Apache 2.0 license, and comes without warranty.</li>
    </ul>
    <p>${contactSentence(options.operator)}</p>`
}

function support(options: PolicyOptions): Html {
  return html`<p>${operatorSentence(options)}</p>
    <p>${contactSentence(options.operator)}</p>
    <ul>
      <li>
        Each error response has the address of a page that explains it; the <a href="/">start page</a> lists
        all of them. A response has an <code>X-Request-Id</code>: quote it when you report an error.
      </li>
      <li>A wrong record is corrected at its source, which its card names with a date.</li>
      <li>See also <a href="/privacy">privacy</a> and <a href="/terms">terms</a>.</li>
    </ul>`
}

function operatorSentence({ productName, operator }: PolicyOptions): string {
  return operator.name === null
    ? `The operator of ${productName} has not given its name here.`
    : `${operator.name} operates ${productName}.`
}

function contactSentence({ supportEmail }: Operator): Html | string {
  return supportEmail === null
    ? 'The operator has not given an address for questions here.'
    : html`Questions: <a href="mailto:${encodeURI(supportEmail)}">${supportEmail}</a>.`
}
