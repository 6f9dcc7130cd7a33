/** The time zones of the states and territories (49 CFR 71; names of the IANA time zone database). */
import type { Address } from '@careatlas/contract/cards'
import { regionOf } from './region.ts'

/** One zone or, in the states that a border of zones crosses, several; empty for a place without a known state. */
export function timeZonesOf(address: Pick<Address, 'country' | 'state'>): readonly string[] {
  return zonesByRegion.get(regionOf(address)?.code ?? '') ?? []
}

/** Arizona keeps standard time all year, except for the Navajo Nation. */
const table = `
America/New_York CT DC DE FL GA IN KY MA MD ME MI NC NH NJ NY OH PA RI SC TN VA VT WV
America/Chicago AL AR FL IA IL IN KS KY LA MI MN MO MS ND NE OK SD TN TX WI
America/Denver AZ CO ID KS MT ND NE NM NV OR SD TX UT WY
America/Los_Angeles CA ID NV OR WA
America/Phoenix AZ
America/Anchorage AK
America/Adak AK
America/Puerto_Rico PR VI
Pacific/Honolulu HI
Pacific/Guam GU MP
Pacific/Pago_Pago AS
`

const zonesByRegion = new Map<string, string[]>()
for (const line of table.trim().split('\n')) {
  const [zone = '', ...states] = line.split(' ')
  for (const state of states)
    zonesByRegion.set(`US-${state}`, [...(zonesByRegion.get(`US-${state}`) ?? []), zone])
}
