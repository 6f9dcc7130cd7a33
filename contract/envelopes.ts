/** The response bodies: search pages, single cards, lists, health and errors. */
import * as z from 'zod'
import { LocationCard, LocationHit, ProviderCard, ProviderHit } from './cards.ts'
import { errorCodes } from './errors.ts'
import { npiPattern } from './npi-pattern.ts'
import { filterResultsMax, textResultsMax } from './paging-limits.ts'

const count = z.int().nonnegative()
const date = z.iso.date()
const registryDate = date.describe('The date of the newest file of the provider registry.')

/** Deprecated: one collection has all regions. The field stays until v2. */
export const region = 'all-regions'
const Region = z
  .literal(region)
  .meta({ description: 'Always the same value; kept for compatibility.', deprecated: true })

export const Geo = z
  .object({
    lat: z.number(),
    lng: z.number(),
    radius_miles: z.number(),
    source: z.enum(['coordinates', 'zip', 'q']).describe('The input that gave the position.'),
    label: z.string().optional().describe('The place named in `q`; only with source `q`.'),
  })
  .meta({ id: 'Geo', description: 'The position of the search.' })

/** The order of the results; ties are ordered by identifier. */
export const Sort = z.enum(['relevance', 'distance', 'name'])

/** The mode of the search, which may differ from the requested one: `name` and `geo` results are exact, the others ranked. */
export const SearchModeUsed = z.enum(['hybrid', 'semantic', 'lexical', 'name', 'geo'])

const echo = {
  geo: Geo.optional(),
  sort: Sort.describe('The effective sort.'),
  search_mode: SearchModeUsed.describe('The search mode that was used. Further values may be added.'),
  limit: z.int(),
  offset: z.int(),
}

const queryEcho = {
  q: z.string().optional(),
  q_language: z
    .string()
    .optional()
    .describe(
      'The language of `q` as a BCP 47 tag, such as `pt`; present only if it is recognized and neither English nor Spanish. A notice says what the search understood.',
    ),
  q_expanded: z
    .string()
    .optional()
    .describe(
      'The query with added clinical terms, and in English if it is in another language; present only if it differs from `q`.',
    ),
  unresolved_place: z
    .string()
    .optional()
    .describe('A place that `q` names and that is not known, so that it did not become the position.'),
}

/** The kinds of notices; urgent kinds first. */
export const noticeKinds = [
  'emergency',
  'crisis',
  'poison',
  'violence',
  'danger_to_others',
  'pregnancy_urgent',
  'not_understood',
  'language',
  'place_unresolved',
  'ignored_wish',
  'carriers_without_listings',
  'nearest_is',
  'outside_coverage',
  'window_reached',
] as const

const normalizedName = z.string().optional().describe('As matched: normalized, in upper case.')

export const ProviderSearchEcho = z
  .object({
    ...queryEcho,
    first_name: normalizedName,
    middle_name: normalizedName,
    last_name: normalizedName,
    carriers: z
      .array(z.string())
      .optional()
      .describe('As applied: in upper case, without duplicates, ascending.'),
    carrier_hints: z
      .array(z.string())
      .optional()
      .describe(
        'Codes of payers that `q` names, all with listings. They are not applied; to filter, send them as `carriers`.',
      ),
    unresolved_payer: z.string().optional().describe('A payer that `q` names and that has no code here.'),
    ...echo,
  })
  .meta({
    id: 'ProviderSearchEcho',
    description: 'The request as interpreted. Parameters that were not sent are omitted.',
  })

export const LocationSearchEcho = z.object({ ...queryEcho, name: normalizedName, ...echo }).meta({
  id: 'LocationSearchEcho',
  description: 'The request as interpreted. Parameters that were not sent are omitted.',
})

