/** `GET /v1/locations` */
import { parseParameters } from '@careatlas/contract/parse-parameters'
import { canonicalRequest } from '@careatlas/search/etag'
import { searchLocations as search } from '@careatlas/search/search-locations'
import { type Endpoint, searchOf } from './endpoint.ts'

export const searchLocations: Endpoint = ({ raw }) => {
  const parameters = parseParameters('searchLocations', searchOf(raw))
  return {
    canonical: canonicalRequest('searchLocations', parameters),
    answer: async (generation, bounds) => JSON.stringify(await search(parameters, generation, bounds)),
  }
}
