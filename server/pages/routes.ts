/** Everything that is read rather than called: the start page, the error pages, the OpenAPI document. */
import { ApiError } from '@careatlas/contract/errors'
import { openApiDocument } from '@careatlas/contract/openapi'
import type { FastifyInstance } from 'fastify'
import { jsonType } from '../http/response-headers.ts'
import { version } from '../version.ts'
import { errorPages } from './error-pages.ts'
import { indexPage } from './index-page.ts'
import { missingPage } from './missing-page.ts'
import { pageHeaders } from '../web/layout.ts'

export interface PagesOptions {
  readonly productName: string
  /** Public address; null: the document names the host that serves it. */
  readonly baseUrl: string | null
  /** Where programs find the service, without a slash at the end. */
  readonly url: () => string
  /** Whether a key is needed. */
  readonly auth: boolean
}

export async function registerPages(
  app: FastifyInstance,
  { productName, baseUrl, url, auth }: PagesOptions,
): Promise<void> {
  const answerMissing = missingPage(productName)
  const errors = await errorPages(productName)
  const openApi = JSON.stringify(openApiDocument({ productName, version, serverUrl: baseUrl ?? '' }))

  for (const path of ['/', '/docs'])
    app.get(path, (_request, reply) =>
      reply.headers(pageHeaders).send(indexPage({ productName, url: url(), auth })),
    )
  app.get<{ Params: { code: string } }>('/docs/errors/:code', (request, reply) => {
    const page = errors.get(request.params.code)
    if (page === undefined) {
      if (answerMissing(request, reply)) return reply
      throw new ApiError('not_found', 'There is no error with this code; see /docs.')
    }
    return reply.headers(pageHeaders).send(page)
  })
  app.get('/openapi.json', (_request, reply) =>
    reply.headers({ 'content-type': jsonType, 'cache-control': 'public, max-age=300' }).send(openApi),
  )
}
