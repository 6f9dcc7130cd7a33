/** Lists what the directory covers: its carriers and its regions. */
import { region } from '@careatlas/contract/envelopes'
import type { CarrierFilter } from '@careatlas/contract/parameters'
import type { Carrier } from '@careatlas/directory/snapshot/format'
import { payerFilter } from './query/find-payers.ts'
import type { Snapshot } from '@careatlas/directory/snapshot/snapshot'

/** A page of codes for the `carriers` filter. */
export function listCarriers(
  { q, kind, limit, offset }: CarrierFilter,
  { carriers }: Pick<Snapshot, 'carriers'>,
) {
  const hasWords = q === undefined ? () => true : payerFilter(carriers, q)
  const text = q?.toUpperCase() ?? ''
  const matches = carriers.filter(
    (carrier) =>
      (kind === undefined || carrier.kind === kind) && (hasText(carrier, text) || hasWords(carrier)),
  )
  const data = matches.slice(offset, offset + limit)
  const has_more = offset + data.length < matches.length
  return { data, meta: { limit, offset, count: data.length, total: matches.length, has_more, region } }
}

/** Whether the code, the name or an alias contains `text`, which is in upper case. */
function hasText({ code, name, aliases }: Carrier, text: string): boolean {
  return [code, name, ...aliases].some((label) => label.toUpperCase().includes(text))
}

/** The covered regions. Outside of them, an empty result does not mean that there is no care. */
export function listRegions({ regions, manifest }: Pick<Snapshot, 'regions' | 'manifest'>) {
  const sources = newestSources(manifest.sources)
  return { data: regions, meta: { count: regions.length, region, data_as_of: manifest.data_as_of, sources } }
}

/** Every source, sorted by identifier, with the date of its newest file; null if none of its files has a date. */
function newestSources(files: Snapshot['manifest']['sources']) {
  const newest = new Map<string, string | null>()
  for (const { source, as_of } of files)
    if (!newest.get(source) || (as_of ?? '') > newest.get(source)!) newest.set(source, as_of)
  return [...newest].map(([id, as_of]) => ({ id, as_of })).toSorted((a, b) => (a.id < b.id ? -1 : 1))
}
