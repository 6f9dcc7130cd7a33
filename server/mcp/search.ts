/** The two search tools: the pages of REST, with compact hits by default and the page of each hit for people. */
import type { LocationHit, ProviderHit } from '@careatlas/contract/cards'
import type { LocationSearchEnvelope, ProviderSearchEnvelope } from '@careatlas/contract/envelopes'
import type { McpToolArguments } from '@careatlas/contract/mcp-tools'
import type { InputRequiredResult } from '@modelcontextprotocol/server'
import { validateOperation } from '../operations/parameters.ts'
import { compactLocation, compactProvider } from './compact-hit.ts'
import type { ClientContext } from './client-context.ts'
import type { Exchange } from './exchange.ts'
import { type Answer, fitPage, resultCharactersMax } from './fit-result.ts'
import { findPlace, withHostPlace } from './missing-place.ts'

export async function searchProviders(
  { detail, ...values }: McpToolArguments<'search_providers'>,
  exchange: Exchange,
  client: ClientContext,
): Promise<Answer | InputRequiredResult> {
  const isFull = detail === 'full'
  const placed = findPlace(values, client, exchange)
  if ('question' in placed) return placed.question
  const parameters = validateOperation('searchProviders', placed.values)
  const page = (await exchange.run('searchProviders', parameters, budget(isFull))) as ProviderSearchEnvelope
  const shorten = (hit: ProviderHit) => (isFull ? hit : compactProvider(hit, page.parameters.carriers))
  return fitPage(withHonestTruncation(page, isFull), ({ parameters: echo, meta, data }) => ({
    text: JSON.stringify({
      parameters: placed.isHostPlace ? withHostPlace(echo) : echo,
      meta,
      data: data.map((hit) => ({ ...shorten(hit), url: exchange.pageUrl('providers', hit.npi) })),
    }),
    links: data.map(({ npi, name }) => exchange.link('providers', npi, name.display)),
  }))
}

export async function searchLocations(
  { detail, ...values }: McpToolArguments<'search_locations'>,
  exchange: Exchange,
  client: ClientContext,
): Promise<Answer | InputRequiredResult> {
  const isFull = detail === 'full'
  const placed = findPlace(values, client, exchange)
  if ('question' in placed) return placed.question
  const parameters = validateOperation('searchLocations', placed.values)
  const page = (await exchange.run('searchLocations', parameters, budget(isFull))) as LocationSearchEnvelope
  const shorten = (hit: LocationHit) => (isFull ? hit : compactLocation(hit))
  return fitPage(withHonestTruncation(page, isFull), ({ parameters: echo, meta, data }) => ({
    text: JSON.stringify({
      parameters: placed.isHostPlace ? withHostPlace(echo) : echo,
      meta,
      data: data.map((hit) => ({
        ...shorten(hit),
        url: exchange.pageUrl('locations', hit.location_uuid),
      })),
    }),
    links: data.map(({ location_uuid: uuid, name }) => exchange.link('locations', uuid, name ?? uuid)),
  }))
}

/** Whole cards are shortened by the operation, as in REST; compact hits fit anyway, so the usual budget applies. */
function budget(isFull: boolean): number | undefined {
  return isFull ? resultCharactersMax : undefined
}

/** A compact hit has none of the fields that the operation shortens, so such a page is truncated only if hits are missing. */
function withHonestTruncation<Page extends ProviderSearchEnvelope | LocationSearchEnvelope>(
  page: Page,
  isFull: boolean,
): Page {
  const { truncated, has_more, count, limit } = page.meta
  if (isFull || !truncated) return page
  return { ...page, meta: { ...page.meta, truncated: has_more && count < limit } }
}
