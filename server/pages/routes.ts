/** The public pages: the start page, the error pages and the OpenAPI document. */
import { ApiError } from '@careatlas/contract/errors'
import { buildOpenApiDocument } from '@careatlas/contract/openapi'
import type { FastifyInstance } from 'fastify'
import type { PublicUrl } from '../http/public-url.ts'
import { jsonType } from '../http/response-headers.ts'
import { version } from '../version.ts'
import { errorPages } from './error-pages.ts'
import { indexPage, type IndexPageOptions } from './index-page.ts'
import { sendHtml } from '../web/layout.ts'

export interface PagesOptions extends Omit<IndexPageOptions, 'url'> {
  readonly publicUrl: PublicUrl
  /** The configured public URL; null: the OpenAPI document uses relative URLs. */
  readonly baseUrl: string | null
}

export async function registerPages(
  app: FastifyInstance,
  { productName, baseUrl, publicUrl, auth }: PagesOptions,
): Promise<void> {
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
}
