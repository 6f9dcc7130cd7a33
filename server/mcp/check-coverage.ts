/** The tool that tells whether the directory serves a place. */
import type { RegionList } from '@careatlas/contract/envelopes'
import { ApiError } from '@careatlas/contract/errors'
import type { McpToolArguments } from '@careatlas/contract/mcp-tools'
import { regionOfState, regionsOfZip, regionsOfZip3 } from '@careatlas/directory/region'
import { nearestZip } from '@careatlas/directory/zips-near'
import type { Exchange } from './exchange.ts'
import type { Answer } from './fit-result.ts'

type Place = McpToolArguments<'check_coverage'>

/** Rejects with `missing_parameter` or `conflicting_parameters` unless exactly one place is sent. */
export async function checkCoverage(place: Place, exchange: Exchange): Promise<Answer> {
  checkOnePlace(place)
  const { data: regions, meta } = (await exchange.run('listRegions', {})) as RegionList
  const { zip3, states } = locate(place)
  const served = regions.filter((region) => zip3 === null || region.zip3s.includes(zip3))
  const region = states.map((code) => served.find((candidate) => candidate.code === code)).find(Boolean)
  const known = regionOfState(states[0]?.slice('US-'.length) ?? null)
  const data = {
    covered: region !== undefined,
    zip3,
    region: region ? { code: region.code, name: region.name } : known,
    counts: { providers: region?.counts.providers ?? 0, locations: region?.counts.locations ?? 0 },
    note: region ? coveredNote : uncoveredNote,
  }
  return { text: JSON.stringify({ data, meta: { data_as_of: meta.data_as_of } }), links: [] }
}

const coveredNote = 'Absence of a provider inside covered areas means not in our sources.'
const uncoveredNote =
  'The directory does not serve this place, so an empty result does not mean that there is no care.'

function checkOnePlace({ zip, zip3, state, lat, lng }: Place): void {
  const hasPosition = lat !== undefined || lng !== undefined
  const count = [zip, zip3, state].filter((value) => value !== undefined).length + Number(hasPosition)
  if (count === 0)
    throw new ApiError('missing_parameter', 'Send exactly one of zip, zip3, state, or lat with lng.')
  if (count > 1)
    throw new ApiError('conflicting_parameters', 'Send exactly one of zip, zip3, state, or lat with lng.')
  if (hasPosition && (lat === undefined || lng === undefined))
    throw new ApiError(
      'missing_parameter',
      lat === undefined ? 'lat is required with lng.' : 'lng is required with lat.',
    )
}

interface LocatedPlace {
  readonly zip3: string | null
  /** ISO 3166-2 codes. */
  readonly states: readonly string[]
}

function locate({ zip, zip3, state, lat = 0, lng = 0 }: Place): LocatedPlace {
  if (state !== undefined) return { zip3: null, states: [`US-${state.toUpperCase()}`] }
  if (zip3 !== undefined) return { zip3, states: regionsOfZip3(zip3) }
  const code = zip ?? nearestZip({ lat, lng })
  return code === null ? { zip3: null, states: [] } : { zip3: code.slice(0, 3), states: regionsOfZip(code) }
}
