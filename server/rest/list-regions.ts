/** `GET /v1/regions` */
import { region } from '@careatlas/contract/envelopes'
import { parseParameters } from '@careatlas/contract/parse-parameters'
import type { Snapshot } from '@careatlas/directory/snapshot/snapshot'
import { canonicalRequest } from '@careatlas/search/etag'
import { type Endpoint, searchOf } from './endpoint.ts'

export const listRegions: Endpoint = ({ raw }) => {
  parseParameters('listRegions', searchOf(raw))
  return {
    canonical: canonicalRequest('listRegions'),
    answer: ({ snapshot }) => JSON.stringify(envelope(snapshot)),
  }
}

function envelope({ regions, manifest }: Snapshot) {
  return { data: regions, meta: { count: regions.length, region, data_as_of: manifest.data_as_of } }
}
