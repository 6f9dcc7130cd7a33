/** The query and path parameters of the seven operations, as typed values. */
import * as z from 'zod'
import { CarrierKind, Sort } from './envelopes.ts'
import { npiPattern } from './npi-pattern.ts'
import { choice, codes, decimal, integer, pattern, startOfPage, text } from './parameter-codecs.ts'

/** Miles around a position when the request does not say. */
export const defaultRadiusMiles = 25
/** The farthest around a position that may be asked for. */
export const radiusMilesMax = 100

/** The farthest hit a page may reach: sets defined by filters are exact, ranked text is not meant to be walked. */
export const filterResultsMax = 10_000
export const textResultsMax = 1_000

/** The most carriers there are on one page, and the page when nothing is asked. */
const carriersPerPage = 1_000

const folding =
  'Matched exactly after folding: case, diacritics, apostrophes and periods do not count, a hyphen is a space.'

const personName = (part: string) => text({ min: 1, max: 64, about: `${part}, legal or former. ${folding}` })

const position = {
  lat: decimal({ min: -90, max: 90, decimals: 6, about: 'Latitude in degrees; needs `lng`.' }),
  lng: decimal({ min: -180, max: 180, decimals: 6, about: 'Longitude in degrees; needs `lat`.' }),
  zip: pattern(/^\d{5}$/, 'five digits', 'A ZIP code instead of `lat` and `lng`: the middle of its area.'),
  radius_miles: decimal({
    min: 0.5,
    max: radiusMilesMax,
    decimals: 2,
    about: `Great-circle miles around the position; ${defaultRadiusMiles} when not given.`,
  }),
}

const page = {
  sort: choice(
    Sort,
    '`relevance` needs `q`, `distance` needs a position. By default relevance with `q`, else distance with a position, else name. By distance, persons registered as suppliers, drivers or agencies alone come after clinicians.',
  ),
  search_mode: choice(
    z.enum(['auto', 'hybrid', 'semantic', 'lexical']),
    'How `q` should be searched; only with `q`. The echo in `parameters` says what ran.',
  ),
  limit: integer({ min: 1, max: 50, initial: 10, about: 'Hits per page.' }),
  offset: startOfPage(
    `Hits before the page; the next page starts at \`offset + meta.count\`. With \`q\`, offset + limit reaches ${textResultsMax}, else ${filterResultsMax}.`,
    filterResultsMax - 1,
  ),
}

/** Characters of a question; longer ones are refused. */
export const queryLengthMax = 512

const q = text({ min: 2, max: queryLengthMax, about: 'What is looked for, in plain words.' })

/** `GET /v1/providers`. At least one of `q`, a name or a position is there. */
export const ProviderSearch = z.object({
  q,
  first_name: personName('First name'),
  middle_name: personName('Middle name, where one letter matches an initial'),
  last_name: personName('Last name'),
  ...position,
  carriers: codes({
    max: 25,
    about:
      'Codes of `GET /v1/carriers`: only clinicians whom at least one of them lists. Narrows `q`, name or position.',
  }),
  ...page,
})

/** `GET /v1/locations`. At least one of `q`, `name` or a position is there. */
export const LocationSearch = z.object({
  q,
  name: text({ min: 1, max: 128, about: `Name of an organization or site. ${folding}` }),
  ...position,
  ...page,
})

/** `GET /v1/carriers`. */
export const CarrierFilter = z.object({
  q: text({ min: 1, max: 64, about: 'Part of a code, a name or an alias.' }),
  kind: choice(CarrierKind, 'Clearinghouse payer ID or program token.'),
  limit: integer({ min: 1, max: carriersPerPage, initial: carriersPerPage, about: 'Carriers per page.' }),
  offset: integer({ min: 0, max: 1_000_000, initial: 0, about: 'Carriers before the page.' }),
})

/** Operations whose address says everything. */
export const NoParameters = z.object({})

/** The query of each operation, by operationId. */
export const queries = {
  searchProviders: ProviderSearch,
  getProvider: NoParameters,
  searchLocations: LocationSearch,
  getLocation: NoParameters,
  listRegions: NoParameters,
  listCarriers: CarrierFilter,
  getHealth: NoParameters,
} as const

/** The path of `GET /v1/providers/{npi}`; `parseNpi` checks the digit. */
export const ProviderPath = z.object({
  npi: z
    .string()
    .regex(npiPattern)
    .meta({ description: 'National Provider Identifier: ten digits, the last a check digit.' }),
})

/** The path of `GET /v1/locations/{location_uuid}`. */
export const LocationPath = z.object({
  location_uuid: z.guid().meta({ description: 'Identifier of a place, as cards name it.' }),
})

export type OperationId = keyof typeof queries
export type ParametersOf<Id extends OperationId> = z.output<(typeof queries)[Id]>
export type ProviderSearch = z.output<typeof ProviderSearch>
export type LocationSearch = z.output<typeof LocationSearch>
export type CarrierFilter = z.output<typeof CarrierFilter>
