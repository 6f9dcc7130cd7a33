/** `/` and `/docs`: how to begin, and where things are. */
import { STATUS_CODES } from 'node:http'
import { errors } from '@careatlas/contract/errors'
import { type Operation, operations } from '@careatlas/contract/operations'
import { escapeHtml, inlineCode, page } from '../web/layout.ts'

export interface IndexSetting {
  readonly productName: string
  /** Public address, without a slash at the end. */
  readonly url: string
  /** Whether a key is needed. */
  readonly auth: boolean
}

export function indexPage({ productName, url, auth }: IndexSetting): string {
  const main = `<h1>${escapeHtml(productName)}</h1>
<p>${auth ? 'Get a key at <a href="/keys">/keys</a>, put it in the place of <code>&lt;API_KEY&gt;</code>, and ask' : 'Ask'} this directory of clinicians and places of care:</p>
<pre class="line" tabindex="0"><code>curl ${auth ? "-H 'Authorization: Bearer &lt;API_KEY&gt;' " : ''}'${escapeHtml(url)}/v1/providers?q=heart+doctor'</code></pre>
${auth ? wayOfAgents(url) : ''}<h2>Addresses</h2>
<ul>
${operations.map((operation) => addressItem(operation, auth)).join('\n')}
<li><a href="/openapi.json"><code>GET /openapi.json</code></a>: all of this for machines</li>
</ul>
<h2>Errors</h2>
<details>
<summary>${Object.keys(errors).length} codes, each with what happened and how to fix it</summary>
${errorLists()}
</details>`
  return page({ productName, title: null, main })
}

/** Without a key. */
function wayOfAgents(url: string): string {
  return `<p>An agent that speaks OAuth needs no key: it begins at ${inlineCode(`${url}/mcp`)}, which tells it where its person signs in. Its token opens all that a key opens.</p>
`
}

/** What can be asked for as it stands is a link. */
function addressItem({ path, summary, access }: Operation, auth: boolean): string {
  const address = inlineCode(`GET ${path}`)
  if (access === 'public') return `<li><a href="${path}">${address}</a>: ${summary}</li>`
  return `<li>${address}: ${summary}${auth ? ', with a key' : ''}</li>`
}

/** One list for each status. */
function errorLists(): string {
  const codes = Object.entries(errors).toSorted(([, a], [, b]) => a.status - b.status)
  const groups = Map.groupBy(codes, ([, { status }]) => status)
  return Array.from(groups, ([status, those]) => {
    const items = those.map(
      ([code, { title }]) => `<li><a href="/docs/errors/${code}"><code>${code}</code></a>: ${title}</li>`,
    )
    return `<h3>${status} ${STATUS_CODES[status] ?? ''}</h3>\n<ul>\n${items.join('\n')}\n</ul>`
  }).join('\n')
}
