/** `GET /v1/providers` */
import { parseParameters } from '@careatlas/contract/parse-parameters'
import { canonicalRequest } from '@careatlas/search/etag'
import { searchProviders as search } from '@careatlas/search/search-providers'
import { type Endpoint, searchOf } from './endpoint.ts'

export const searchProviders: Endpoint = ({ raw }) => {
  const parameters = parseParameters('searchProviders', searchOf(raw))
  return {
    canonical: canonicalRequest('searchProviders', parameters),
    answer: async (generation, bounds) => JSON.stringify(await search(parameters, generation, bounds)),
  }
}