/** A fact about the search that a client should show beside its results. */
export const Notice = z
  .object({
    kind: z
      .string()
      .describe(`One of ${noticeKinds.map((kind) => `\`${kind}\``).join(', ')}. More may be added.`),
    severity: z.enum(['urgent', 'warning', 'info']),
    text: z.string().describe('One or two sentences for the person who searches.'),
    contact: z
      .object({ label: z.string(), tel: z.string() })
      .nullable()
      .describe('Whom to call; null if the notice names no number.'),
  })
  .meta({ id: 'Notice' })

export const SearchMeta = z
  .object({
    limit: z.int(),
    offset: z.int(),
    count: count.describe('The number of cards on this page. The next page starts at `offset + count`.'),
    total: count
      .optional()
      .describe('The exact number of results; only if `search_mode` is `name` or `geo`.'),
    has_more: z.boolean().describe('Whether there are more results within the paging limit.'),
    window_reached: z
      .literal(true)
      .optional()
      .describe(
        `Results exist beyond the paging limit (${textResultsMax} with \`q\`, else ${filterResultsMax}): narrow the search, for example with a smaller \`radius_miles\` or a name.`,
      ),
    coverage: z
      .enum(['full', 'partial', 'none'])
      .optional()
      .describe(
        'How many of the three-digit ZIP prefixes around the position are served; present if the search has a position. With `none`, an empty page does not mean that there is no care.',
      ),
    carriers_without_listings: z
      .array(z.string())
      .optional()
      .describe(
        'Codes of `carriers` without a listed clinician: the directory has no network file of these payers.',
      ),
    filtered: z.boolean().describe('Whether weak matches were left out.'),
    truncated: z.boolean().describe('Whether cards were shortened or left out to fit the response budget.'),
    region: Region,
    data_as_of: registryDate,
    notices: z.array(Notice).describe('Urgent notices first; often empty.'),
  })
  .meta({ id: 'SearchMeta' })

export const ProviderSearchEnvelope = z
  .object({ parameters: ProviderSearchEcho, meta: SearchMeta, data: z.array(ProviderHit) })
  .meta({ id: 'ProviderSearchEnvelope' })

export const LocationSearchEnvelope = z
  .object({ parameters: LocationSearchEcho, meta: SearchMeta, data: z.array(LocationHit) })
  .meta({ id: 'LocationSearchEnvelope' })

const DetailMeta = z.object({ region: Region }).meta({ id: 'DetailMeta' })

export const ProviderDetailEnvelope = z
  .object({ data: ProviderCard, meta: DetailMeta })
  .meta({ id: 'ProviderDetailEnvelope' })

export const LocationDetailEnvelope = z
  .object({ data: LocationCard, meta: DetailMeta })
  .meta({ id: 'LocationDetailEnvelope' })

export const RegionRecord = z
  .object({
    code: z.string().describe('ISO 3166-2'),
    name: z.string(),
    zip3s: z
      .array(z.string().regex(/^\d{3}$/))
      .describe('Three-digit ZIP prefixes that are served, ascending.'),
    counts: z.object({ providers: count, locations: count, carriers: count }),
    data_as_of: date,
  })
  .meta({ id: 'Region' })

export const RegionList = z
  .object({
    data: z.array(RegionRecord),
    meta: z.object({
      count,
      region: Region,
      data_as_of: registryDate,
      sources: z
        .array(z.object({ id: z.string(), as_of: date.nullable() }))
        .describe('Every source of the directory with the date of its newest file.'),
    }),
  })
  .meta({ id: 'RegionList' })

/** A clearinghouse payer ID or the token of a public program. */
export const CarrierKind = z.enum(['payer_id', 'program'])

export const CarrierRecord = z
  .object({
    code: z.string().describe('A clearinghouse payer ID with its leading zeros, or a program token.'),
    kind: CarrierKind.describe('Further values may be added.'),
    name: z.string(),
    aliases: z.array(z.string()),
    provider_count: count,
    data_as_of: date.nullable(),
  })
  .meta({ id: 'Carrier' })

export const CarrierList = z
  .object({
    data: z.array(CarrierRecord),
    meta: z.object({
      limit: z.int(),
      offset: z.int(),
      count,
      total: count,
      has_more: z.boolean(),
      region: Region,
    }),
  })
  .meta({ id: 'CarrierList' })

const otherName = z
  .string()
  .nullable()
  .describe('The former or other name that `q` matches; null if `q` matches `name`.')

const town = {
  city: z.string().nullable(),
  state: z.string().nullable(),
  distance_miles: z.number().nonnegative().optional().describe('Only with a position and if it is known.'),
}

export const PersonSuggestion = z
  .object({
    npi: z.string().regex(npiPattern).describe('Get the card with `GET /v1/providers/{npi}`.'),
    name: z.string(),
    other_name: otherName,
    specialty: z.string().nullable(),
    ...town,
  })
  .meta({
    id: 'PersonSuggestion',
    description: 'A clinician. The town is that of the nearest practice location, else of the primary one.',
  })

export const CareSuggestion = z
  .object({
    plain_name: z.string().describe('"eye doctor"'),
    clinical_name: z.string().describe('"ophthalmology"'),
    matched: z
      .string()
      .nullable()
      .describe(
        'The complaint, procedure or Spanish phrase that `q` matches, such as "cataracts"; null if `q` matches a name of the care.',
      ),
    q: z.string().describe('The `q` of a search for this kind of care.'),
  })
  .meta({ id: 'CareSuggestion', description: 'A kind of care.' })

