/** Reads one record of a payer's `providers.json` (CMS QHP): that the payer lists the NPI, its languages and new patients. */
import type { RowStore, Table } from '../rows.ts'
import { recordDay, textOf } from '../words.ts'
import { listOf } from './json-values.ts'

export function addQhpRecord(table: Table, value: Readonly<Record<string, unknown>>, store: RowStore): void {
  const npi = textOf(value['npi']).trim()
  if (npi === '') return
  const asOf = recordDay(textOf(value['last_updated_on']), table.asOf)
  if (listOf(value['plans']).length > 0)
    store.addListed(npi, { table, carrierCode: table.carrierCode!, asOf })
  const answer = textOf(value['accepting']).trim().toLowerCase()
  const accepting = answer === 'accepting' ? answer : answer === 'not accepting' ? 'not_accepting' : null
  const places = listOf(value['addresses']).map((place) => {
    const { address, zip } = (place ?? {}) as { readonly address?: unknown; readonly zip?: unknown }
    return { line_1: textOf(address), postal_code: textOf(zip), accepting }
  })
  const languages = listOf(value['languages']).map(String)
  store.addObserved(npi, { table, source: 'plan_network', asOf, value: { languages, places } })
}
