/** The search behind a result: repeats it with whole cards and gets its next page. */
import type { LocationSearchEcho, ProviderSearchEcho, SearchMeta } from '@careatlas/contract/envelopes'
import { type AnyHit, identify, isProvider } from './hit.ts'
import type { Host } from './host.ts'

export interface SearchPage {
  readonly parameters: ProviderSearchEcho & LocationSearchEcho
  readonly meta: SearchMeta
  readonly data: readonly AnyHit[]
}

/** A page of whole cards may be shorter than the same page of compact hits, because a tool result has a maximum size. */
const repeatsMax = 4

/** Gets the next page, with whole cards. */
export async function fetchNextPage(host: Host, { parameters, meta, data }: SearchPage): Promise<SearchPage> {
  return fetchPage(host, { parameters, data, offset: meta.offset + meta.count, limit: meta.limit })
}

/** Gets the whole cards of a page of compact hits, by identifier; those that the server no longer finds are missing. */
export async function fetchWholeCards(
  host: Host,
  { parameters, meta, data }: SearchPage,
): Promise<ReadonlyMap<string, AnyHit>> {
  const cards = new Map<string, AnyHit>()
  for (let calls = 0, done = 0; calls < repeatsMax && done < meta.count; calls++) {
    const page = await fetchPage(host, {
      parameters,
      data,
      offset: meta.offset + done,
      limit: meta.count - done,
    })
    for (const hit of page.data) cards.set(identify(hit), hit)
    if (page.meta.count === 0) break
    done += page.meta.count
  }
  return cards
}

interface PageRequest extends Pick<SearchPage, 'parameters' | 'data'> {
  readonly offset: number
  readonly limit: number
}

/** The parameters as interpreted have every input of the search, also those that the client added, such as a default place. */
async function fetchPage(host: Host, { parameters, data, offset, limit }: PageRequest): Promise<SearchPage> {
  const { q, first_name, middle_name, last_name, name, carriers, sort, geo } = parameters
  const position =
    geo === undefined || geo.source === 'q'
      ? {}
      : { lat: geo.lat, lng: geo.lng, radius_miles: geo.radius_miles }
  const input = { q, first_name, middle_name, last_name, name, carriers, sort, ...position }
  const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
  const tool = data.some(isProvider) ? 'search_providers' : 'search_locations'
  const { structuredContent } = await host.callTool(tool, { ...given, offset, limit, detail: 'full' })
  return structuredContent as SearchPage
}
