/** The documents of the site: every Markdown file of `docs/` and the changelog, each with its paths. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../../..')

export interface SiteDocument {
  /** In the repository: `docs/loading.md`. */
  readonly file: string
  /** `/docs/loading`; the same document as Markdown is at this path with `.md`. */
  readonly path: string
  readonly title: string
  /** The first sentence of the text. */
  readonly description: string
  readonly markdown: string
  readonly group: DocumentGroup
}

export type DocumentGroup = keyof typeof listed | 'error' | 'decision'

/** The order and the groups of the menu. A document without an entry here is not served. */
const listed = {
  start: ['docs/quickstart.md', 'docs/clients.md'],
  reference: ['docs/semantics.md', 'docs/versioning.md', 'docs/glossary.md'],
  data: [
    'docs/loading.md',
    'docs/payer-networks.md',
    'docs/enrichment.md',
    'docs/file-formats.md',
    'docs/auditing.md',
  ],
  operation: [
    'docs/self-hosting.md',
    'docs/settings.md',
    'docs/state.md',
    'docs/reports.md',
    'docs/chat.md',
    'docs/chat-client.md',
    'docs/codes.md',
    'docs/listing.md',
    'docs/security.md',
  ],
  evaluation: ['docs/architecture.md', 'docs/search-quality.md', 'docs/benchmarks.md', 'docs/comparison.md'],
  project: ['CHANGELOG.md', 'docs/third-party.md'],
} as const satisfies Readonly<Record<string, readonly string[]>>

/** The groups of guides, with their titles, in the order of the menu. */
export const guideGroups = {
  start: 'Getting started',
  data: 'Data',
  operation: 'Operation',
  evaluation: 'How it works',
} as const satisfies Partial<Record<DocumentGroup, string>>

/** Documents whose path is not below `/docs`. */
const paths: Readonly<Record<string, string>> = { 'docs/semantics.md': '/semantics' }

function listFolder(folder: string): readonly string[] {
  return readdirSync(join(root, folder))
    .filter((file) => file.endsWith('.md'))
    .toSorted()
    .map((file) => `${folder}/${file}`)
}

/** Reads all documents. */
export function readDocuments(): readonly SiteDocument[] {
  const files: Readonly<Record<DocumentGroup, readonly string[]>> = {
    ...listed,
    error: listFolder('docs/errors'),
    decision: listFolder('docs/decisions'),
  }
  return Object.entries(files).flatMap(([group, names]) =>
    names.map((file) => readDocument(file, group as DocumentGroup)),
  )
}

function readDocument(file: string, group: DocumentGroup): SiteDocument {
  const markdown = readFileSync(join(root, file), 'utf8')
  const [, title = file] = /^# (.+)$/m.exec(markdown) ?? []
  const name = file.replace(/^docs\//, '').replace(/\.md$/, '')
  return {
    file,
    path: paths[file] ?? `/docs/${name.toLowerCase()}`,
    title,
    description: firstSentence(markdown),
    markdown,
    group,
  }
}

/** The first sentence below the title, without Markdown; for an error, what happened; for a decision, its summary. */
function firstSentence(markdown: string): string {
  const [, body = markdown] = /## What happened\n([^]*)/.exec(markdown) ?? []
  const paragraph = body.split('\n\n').find((text) => /^[^#|`<\s-]/.test(text.trim())) ?? ''
  const text = paragraph
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/^\*\*Summary\.\*\* /, '')
    .replaceAll(/\[([^[\]]+)\]\([^()]+\)|\*\*|`/g, '$1')
  return /^.*?[.:](?= |$)/.exec(text)?.[0].replace(/:$/, '.') ?? text
}

/** The JSON Schema of observations, to which `docs/file-formats.md` links. */
export const observationSchema = readFileSync(join(root, 'docs/observation.schema.json'), 'utf8')

/** Pictures of documents; both GitHub and the Markdown twin of a page load them from beside the document. */
export const pictures: Readonly<Record<string, string>> = {
  'docs/architecture.svg': readFileSync(join(root, 'docs/architecture.svg'), 'utf8'),
}
