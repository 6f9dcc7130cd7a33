/** The lists of all error codes and of all decisions. */
import { STATUS_CODES } from 'node:http'
import { errors } from '@careatlas/contract/errors'
import { type Html, html } from '../../web/html.ts'
import type { SiteDocument } from './documents.ts'

export const listTitles = { error: 'Error codes', decision: 'Decisions' } as const

/** A heading and a table for each status. */
export function errorList(): Html {
  const codes = Object.entries(errors).toSorted(([, a], [, b]) => a.status - b.status)
  const groups = Map.groupBy(codes, ([, { status }]) => status)
  const sections = Array.from(groups, ([status, errorsOfStatus]) => {
    const items = errorsOfStatus.map(
      ([code, { title }]) =>
        html`<li>
          <a href="/docs/errors/${code}"><code>${code}</code></a
          >: ${title}
        </li> `,
    )
    return html`<h2>${status} ${STATUS_CODES[status] ?? ''}</h2>
      <ul>
        ${items}
      </ul> `
  })
  return html`<h1>${listTitles.error}</h1>
    <p class="lead">
      Every error has the same JSON envelope with one of these codes. Each code has a page with its cause and
      its fix, to which the field <code>docs</code> of the envelope leads.
    </p>
    ${sections}`
}

export function decisionList(documents: readonly SiteDocument[]): Html {
  const items = documents
    .filter(({ group }) => group === 'decision')
    .map(
      ({ path, title, description }) =>
        html`<li><a href="${path}">${title.replace(/^\d+\. /, '')}</a>: ${description}</li> `,
    )
  return html`<h1>${listTitles.decision}</h1>
    <p class="lead">
      Why the code is as it is: the question, what was measured, and the alternatives considered.
    </p>
    <ol>
      ${items}
    </ol>`
}

/** The same list as Markdown. */
export function listAsMarkdown(
  documents: readonly SiteDocument[],
  group: keyof typeof listTitles,
  url: string,
): string {
  const items = documents
    .filter((document) => document.group === group)
    .map(({ path, title, description }) => `- [${title}](${url}${path}.md): ${description}`)
  return `# ${listTitles[group]}\n\n${items.join('\n')}\n`
}
