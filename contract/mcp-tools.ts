/** The six MCP tools: names, texts and schemas. The schemas are built from those of the REST API. */
import * as z from 'zod'
import { LocationHit, ProviderHit } from './cards.ts'
import {
  CarrierList,
  LocationSearchEcho,
  ProviderSearchEcho,
  region,
  RegionRecord,
  SearchMeta,
  Sort,
} from './envelopes.ts'
import { npiPattern } from './npi-pattern.ts'
import { filterResultsMax, textResultsMax } from './paging-limits.ts'
import { choice, codecs, codes, decimal, integer, pageOffset, pattern, text } from './parameter-codecs.ts'
import { CarrierFilter, LocationSearch, ProviderSearch } from './parameters.ts'

/** What a client may read in `tools/list`. */
export interface McpToolDescription {
  readonly title: string
  readonly description: string
  /** The codec of each field has its rule for error messages. */
  readonly input: z.ZodObject
  readonly output: z.ZodObject
}

/** The maximum length of a description in characters. */
export const toolDescriptionMax = 1_200

/** The maximum number of hits in a tool result. */
const toolHitsMax = 25

// Input

const Detail = z.enum(['compact', 'full'])

/** Shorter than in REST, because each conversation of a client contains these texts. */
const personNames = {
  first_name: text({ min: 1, max: 64, description: 'Exact, apart from case and diacritics.' }),
  middle_name: text({ min: 1, max: 64, description: 'Exact, or the initial.' }),
  last_name: text({ min: 1, max: 64, description: 'Exact, apart from case and diacritics.' }),
}

const page = {
  sort: choice(Sort, 'Default: relevance with q, otherwise distance with a position, otherwise name.'),
  offset: pageOffset(
    `Hits to skip. offset + limit is at most ${textResultsMax} with q, otherwise ${filterResultsMax}.`,
    filterResultsMax - 1,
  ),
  limit: integer({ min: 1, max: toolHitsMax, defaultValue: 10, description: 'Hits per page.' }),
  detail: choice(Detail, 'compact (default): about 200 tokens a hit. full: whole cards, 10 times as long.'),
}

const SearchProvidersInput = ProviderSearch.omit({ search_mode: true, limit: true }).extend({
  ...page,
  ...personNames,
  carriers: codes({
    max: 25,
    description:
      'Payer or program codes of list_carriers; hits are listed with at least one. Requires q, a name or a position.',
  }),
})
const SearchLocationsInput = LocationSearch.omit({ search_mode: true, limit: true }).extend(page)

/** Models and command lines often send digits as a number. The handler checks the digits, so that the error has its own code. */
const NpiInput = z
  .union([z.string().meta({ pattern: npiPattern.source }), z.int()])
  .meta({ description: 'National Provider Identifier: ten digits, as a string or a number.' })
  .register(codecs, { read: (value) => value, rule: 'must be ten digits' })

const UuidInput = z
  .string()
  .meta({ description: 'From the field `location_uuid` of a result.', format: 'uuid' })
  .register(codecs, { read: (value) => value, rule: 'must be a UUID' })

const rosterMax = 200

const GetLocationInput = z.object({
  location_uuid: UuidInput,
  roster_limit: integer({ min: 0, max: rosterMax, defaultValue: 50, description: 'Clinicians to list.' }),
  roster_offset: integer({ min: 0, max: 1_000_000, defaultValue: 0, description: 'Clinicians to skip.' }),
})

const CheckCoverageInput = z.object({
  zip: pattern(/^\d{5}$/, 'five digits', 'ZIP code.'),
  zip3: pattern(/^\d{3}$/, 'three digits', 'The first three digits of ZIP codes.'),
  state: pattern(/^[A-Za-z]{2}$/, 'two letters', 'Postal abbreviation of a state or territory.'),
  lat: decimal({ min: -90, max: 90, decimals: 6, description: 'Latitude; requires `lng`.' }),
  lng: decimal({ min: -180, max: 180, decimals: 6, description: 'Longitude; requires `lat`.' }),
})

const carriersPerToolPage = 200

