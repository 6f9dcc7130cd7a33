/** The schemas of the query and path parameters of the eight operations. */
import * as z from 'zod'
import { CarrierKind, Sort } from './envelopes.ts'
import { npiPattern } from './npi-pattern.ts'
import { filterResultsMax, textResultsMax } from './paging-limits.ts'
import { choice, codes, decimal, integer, pattern, pageOffset, text } from './parameter-codecs.ts'

export const defaultRadiusMiles = 25
export const radiusMilesMin = 0.5
export const radiusMilesMax = 100

/** The default and maximum number of carriers per page. */
const carriersPerPage = 1_000

const normalization =
  'The match is exact, but ignores case, diacritics, apostrophes and periods, and treats a hyphen as a space.'

const personName = (part: string) =>
  text({ min: 1, max: 64, description: `${part}, legal or former. ${normalization}` })

const position = {
  lat: decimal({ min: -90, max: 90, decimals: 6, description: 'Latitude in degrees; requires `lng`.' }),
  lng: decimal({ min: -180, max: 180, decimals: 6, description: 'Longitude in degrees; requires `lat`.' }),
  zip: pattern(
    /^\d{5}$/,
    'five digits',
    'A ZIP code instead of `lat` and `lng`; the position is the centroid of its area.',
  ),
  radius_miles: decimal({
    min: radiusMilesMin,
    max: radiusMilesMax,
    decimals: 2,
    description: `Radius around the position in miles (great-circle distance); the default is ${defaultRadiusMiles}.`,
  }),
}

const page = {
  sort: choice(
    Sort,
    '`relevance` requires `q`, `distance` requires a position. The default is relevance with `q`, otherwise distance with a position, otherwise name. With distance, persons who are registered only as suppliers, drivers or agencies follow the clinicians.',
  ),
  search_mode: choice(
    z.enum(['auto', 'hybrid', 'semantic', 'lexical']),
    'How to search `q`; requires `q`. `parameters.search_mode` is the mode that was used.',
  ),
  limit: integer({ min: 1, max: 50, defaultValue: 10, description: 'Results per page.' }),
  offset: pageOffset(
    `Results to skip. The next page starts at \`offset + meta.count\`. The maximum of offset + limit is ${textResultsMax} with \`q\`, otherwise ${filterResultsMax}.`,
    filterResultsMax - 1,
  ),
}

/** The maximum length of `q` in characters. */
export const queryLengthMax = 512

const q = text({ min: 2, max: queryLengthMax, description: 'What to search for, in plain language.' })

/** `GET /v1/providers`. At least one of `q`, a name or a position is required. */
export const ProviderSearch = z.object({
  q,
  first_name: personName('First name'),
  middle_name: personName('Middle name (one letter also matches an initial)'),
  last_name: personName('Last name'),
  ...position,
  carriers: codes({
    max: 25,
    description:
      'Codes of `GET /v1/carriers`. Only clinicians that at least one of these carriers lists; requires `q`, a name or a position.',
  }),
  ...page,
})

/** `GET /v1/locations`. At least one of `q`, `name` or a position is required. */
export const LocationSearch = z.object({
  q,
  name: text({ min: 1, max: 128, description: `Name of an organization or site. ${normalization}` }),
  ...position,
  ...page,
})

/** `GET /v1/carriers`. */
export const CarrierFilter = z.object({
  q: text({ min: 1, max: 64, description: 'A part of a code, name or alias, with or without its spaces.' }),
  kind: choice(CarrierKind, 'Clearinghouse payer ID or program token.'),
  limit: integer({
    min: 1,
    max: carriersPerPage,
    defaultValue: carriersPerPage,
    description: 'Carriers per page.',
  }),
  offset: integer({ min: 0, max: 1_000_000, defaultValue: 0, description: 'Carriers to skip.' }),
})

/** `GET /v1/suggest`. `q` is required. */
export const SuggestionSearch = z.object({
  q: text({
    min: 1,
    max: 64,
    description:
      'What the user has typed so far; required. Its last word may be incomplete, and the words of a name may be in any order.',
  }),
  lat: position.lat,
  lng: position.lng,
  zip: position.zip,
  limit: integer({ min: 1, max: 10, defaultValue: 5, description: 'Suggestions per group.' }),
})

/** For operations without query or path parameters. */
export const NoParameters = z.object({})

/** The query of each operation, by operationId. */
export const queries = {
  searchProviders: ProviderSearch,
  getProvider: NoParameters,
  searchLocations: LocationSearch,
  getLocation: NoParameters,
  listRegions: NoParameters,
  listCarriers: CarrierFilter,
  suggest: SuggestionSearch,
  getHealth: NoParameters,
} as const

/** The path of `GET /v1/providers/{npi}`; `parseNpi` verifies the check digit. */
export const ProviderPath = z.object({
  npi: z
    .string()
    .regex(npiPattern)
    .meta({ description: 'National Provider Identifier: ten digits, the last a check digit.' }),
})

/** The path of `GET /v1/locations/{location_uuid}`. */
export const LocationPath = z.object({
  location_uuid: z
    .guid()
    .meta({ description: 'Identifier of a place, from the field `location_uuid` of a card.' }),
})

export type OperationId = keyof typeof queries
export type ParametersOf<Id extends OperationId> = z.output<(typeof queries)[Id]>
export type ProviderSearch = z.output<typeof ProviderSearch>
export type LocationSearch = z.output<typeof LocationSearch>
export type CarrierFilter = z.output<typeof CarrierFilter>
export type SuggestionSearch = z.output<typeof SuggestionSearch>
