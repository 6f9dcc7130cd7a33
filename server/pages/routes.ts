/** The public pages: the start page, the API reference, the documents, the policies, the same for machines, and the proofs of the domain. */
import { buildOpenApiDocument } from '@careatlas/contract/openapi'
import { memoizeLast } from '@careatlas/directory/memoize'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { compressOnce } from '../http/compress-once.ts'
import type { PublicUrl } from '../http/public-url.ts'
import { jsonType } from '../http/response-headers.ts'
import type { SnapshotManager } from '../snapshots/snapshot-manager.ts'
import { version } from '../version.ts'
import { registerAssets } from '../web/assets.ts'
import { publicPageHeaders, sendHtml } from '../web/layout.ts'
import { demoPath } from '../web/navigation.ts'
import { readDocuments } from './docs/documents.ts'
import { registerDocs } from './docs/routes.ts'
import { landingPage } from './landing-page.ts'
import { llmsFullTxt, llmsTxt, robotsTxt, sitemap } from './machine-files.ts'
import { type PolicyOptions, registerPolicyPages } from './policy-pages.ts'
import { readApiReference } from './reference/open-api.ts'
import { referenceAsMarkdown } from './reference/reference-markdown.ts'
import { referencePage } from './reference/reference-page.ts'
import { sendText, type TextType } from './send-text.ts'
import { type DomainProofs, registerDomainProofs } from './well-known.ts'
import { toYaml } from './yaml.ts'

export interface PagesOptions extends PolicyOptions {
  readonly serviceName: string
  readonly publicUrl: PublicUrl
  /** The configured public URL; null: the OpenAPI document uses relative URLs. */
  readonly baseUrl: string | null
  readonly current: SnapshotManager
  /** Whether the chat has a demo. */
  readonly chatDemo: boolean
  readonly domainProofs: DomainProofs
}

const landingHeaders = publicPageHeaders({ formAction: "'self'", scripts: 'run' })
const referenceHeaders = publicPageHeaders({ formAction: "'self'", scripts: 'run and request' })

/** Registers all of them; their texts depend on little of a request, and are compressed once. */
export function registerPages(app: FastifyInstance, options: PagesOptions): void {
  void app.register((pages, _, done) => {
    compressOnce(pages)
    registerRoutes(pages, options)
    done()
  })
}

function registerRoutes(app: FastifyInstance, options: PagesOptions): void {
  const { productName, baseUrl, publicUrl, current } = options
  const documents = readDocuments()
  const openApi = buildOpenApiDocument({ productName, version, serverUrl: baseUrl ?? '' })
  const reference = readApiReference(openApi)
  // The public address is the same for all requests, unless it follows from them.
  const renderReference = memoizeLast((url) => referencePage({ ...options, url, reference, documents }))
  const renderMarkdown = memoizeLast((url) => referenceAsMarkdown(reference, url))
  const describeSite = (request: FastifyRequest) => {
    const url = publicUrl(request)
    return { productName, url, documents, reference: renderMarkdown(url), chatDemo: options.chatDemo }
  }

  registerAssets(app)
  app.get('/', (request, reply) => {
    const { snapshot } = current
    return sendHtml(
      reply,
      landingPage({ ...options, url: publicUrl(request), snapshot, demoPath }),
      landingHeaders,
    )
  })
  app.get('/docs', (request, reply) => sendHtml(reply, renderReference(publicUrl(request)), referenceHeaders))
  registerDocs(app, { ...options, documents })

  const json = JSON.stringify(openApi)
  app.get('/openapi.json', (_request, reply) =>
    reply.headers({ 'content-type': jsonType, 'cache-control': 'public, max-age=300' }).send(json),
  )
  const yaml = toYaml(JSON.parse(json))
  const texts: readonly (readonly [string, TextType, (request: FastifyRequest) => string])[] = [
    ['/openapi.yaml', 'application/yaml', () => yaml],
    ['/docs.md', 'text/markdown', (request) => describeSite(request).reference],
    ['/llms.txt', 'text/plain', (request) => llmsTxt(describeSite(request))],
    ['/llms-full.txt', 'text/plain', (request) => llmsFullTxt(describeSite(request))],
    ['/robots.txt', 'text/plain', (request) => robotsTxt({ url: publicUrl(request) })],
    ['/sitemap.xml', 'application/xml', (request) => sitemap(describeSite(request))],
  ]
  for (const [path, type, write] of texts)
    app.get(path, (request, reply) => sendText(reply, type, write(request)))
  registerPolicyPages(app, options)
  registerDomainProofs(app, options.domainProofs)
}