const ListCarriersInput = z.object({
  query: text({ min: 1, max: 64, description: 'A part of a code, name or alias.' }),
  kind: CarrierFilter.shape.kind,
  limit: integer({ min: 1, max: carriersPerToolPage, defaultValue: 50, description: 'Carriers per page.' }),
  offset: CarrierFilter.shape.offset,
})

// Output: open objects, because cards may get new fields

const url = z.string().describe('The page of this record for people.')

const CompactPlace = z.looseObject({
  location_uuid: z.string(),
  name: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  postal_code: z.string().nullable(),
  phone: z.string().nullable(),
})

/** A clinician in a search result with `detail: compact`. */
export const CompactProvider = z.looseObject({
  npi: z.string(),
  name: z.string(),
  specialty: z.string().nullable(),
  short_biography: z.string(),
  languages: ProviderHit.shape.languages,
  carriers: z.array(z.string()).describe('At most 10 codes, those of the filter first.'),
  location: CompactPlace.nullable().describe('The nearest place, otherwise the primary one.'),
  location_count: z.int(),
  score: ProviderHit.shape.score,
  distance_miles: ProviderHit.shape.distance_miles,
  url,
})

/** A place of care in a search result with `detail: compact`. */
export const CompactLocation = z.looseObject({
  ...CompactPlace.shape,
  line_1: z.string().nullable(),
  focus: z.string().nullable(),
  summary: z.string(),
  languages: LocationHit.shape.languages,
  provider_count: z.int(),
  score: LocationHit.shape.score,
  distance_miles: LocationHit.shape.distance_miles,
  url,
})

const searchOutput = (parameters: z.ZodObject, hit: z.ZodObject, idField: string) =>
  z.looseObject({
    parameters: z
      .looseObject({})
      .describe(`The request as interpreted: ${Object.keys(parameters.shape).join(', ')}.`),
    meta: z.looseObject({
      count: SearchMeta.shape.count,
      has_more: SearchMeta.shape.has_more,
      coverage: SearchMeta.shape.coverage,
      filtered: SearchMeta.shape.filtered,
      truncated: SearchMeta.shape.truncated,
      data_as_of: SearchMeta.shape.data_as_of,
      notices: z.array(z.looseObject({ severity: z.string(), text: z.string() })),
    }),
    data: z
      .array(z.looseObject({ [idField]: z.string(), url }))
      .describe(`With detail=compact: ${Object.keys(hit.shape).join(', ')}.`),
  })

const cardOutput = (idField: string) =>
  z.looseObject({
    data: z
      .looseObject({ [idField]: z.string(), url })
      .describe('The whole card, as in the OpenAPI document.'),
    meta: z.looseObject({ region: z.literal(region), truncated: z.boolean() }),
  })

const Coverage = z.looseObject({
  data: z.looseObject({
    covered: z.boolean(),
    // With the description inside, the schema is `anyOf`; hosts with one `type` per schema reject the list `["string", "null"]`.
    zip3: z.string().describe('Not of a state.').nullable(),
    region: RegionRecord.pick({ code: true, name: true }).nullable(),
    counts: RegionRecord.shape.counts.pick({ providers: true, locations: true }).describe('Of the region.'),
    note: z.string(),
  }),
  meta: z.looseObject({ data_as_of: RegionRecord.shape.data_as_of }),
})

const CarrierPage = z.looseObject({
  data: z.array(
    z.looseObject(
      CarrierList.shape.data.element.pick({ code: true, name: true, provider_count: true }).shape,
    ),
  ),
  meta: z.looseObject(CarrierList.shape.meta.pick({ count: true, total: true, has_more: true }).shape),
})

// Texts

const absence =
  'Absence proves nothing: records come from public registries, so say "not listed here", never "does not exist".'

const paging =
  'Next page: same arguments with offset = offset + meta.count while meta.has_more. Cost: 1 search unit.'