export const PlaceSuggestion = z
  .object({
    location_uuid: z.uuid().describe('Get the card with `GET /v1/locations/{location_uuid}`.'),
    name: z.string().describe('As on the card: if several organizations are here, the address.'),
    other_name: otherName,
    ...town,
  })
  .meta({ id: 'PlaceSuggestion', description: 'A place of care.' })

export const TownSuggestion = z
  .object({
    name: z.string().describe('The name of a town, or a ZIP code.'),
    state: z.string().nullable(),
    zip: z.string().nullable().describe('Null for a town.'),
    lat: z.number().describe('Search here with `lat` and `lng`.'),
    lng: z.number(),
    distance_miles: town.distance_miles,
  })
  .meta({ id: 'TownSuggestion', description: 'A town of this directory, or a ZIP code.' })

export const SuggestionEnvelope = z
  .object({
    parameters: z
      .object({
        q: z.string(),
        geo: Geo.omit({ radius_miles: true, label: true })
          .optional()
          .meta({ id: 'SuggestionGeo', description: 'The position of the request.' }),
        limit: z.int(),
      })
      .meta({ id: 'SuggestionEcho', description: 'The request as interpreted.' }),
    meta: z.object({ data_as_of: registryDate }).meta({ id: 'SuggestionMeta' }),
    data: z
      .object({
        people: z.array(PersonSuggestion),
        care: z.array(CareSuggestion),
        places: z.array(PlaceSuggestion),
        towns: z.array(TownSuggestion),
      })
      .meta({ id: 'Suggestions', description: 'The best suggestion of each group first.' }),
  })
  .meta({ id: 'SuggestionEnvelope' })

const HealthCheck = z.enum(['ok', 'failing'])

export const Health = z
  .object({
    status: z
      .enum(['ok', 'degraded'])
      .describe('`degraded`: a check fails. The service works, but needs the attention of its operator.'),
    checks: z
      .object({
        snapshot: HealthCheck.describe('`failing`: an older snapshot is served, or its files are damaged.'),
        embedder: HealthCheck.describe('`failing`: searches compare words only.'),
        state: HealthCheck.describe('`failing`: keys and accounts are unavailable.'),
        limits: HealthCheck.describe('`failing`: each server counts requests on its own.'),
      })
      .describe('Further checks may be added.'),
    version: z.string(),
    generation: z.string().describe('The current snapshot of the directory.'),
    data_as_of: date,
  })
  .meta({ id: 'Health' })

export const ErrorEnvelope = z
  .object({
    error: z.object({
      code: z.enum(errorCodes).describe('Further codes may be added.'),
      message: z.string().describe('For developers: the parameter, its rule and the value that was sent.'),
      status: z.int().describe('The HTTP status.'),
      docs: z.string().describe('URL of a page that explains the error and how to fix it.'),
    }),
  })
  .meta({ id: 'ErrorEnvelope' })

export type CarrierKind = z.infer<typeof CarrierKind>
export type CarrierList = z.infer<typeof CarrierList>
export type ErrorEnvelope = z.infer<typeof ErrorEnvelope>
export type Geo = z.infer<typeof Geo>
export type Health = z.infer<typeof Health>
export type LocationDetailEnvelope = z.infer<typeof LocationDetailEnvelope>
export type LocationSearchEcho = z.infer<typeof LocationSearchEcho>
export type LocationSearchEnvelope = z.infer<typeof LocationSearchEnvelope>
export type Notice = z.infer<typeof Notice>
export type ProviderDetailEnvelope = z.infer<typeof ProviderDetailEnvelope>
export type ProviderSearchEcho = z.infer<typeof ProviderSearchEcho>
export type ProviderSearchEnvelope = z.infer<typeof ProviderSearchEnvelope>
export type RegionList = z.infer<typeof RegionList>
export type CareSuggestion = z.infer<typeof CareSuggestion>
export type PersonSuggestion = z.infer<typeof PersonSuggestion>
export type PlaceSuggestion = z.infer<typeof PlaceSuggestion>
export type SuggestionEnvelope = z.infer<typeof SuggestionEnvelope>
export type TownSuggestion = z.infer<typeof TownSuggestion>
export type SearchMeta = z.infer<typeof SearchMeta>
export type SearchModeUsed = z.infer<typeof SearchModeUsed>
export type Sort = z.infer<typeof Sort>
