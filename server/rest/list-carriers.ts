/** `GET /v1/carriers` */
import { region } from '@careatlas/contract/envelopes'
import type { CarrierFilter } from '@careatlas/contract/parameters'
import { parseParameters } from '@careatlas/contract/parse-parameters'
import type { Carrier } from '@careatlas/directory/snapshot/format'
import { canonicalRequest } from '@careatlas/search/etag'
import { type Endpoint, searchOf } from './endpoint.ts'

export const listCarriers: Endpoint = ({ raw }) => {
  const filter = parseParameters('listCarriers', searchOf(raw))
  return {
    canonical: canonicalRequest('listCarriers', filter),
    answer: ({ snapshot }) => JSON.stringify(page(snapshot.carriers, filter)),
  }
}

function page(carriers: readonly Carrier[], { q, kind, limit, offset }: CarrierFilter) {
  const wanted = q?.toUpperCase()
  const matches = carriers.filter(
    (carrier) =>
      (kind === undefined || carrier.kind === kind) && (wanted === undefined || mentions(carrier, wanted)),
  )
  const data = matches.slice(offset, offset + limit)
  const hasMore = offset + data.length < matches.length
  return {
    data,
    meta: { limit, offset, count: data.length, total: matches.length, has_more: hasMore, region },
  }
}

function mentions({ code, name, aliases }: Carrier, wanted: string): boolean {
  return [code, name, ...aliases].some((text) => text.toUpperCase().includes(wanted))
}
