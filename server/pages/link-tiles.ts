/** Links to every part of the service, in groups. */
import { operations } from '@careatlas/contract/operations'
import { type Html, html } from '../web/html.ts'

/** Public operations without required parameters are linked themselves; the others need a key or a query, and lead to the reference. */
export function linkTiles(auth: boolean): Html {
  const api = operations.map(({ operationId, path, access, errors, summary }) => ({
    href: access === 'public' && !errors.includes('missing_parameter') ? path : `/docs#${operationId}`,
    label: summary,
  }))
  const groups = [
    { title: 'API', links: api },
    {
      title: 'Documentation',
      links: [
        { href: '/docs/quickstart', label: 'Quickstart' },
        { href: '/docs/clients', label: 'Clients' },
        { href: '/docs', label: 'API reference' },
        { href: '/docs/loading', label: 'Loading a directory' },
        { href: '/docs/self-hosting', label: 'Self-hosting' },
        { href: '/docs/settings', label: 'Settings' },
        { href: '/semantics', label: 'Semantics' },
        { href: '/docs/errors', label: 'Error codes' },
        { href: '/docs/glossary', label: 'Glossary' },
        { href: '/docs/decisions', label: 'Decisions' },
      ],
    },
    {
      title: 'For machines',
      links: [
        { href: '/openapi.json', label: 'OpenAPI as JSON' },
        { href: '/openapi.yaml', label: 'OpenAPI as YAML' },
        { href: '/llms.txt', label: 'llms.txt' },
        { href: '/llms-full.txt', label: 'llms-full.txt' },
        { href: '/docs.md', label: 'API reference as Markdown' },
        { href: '/semantics.md', label: 'Semantics as Markdown' },
        ...(auth ? [{ href: '/.well-known/oauth-protected-resource', label: 'OAuth metadata' }] : []),
      ],
    },
  ]
  return html`<ul class="tiles">
    ${groups.map(
      ({ title, links }) =>
        html`<li>
          <h3>${title}</h3>
          <ul>
            ${links.map(({ href, label }) => html`<li><a href="${href}">${label}</a></li> `)}
          </ul>
        </li> `,
    )}
  </ul>`
}
