/** The two card tools: a whole card, with the address of its page for people. */
import type { LocationCard, ProviderCard } from '@careatlas/contract/cards'
import { region } from '@careatlas/contract/envelopes'
import type { McpToolArguments } from '@careatlas/contract/mcp-tools'
import { validateOperation } from '../operations/parameters.ts'
import type { Exchange } from './exchange.ts'
import { type Answer, fitCard } from './fit-result.ts'

export async function getProvider(
  { npi }: McpToolArguments<'get_provider'>,
  exchange: Exchange,
): Promise<Answer> {
  const { card } = await exchange.getProvider(validateOperation('getProvider', { npi: String(npi) }))
  const links = [exchange.link('providers', card.npi, card.name.display)]
  const data: ProviderCard & Linked = { ...card, url: exchange.pageUrl('providers', card.npi) }
  return fitCard({ data, meta: { region, truncated: false } }, (content) => ({
    content: { ...content },
    links,
  }))
}

/** A former identifier gets the place that replaced it. */
export async function getLocation(
  { location_uuid: uuid, roster_limit: limit, roster_offset: offset }: McpToolArguments<'get_location'>,
  exchange: Exchange,
): Promise<Answer> {
  const parameters = validateOperation('getLocation', { location_uuid: uuid })
  const { card, isSuccessor } = await exchange.getLocation(parameters)
  const roster = card.providers
  const links = [exchange.link('locations', card.location_uuid, card.name ?? card.location_uuid)]
  const data: LocationCard & Linked = {
    ...card,
    providers: roster.slice(offset, offset + limit),
    url: exchange.pageUrl('locations', card.location_uuid),
  }
  return fitCard({ data, meta: { region, truncated: false } }, ({ data: fitted, meta }) => ({
    content: {
      data: fitted,
      meta: {
        ...meta,
        roster_total: roster.length,
        roster_has_more: offset + fitted.providers.length < roster.length,
        ...(isSuccessor && { moved_from: parameters.location_uuid }),
      },
    },
    links,
  }))
}

interface Linked {
  readonly url: string
}
