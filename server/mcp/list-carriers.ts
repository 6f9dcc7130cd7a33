/** The tool that lists carrier codes. */
import type { CarrierList } from '@careatlas/contract/envelopes'
import type { McpToolArguments } from '@careatlas/contract/mcp-tools'
import { validateOperation } from '../operations/parameters.ts'
import type { Exchange } from './exchange.ts'
import { type Answer, fitPage } from './fit-result.ts'

export async function listCarriers(
  { query, ...values }: McpToolArguments<'list_carriers'>,
  exchange: Exchange,
): Promise<Answer> {
  const parameters = validateOperation('listCarriers', { ...values, q: query })
  const { data, meta } = (await exchange.run('listCarriers', parameters)) as CarrierList
  return fitPage({ data, meta: { ...meta, truncated: false } }, (page) => ({
    text: JSON.stringify(page),
    links: [],
  }))
}
