/** Reads one record of a payer's `providers.json` (CMS QHP): that the payer lists the NPI, its languages and new patients. */
import type { RowStore, Table } from '../rows.ts'
import { parseRecordDay, toText } from '../words.ts'
import { toList } from './json-values.ts'

export function addQhpRecord(table: Table, value: Readonly<Record<string, unknown>>, store: RowStore): void {
  const npi = toText(value['npi']).trim()
  if (npi === '') return
  const asOf = parseRecordDay(toText(value['last_updated_on']), table.asOf)
  if (toList(value['plans']).length > 0)
    store.addListing(npi, { table, carrierCode: table.carrierCode!, asOf })
  const answer = toText(value['accepting']).trim().toLowerCase()
  const accepting = answer === 'accepting' ? answer : answer === 'not accepting' ? 'not_accepting' : null
  const places = toList(value['addresses']).map((place) => {
    const { address, zip } = (place ?? {}) as { readonly address?: unknown; readonly zip?: unknown }
    return { line_1: toText(address), postal_code: toText(zip), accepting }
  })
  const languages = toList(value['languages']).map(String)
  store.addObservation(npi, { table, source: 'plan_network', asOf, value: { languages, places } })
}
