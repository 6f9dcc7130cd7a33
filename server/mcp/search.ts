/** The two search tools: the pages of REST, with compact hits by default and the page of each hit for people. */
import type { LocationHit, ProviderHit } from '@careatlas/contract/cards'
import type { Geo, SearchMeta } from '@careatlas/contract/envelopes'
import type { McpToolArguments } from '@careatlas/contract/mcp-tools'
import type { InputRequiredResult } from '@modelcontextprotocol/server'
import { validateOperation } from '../operations/parameters.ts'
import { compactLocation, compactProvider } from '../operations/compact-hit.ts'
import type { ClientContext } from './client-context.ts'
import type { Exchange } from './exchange.ts'
import { type Answer, fitPage, resultCharactersMax } from './fit-result.ts'
import { findPlace, withHostPlace } from './missing-place.ts'

/** What differs between the collections. */
interface SearchTool<Hit> {
  readonly operation: 'searchProviders' | 'searchLocations'
  readonly kind: 'providers' | 'locations'
  /** `carriers` are the codes of the request. */
  readonly compact: (hit: Hit, carriers?: readonly string[]) => object
  readonly identify: (hit: Hit) => readonly [id: string, name: string]
}

/** The members of a search envelope that the tools read. */
interface Page<Hit> {
  readonly parameters: { readonly geo?: Geo; readonly carriers?: readonly string[] }
  readonly meta: SearchMeta
  readonly data: readonly Hit[]
}

export const searchProviders = createSearch<ProviderHit>({
  operation: 'searchProviders',
  kind: 'providers',
  compact: compactProvider,
  identify: ({ npi, name }) => [npi, name.display],
})

export const searchLocations = createSearch<LocationHit>({
  operation: 'searchLocations',
  kind: 'locations',
  compact: compactLocation,
  identify: ({ location_uuid: uuid, name }) => [uuid, name ?? uuid],
})

function createSearch<Hit>({ operation, kind, compact, identify }: SearchTool<Hit>) {
  return async (
    { detail, ...values }: McpToolArguments<'search_providers' | 'search_locations'>,
    exchange: Exchange,
    client: ClientContext,
  ): Promise<Answer | InputRequiredResult> => {
    const isFull = detail === 'full'
    const placed = findPlace(values, client, exchange)
    if ('question' in placed) return placed.question
    const parameters = validateOperation(operation, placed.values)
    const page = (await exchange.run(operation, parameters, budget(isFull))) as Page<Hit>
    return fitPage(withHonestTruncation(page, isFull), ({ parameters: echo, meta, data }) => {
      const identified = data.map((hit) => [hit, ...identify(hit)] as const)
      return {
        text: JSON.stringify({
          parameters: placed.isHostPlace ? withHostPlace(echo) : echo,
          meta,
          data: identified.map(([hit, id]) => ({
            ...(isFull ? hit : compact(hit, echo.carriers)),
            url: exchange.pageUrl(kind, id),
          })),
        }),
        links: identified.map(([, id, name]) => exchange.link(kind, id, name)),
      }
    })
  }
}

/** Whole cards are shortened by the operation, as in REST; compact hits fit anyway, so the usual budget applies. */
function budget(isFull: boolean): number | undefined {
  return isFull ? resultCharactersMax : undefined
}

/** A compact hit has none of the fields that the operation shortens, so such a page is truncated only if hits are missing. */
function withHonestTruncation<Hit>(page: Page<Hit>, isFull: boolean): Page<Hit> {
  const { truncated, has_more, count, limit } = page.meta
  if (isFull || !truncated) return page
  return { ...page, meta: { ...page.meta, truncated: has_more && count < limit } }
}
