/** Files for crawlers and language models: `llms.txt`, `llms-full.txt`, `robots.txt` and the sitemap. */
import { html } from '../web/html.ts'
import { chatDemoPath, localizedPath } from '../web/navigation.ts'
import { guideGroups, type SiteDocument } from './docs/documents.ts'
import { describe } from './landing-page.ts'

export interface MachineFileOptions {
  readonly productName: string
  /** The public address, without a trailing slash. */
  readonly url: string
  readonly documents: readonly SiteDocument[]
  /** Whether the chat has a demo. */
  readonly chatDemo: boolean
  /** The API reference as Markdown. */
  readonly reference: string
}

const selectGroups = (documents: readonly SiteDocument[], groups: readonly string[]) =>
  documents.filter(({ group }) => groups.includes(group))

/** The index of all documents, in the form of llmstxt.org. */
export function llmsTxt({ productName, url, documents }: MachineFileOptions): string {
  const listItems = (groups: readonly string[]) =>
    selectGroups(documents, groups).map(
      ({ path, title, description }) => `- [${title}](${url}${path}.md): ${description}`,
    )
  return [
    `# ${productName}`,
    `> ${describe(productName)}`,
    '## API',
    [
      `- [API reference](${url}/docs.md): every operation, parameter and schema`,
      `- [OpenAPI](${url}/openapi.json): the same as OpenAPI 3.1`,
      `- [Error codes](${url}/docs/errors.md): every error code, with its cause and its fix`,
      ...listItems(['reference']),
    ].join('\n'),
    ...Object.entries(guideGroups).map(([group, title]) => `## ${title}\n\n${listItems([group]).join('\n')}`),
    '## Optional',
    [
      `- [Everything in one file](${url}/llms-full.txt): the documents above`,
      `- [Decisions](${url}/docs/decisions.md): why the code is as it is`,
      ...listItems(['project']),
    ].join('\n'),
    '',
  ].join('\n\n')
}

/** The documents that a client of the API or an operator reads, in one file. */
export function llmsFullTxt({ productName, documents, reference }: MachineFileOptions): string {
  const groups = ['reference', ...Object.keys(guideGroups), 'error']
  const texts = selectGroups(documents, groups).map(({ markdown }) => markdown.trim())
  return [`# ${productName}\n\n> ${describe(productName)}`, reference.trim(), ...texts, ''].join('\n\n')
}

/** Pages of users and results of searches are not for crawlers. */
export function robotsTxt({ url }: Pick<MachineFileOptions, 'url'>): string {
  return `User-agent: *\nDisallow: /v1/\nDisallow: /keys\nDisallow: /oauth/\nDisallow: /demo?\nDisallow: /es/demo?\n\nSitemap: ${url}/sitemap.xml\n`
}

/** The sitemap of the documentation; records are never in it. */
export function sitemap({
  url,
  documents,
  chatDemo,
}: Pick<MachineFileOptions, 'url' | 'documents' | 'chatDemo'>): string {
  const paths = [
    '/',
    '/demo',
    '/es/demo',
    ...(chatDemo ? [chatDemoPath, localizedPath(chatDemoPath, 'es')] : []),
    '/docs',
    '/docs/errors',
    '/docs/decisions',
    ...documents.map(({ path }) => path),
  ]
  const items = paths.map((path) => html`<url><loc>${url + path}</loc></url> `)
  return html`<?xml version="1.0" encoding="UTF-8"?>
    <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"> ${items}</urlset> `.toString()
}
