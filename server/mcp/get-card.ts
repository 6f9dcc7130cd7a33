/** The two card tools: a whole card, with the address of its page for people. */
import type { LocationCard, ProviderCard } from '@careatlas/contract/cards'
import { region } from '@careatlas/contract/envelopes'
import type { McpToolArguments } from '@careatlas/contract/mcp-tools'
import { validateOperation } from '../operations/parameters.ts'
import type { Exchange } from './exchange.ts'
import { type Answer, charactersOf, fitCard, resultCharactersMax } from './fit-result.ts'
import { addField } from './stored-json.ts'

const meta = { region, truncated: false }

export async function getProvider(
  { npi }: McpToolArguments<'get_provider'>,
  exchange: Exchange,
): Promise<Answer> {
  const parameters = validateOperation('getProvider', { npi: String(npi) })
  const card = await exchange.getProvider(parameters)
  const links = [exchange.link('providers', parameters.npi, displayName(card))]
  const data = addField(card, 'url', JSON.stringify(exchange.pageUrl('providers', parameters.npi)))
  const text = `{"data":${data},"meta":${JSON.stringify(meta)}}`
  if (charactersOf({ text, links }) <= resultCharactersMax) return { text, links }
  return fitCard({ data: JSON.parse(data) as ProviderCard & Linked, meta }, (content) => ({
    text: JSON.stringify(content),
    links,
  }))
}

/** The name in the JSON of a card, which begins with it. A quote inside a text is escaped, so a text cannot contain the key. */
function displayName(card: string): string {
  const [, name = '""'] = /"display":("(?:[^"\\]|\\.)*")/.exec(card) ?? []
  return JSON.parse(name) as string
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
  return fitCard({ data, meta }, ({ data: fitted, meta: fittedMeta }) => ({
    text: JSON.stringify({
      data: fitted,
      meta: {
        ...fittedMeta,
        roster_total: roster.length,
        roster_has_more: offset + fitted.providers.length < roster.length,
        ...(isSuccessor && { moved_from: parameters.location_uuid }),
      },
    }),
    links,
  }))
}

interface Linked {
  readonly url: string
}
