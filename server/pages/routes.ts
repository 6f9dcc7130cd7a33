/** Everything that is read rather than called: the start page, the error pages, the OpenAPI document. */
import { DirectoryError } from '@careatlas/contract/errors'
import { openApiDocument } from '@careatlas/contract/openapi'
import type { FastifyInstance } from 'fastify'
import { jsonType } from '../http/response-headers.ts'
import { version } from '../version.ts'
import { errorPages } from './error-pages.ts'
import { indexPage } from './index-page.ts'
import { pageHeaders } from '../page.ts'

export interface PagesOptions {
  readonly productName: string
  /** Public address; null: the document names the host that serves it. */
  readonly baseUrl: string | null
}

export async function registerPages(
  app: FastifyInstance,
  { productName, baseUrl }: PagesOptions,
): Promise<void> {
  const index = indexPage(productName)
  const errors = await errorPages(productName)
  const openApi = JSON.stringify(openApiDocument({ productName, version, serverUrl: baseUrl ?? '' }))

  for (const url of ['/', '/docs']) {
    app.get(url, (_request, reply) => reply.headers(pageHeaders).send(index))
  }
  app.get<{ Params: { code: string } }>('/docs/errors/:code', ({ params }, reply) => {
    const page = errors.get(params.code)
    if (page === undefined)
      throw new DirectoryError('not_found', 'There is no error with this code; see /docs.')
    return reply.headers(pageHeaders).send(page)
  })
  app.get('/openapi.json', (_request, reply) =>
    reply.headers({ 'content-type': jsonType, 'cache-control': 'public, max-age=300' }).send(openApi),
  )
}
