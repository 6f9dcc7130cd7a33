/** The public pages: the start page, the policies, the error pages, the OpenAPI document and the proofs of the domain. */
import { ApiError } from '@careatlas/contract/errors'
import { buildOpenApiDocument } from '@careatlas/contract/openapi'
import type { FastifyInstance } from 'fastify'
import type { PublicUrl } from '../http/public-url.ts'
import { jsonType } from '../http/response-headers.ts'
import { version } from '../version.ts'
import { errorPages } from './error-pages.ts'
import { indexPage, type IndexPageOptions } from './index-page.ts'
import { type PolicyOptions, registerPolicyPages } from './policy-pages.ts'
import { type DomainProofs, registerDomainProofs } from './well-known.ts'
import { sendHtml } from '../web/layout.ts'

export interface PagesOptions extends Omit<IndexPageOptions, 'url'>, PolicyOptions {
  readonly publicUrl: PublicUrl
  /** The configured public URL; null: the OpenAPI document uses relative URLs. */
  readonly baseUrl: string | null
  readonly domainProofs: DomainProofs
}

export async function registerPages(app: FastifyInstance, options: PagesOptions): Promise<void> {
  const { productName, baseUrl, publicUrl, auth } = options
  const errors = await errorPages(productName)
  const openApi = JSON.stringify(buildOpenApiDocument({ productName, version, serverUrl: baseUrl ?? '' }))

  for (const path of ['/', '/docs'])
    app.get(path, (request, reply) =>
      sendHtml(reply, indexPage({ productName, url: publicUrl(request), auth })),
    )
  app.get<{ Params: { code: string } }>('/docs/errors/:code', (request, reply) => {
    const page = errors.get(request.params.code)
    if (page === undefined) throw new ApiError('not_found', 'No error has this code; see /docs.')
    return sendHtml(reply, page)
  })
  app.get('/openapi.json', (_request, reply) =>
    reply.headers({ 'content-type': jsonType, 'cache-control': 'public, max-age=300' }).send(openApi),
  )
  registerPolicyPages(app, options)
  registerDomainProofs(app, options.domainProofs)
}
