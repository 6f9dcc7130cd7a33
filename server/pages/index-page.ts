/** The start page, at `/` and `/docs`: a first request, the endpoints and the errors. */
import { STATUS_CODES } from 'node:http'
import { errors } from '@careatlas/contract/errors'
import { type Operation, operations } from '@careatlas/contract/operations'
import { type Html, html } from '../web/html.ts'
import { inlineCode, page } from '../web/layout.ts'

export interface IndexPageOptions {
  readonly productName: string
  /** The public address, without a trailing slash. */
  readonly url: string
  /** Whether requests need a key. */
  readonly auth: boolean
}

export function indexPage({ productName, url, auth }: IndexPageOptions): Html {
  const start = auth
    ? html`Get a key at <a href="/keys">/keys</a>, replace <code>&lt;API_KEY&gt;</code>, and search`
    : 'Search'
  const header = auth ? html`-H 'Authorization: Bearer &lt;API_KEY&gt;' ` : null
  const main = html`<h1>${productName}</h1>
    <p>${start} this directory of clinicians and places of care:</p>
    <pre><code>curl ${header}'${url}/v1/providers?q=heart+doctor'</code></pre>
    ${auth ? agentHelp(url) : null}
    <h2>Endpoints</h2>
    <ul>
      ${operations.map((operation) => operationItem(operation, auth))}
      <li>
        <a href="/openapi.json"><code>GET /openapi.json</code></a
        >: OpenAPI document
      </li>
    </ul>
    <h2>Errors</h2>
    <details>
      <summary>${Object.keys(errors).length} codes, each with its cause and its fix</summary>
      ${errorLists()}
    </details>
    <p><a href="/privacy">Privacy</a>, <a href="/terms">terms</a>, <a href="/support">support</a></p>`
  return page({ productName, title: null, main })
}

function agentHelp(url: string): Html {
  return html`<p>
    Agents connect to ${inlineCode(`${url}/mcp`)} (MCP, streamable HTTP). Those that support OAuth need no
    key: they find the address to sign in there. Tokens have the same access as keys.
  </p> `
}

/** Links an operation only if it needs no key, because a browser sends none. */
function operationItem({ path, summary, access }: Operation, auth: boolean): Html {
  const address = inlineCode(`GET ${path}`)
  if (access === 'public') return html`<li><a href="${path}">${address}</a>: ${summary}</li> `
  return html`<li>${address}: ${summary}${auth ? ', with a key' : null}</li> `
}

/** A heading and a list for each status. */
function errorLists(): readonly Html[] {
  const codes = Object.entries(errors).toSorted(([, a], [, b]) => a.status - b.status)
  const groups = Map.groupBy(codes, ([, { status }]) => status)
  return Array.from(groups, ([status, errorsOfStatus]) => {
    const items = errorsOfStatus.map(
      ([code, { title }]) =>
        html`<li>
          <a href="/docs/errors/${code}"><code>${code}</code></a
          >: ${title}
        </li> `,
    )
    return html`<h3>${status} ${STATUS_CODES[status] ?? ''}</h3>
      <ul>
        ${items}
      </ul> `
  })
}