/** In the order of `tools/list`. */
export const mcpTools = {
  search_providers: {
    title: 'Search clinicians',
    description:
      'Find clinicians (doctors, dentists, therapists, nurses) for a health need, by exact name, or around a place in the United States. ' +
      'Put everything about the need in q in plain words: symptom or specialty, language, gender, telehealth, accepting new patients. ' +
      'These wishes rank hits and do not filter them, so check the hit. Add zip (or lat and lng) whenever you know the place; q may also name it. ' +
      'carriers is the only filter: hard ANY-of; a payer in q filters nothing, so look up codes with list_carriers first. ' +
      'A hit that lacks a carrier is NOT out of network: say "not listed, ask the office". ' +
      'Hits are ranked; weak matches are withheld (meta.filtered). meta.coverage "none" or an empty page outside the served area means nothing. ' +
      'Show meta.notices first, above all severity "urgent". Before you recommend a person, call get_provider and state dates and unknowns. ' +
      `${absence} ${paging}`,
    input: SearchProvidersInput,
    output: searchOutput(ProviderSearchEcho, CompactProvider, 'npi'),
  },
  search_locations: {
    title: 'Search places of care',
    description:
      'Find places of care (hospitals, clinics, urgent care, pharmacies, laboratories, imaging, nursing homes) by what they do, by exact name, or around a place. ' +
      'For a person use search_providers. Put the kind of place and the need in q; add zip (or lat and lng). ' +
      'There is no carriers filter: insurance belongs to a clinician at a place. Weak matches are withheld (meta.filtered). ' +
      `For clinicians at the place and opening hours call get_location. Show meta.notices first. ${absence} ${paging}`,
    input: SearchLocationsInput,
    output: searchOutput(LocationSearchEcho, CompactLocation, 'location_uuid'),
  },
  get_provider: {
    title: 'Get a clinician',
    description:
      'Get everything the directory knows about one clinician by NPI: specialties, licenses, languages, all practice locations with phones and hours, ' +
      'carriers that list the person, and for each fact its source and date. Use it to verify a claim or before a recommendation. ' +
      'accepting_new_patients "unknown" and empty lists mean that no source says so. A carrier that is missing does not mean out of network. ' +
      'Errors name the reason: deactivated, an organization, outside the served regions, unknown. Cost: 1 detail unit.',
    input: z.object({ npi: NpiInput }),
    output: cardOutput('npi'),
  },
  get_location: {
    title: 'Get a place of care',
    description:
      'Get one place of care by location_uuid: address, phone, hours, focus, sources with dates, and the clinicians who practice there. ' +
      'The roster is paged: meta.roster_total is the true number; go on with roster_offset while meta.roster_has_more. ' +
      'A former identifier returns the place that replaced it, with meta.moved_from. Cost: 1 detail unit.',
    input: GetLocationInput,
    output: cardOutput('location_uuid'),
  },
  check_coverage: {
    title: 'Check the served area',
    description:
      'Check whether the directory has data for an area: a ZIP code, ZIP prefix, state or position. Call it when a search finds nothing, before you say that there is no care. ' +
      'This is about geography, not insurance: for insurance use carriers. Send exactly one of zip, zip3, state, or lat with lng. Cost: none.',
    input: CheckCoverageInput,
    output: Coverage,
  },
  list_carriers: {
    title: 'List insurance carriers',
    description:
      'Find the codes for the carriers argument of search_providers: payers and public programs (such as Medicare), with the number of clinicians that each lists. ' +
      'Search by a part of the name with query. A carrier with provider_count 0 has no network file here, so filtering by it finds no clinician: tell the person instead. ' +
      'Several codes may belong to one payer; send all that fit. Cost: none.',
    input: ListCarriersInput,
    output: CarrierPage,
  },
} as const satisfies Record<string, McpToolDescription>

export type McpToolName = keyof typeof mcpTools

type Inputs = { readonly [Name in McpToolName]: (typeof mcpTools)[Name]['input'] }

/** The arguments of a tool after validation. */
export type McpToolArguments<Name extends McpToolName> = z.output<Inputs[Name]>

/** The input schemas, typed by their output. */
export const toolInputs: { readonly [Name in McpToolName]: z.ZodType<McpToolArguments<Name>> } = {
  search_providers: SearchProvidersInput,
  search_locations: SearchLocationsInput,
  get_provider: mcpTools.get_provider.input,
  get_location: GetLocationInput,
  check_coverage: CheckCoverageInput,
  list_carriers: ListCarriersInput,
}

/** Every tool only reads the directory, and a repeated call has the same result. */
export const toolAnnotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
} as const
