/** The documents below `/docs`, each as HTML and, with `.md`, as Markdown; the API reference is at `/docs` itself. */
import { ApiError } from '@careatlas/contract/errors'
import { hash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { PublicUrl } from '../../http/public-url.ts'
import { jsonType } from '../../http/response-headers.ts'
import { type Html, html, type HtmlValue } from '../../web/html.ts'
import { publicPageHeaders, sendHtml } from '../../web/layout.ts'
import { docsPage } from './docs-page.ts'
import { observationSchema, pictures, type SiteDocument } from './documents.ts'
import { decisionList, errorList, listAsMarkdown, listTitles } from './list-pages.ts'
import { type LinkedPage, renderMarkdown } from './markdown.ts'
import { sendText } from '../send-text.ts'

export interface DocsOptions {
  readonly productName: string
  readonly publicUrl: PublicUrl
  /** Whether requests need a key. */
  readonly auth: boolean
  readonly documents: readonly SiteDocument[]
}

const headers = publicPageHeaders({ scripts: 'run' })

/** A document without its own page, such as the list of all error codes. */
interface ListPage {
  readonly title: string
  readonly article: HtmlValue
  readonly markdown: (url: string) => string
}

/** Registers the documents and the lists. Documents are rendered when first requested. */
export function registerDocs(app: FastifyInstance, options: DocsOptions): void {
  const { documents, publicUrl, productName, auth } = options
  const byPath = new Map(documents.map((document) => [document.path, document]))
  const lists: Readonly<Record<string, ListPage>> = {
    '/docs/errors': {
      title: listTitles.error,
      article: errorList(),
      markdown: (url) => listAsMarkdown(documents, 'error', url),
    },
    '/docs/decisions': {
      title: listTitles.decision,
      article: decisionList(documents),
      markdown: (url) => listAsMarkdown(documents, 'decision', url),
    },
  }
  const findPage = createPageFinder(documents)
  const rendered = new Map<string, Html>()

  function render(path: string): Html | null {
    const shared = { productName, documents, path, hasKeys: auth }
    const list = lists[path]
    if (list !== undefined) return docsPage({ ...shared, title: list.title, article: list.article })
    const document = byPath.get(path)
    if (document === undefined) return null
    const { body, sections } = renderMarkdown(document, findPage, findPicture)
    const { title, description, group } = document
    const back = group === 'error' ? html`<p><a href="/docs/errors">All error codes</a></p>` : null
    return docsPage({ ...shared, title, description, article: html`${body}${back}`, sections })
  }

  function send(request: FastifyRequest, reply: FastifyReply, path: string): FastifyReply {
    const withoutSuffix = path.replace(/\.md$/, '')
    const isMarkdown = withoutSuffix !== path
    const moved = movedDocuments[withoutSuffix]
    if (moved !== undefined) return reply.redirect(moved + (isMarkdown ? '.md' : ''), 301)
    if (isMarkdown) {
      const markdown =
        byPath.get(withoutSuffix)?.markdown ?? lists[withoutSuffix]?.markdown(publicUrl(request))
      if (markdown !== undefined) return sendText(reply, 'text/markdown', markdown)
    } else {
      const page = rendered.get(path) ?? render(path)
      if (page !== null) {
        rendered.set(path, page)
        return sendHtml(reply, page, headers)
      }
    }
    throw new ApiError('not_found', 'No document has this path; see /docs.')
  }

  for (const prefix of ['/docs', '/docs/errors', '/docs/decisions'])
    app.get<{ Params: { name: string } }>(`${prefix}/:name`, (request, reply) =>
      send(request, reply, `${prefix}/${request.params.name}`),
    )
  for (const path of ['/semantics', '/semantics.md'])
    app.get(path, (request, reply) => send(request, reply, path))
  app.get('/docs/observation.schema.json', (_request, reply) =>
    reply
      .headers({ 'content-type': jsonType, 'cache-control': 'public, max-age=300' })
      .send(observationSchema),
  )
  for (const [file, picture] of Object.entries(pictures))
    app.get(`/${file}`, (_request, reply) => reply.headers(pictureHeaders(picture)).send(picture))
}

/** A picture that is opened by its address has its own styles, by their hash, and runs nothing. */
function pictureHeaders(picture: string): Readonly<Record<string, string>> {
  const [, style = ''] = /<style>([^]*?)<\/style>/.exec(picture) ?? []
  const digest = hash('sha256', style, 'base64')
  return {
    'content-type': 'image/svg+xml; charset=utf-8',
    'content-security-policy': `default-src 'none'; style-src 'sha256-${digest}'; frame-ancestors 'none'`,
    'cache-control': 'public, max-age=300',
  }
}

/** As data, so that the policy of pages allows no further source of images. */
function findPicture(file: string): string | null {
  const picture = pictures[file]
  return picture === undefined ? null : `data:image/svg+xml,${encodeURIComponent(picture)}`
}

/** Links between Markdown files lead to these paths. */
const movedDocuments: Readonly<Record<string, string>> = { '/docs/semantics': '/semantics' }

/** Finds the page of a file or folder of the repository. */
function createPageFinder(documents: readonly SiteDocument[]): (file: string) => LinkedPage | null {
  const pages = new Map<string, LinkedPage>(documents.map(({ file, path, title }) => [file, { path, title }]))
  for (const path of ['/docs/decisions', '/docs/errors', '/docs/observation.schema.json'])
    pages.set(path.slice(1), { path })
  return (file) => pages.get(file.replace(/\/$/, '')) ?? null
}
