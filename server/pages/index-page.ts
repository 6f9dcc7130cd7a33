/** `/` and `/docs`: where things are. */
import { errors } from '@careatlas/contract/errors'
import { operations } from '@careatlas/contract/operations'
import { escapeHtml, page } from '../page.ts'

export function indexPage(productName: string): string {
  const name = escapeHtml(productName)
  const addresses = operations.map(({ path, summary, access }) => {
    const key = access === 'key' ? ', with a key' : ''
    return `<li><code>GET ${path}</code>: ${summary}${key}</li>`
  })
  const codes = Object.entries(errors).map(
    ([code, { status, title }]) =>
      `<li><a href="/docs/errors/${code}"><code>${code}</code></a> (${status}): ${title}</li>`,
  )
  return page(
    productName,
    `<h1>${name}</h1>
<p>A searchable directory of clinicians and places of care. Send your key as <code>Authorization: Bearer &lt;API_KEY&gt;</code>.</p>
<h2>Addresses</h2>
<ul>
${addresses.join('\n')}
<li><a href="/openapi.json"><code>GET /openapi.json</code></a>: all of this for machines</li>
</ul>
<h2>Errors</h2>
<ul>
${codes.join('\n')}
</ul>`,
  )
}
