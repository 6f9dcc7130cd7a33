/** The layout of documentation: the menu of all documents, the text, and the sections of the page. */
import { operations } from '@careatlas/contract/operations'
import { type Html, html, type HtmlValue } from '../../web/html.ts'
import { page, type Page } from '../../web/layout.ts'
import { guideGroups, type SiteDocument } from './documents.ts'
import type { Section } from './markdown.ts'

export interface DocsPage extends Pick<
  Page,
  'productName' | 'title' | 'hasKeys' | 'description' | 'scripts'
> {
  readonly documents: readonly SiteDocument[]
  /** The path of this page. */
  readonly path: string
  readonly article: HtmlValue
  readonly sections?: readonly Section[]
  readonly isReference?: boolean
}

/** A shorter list of sections would only repeat the page. */
const sectionsMin = 3

export function docsPage(docs: DocsPage): Html {
  const { article, sections = [], isReference = false, path, documents, ...rest } = docs
  const contents =
    sections.length < sectionsMin
      ? null
      : html`<nav class="contents" aria-label="On this page">
          <h2>On this page</h2>
          <ul>
            ${sections.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li> `)}
          </ul>
        </nav>`
  const main = html`<button class="quiet open-menu" type="button" popovertarget="menu">All pages</button>
    <nav class="menu" id="menu" popover aria-label="Documentation">${menu(documents, path)}</nav>
    <article>
      ${article}
      <p class="page-links"><a href="${path}.md">This page as Markdown</a></p>
    </article>
    ${contents}`
  const markdownPath = `${path}.md`
  const layout = isReference ? 'docs reference' : 'docs'
  return page({ ...rest, scripts: rest.scripts ?? ['copy'], path: '/docs', layout, markdownPath, main })
}

function menu(documents: readonly SiteDocument[], current: string): Html {
  const listGroup = (group: SiteDocument['group']) =>
    documents.filter((document) => document.group === group).map(({ path, title }) => ({ path, title }))
  const guides = Object.entries(guideGroups).map(([group, title]) => ({
    title,
    links: listGroup(group as keyof typeof guideGroups),
  }))
  const [start, ...others] = guides
  const groups = [
    start!,
    {
      title: 'API',
      links: [
        { path: '/docs', title: 'API reference' },
        ...listGroup('reference'),
        { path: '/docs/errors', title: 'Error codes' },
      ],
    },
    ...others,
    {
      title: 'Project',
      links: [...listGroup('project'), { path: '/docs/decisions', title: 'Decisions' }],
    },
  ]
  return html`${groups.map(
    ({ title, links }) =>
      html`<h2>${title}</h2>
        <ul>
          ${links.map((link) => html`<li>${menuLink(link, current)}${link.path === '/docs' && current === '/docs' ? operationLinks : null}</li> `)}
        </ul>`,
  )}`
}

interface MenuLink {
  readonly path: string
  readonly title: string
}

function menuLink({ path, title }: MenuLink, current: string): Html {
  const isCurrent = path === current
  const isWithin = path !== '/docs' && current.startsWith(`${path}/`)
  const attribute = isCurrent ? html` aria-current="page"` : isWithin ? html` aria-current="true"` : null
  return html`<a href="${path}" ${attribute}>${title}</a>`
}

const operationLinks = html`<ul>
  ${operations.map(({ operationId, summary }) => html`<li><a href="#${operationId}">${summary}</a></li> `)}
  <li><a href="#schemas">Schemas</a></li>
</ul>`
