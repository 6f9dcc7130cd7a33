/** What each operation answers with: search pages, single cards, lists, health and errors. */
import * as z from 'zod'
import { LocationCard, LocationHit, ProviderCard, ProviderHit } from './cards.ts'
import { errorCodes } from './errors.ts'

const count = z.int().nonnegative()
const date = z.iso.date()

/** Deprecated: one collection serves every covered region; the key survives as long as v1. */
export const region = 'all-regions'
const Region = z
  .literal(region)
  .meta({ description: 'A constant, kept so that the key survives.', deprecated: true })

export const Geo = z
  .object({
    lat: z.number(),
    lng: z.number(),
    radius_miles: z.number(),
    source: z.enum(['coordinates', 'zip', 'q']).describe('What the position was resolved from.'),
    label: z.string().optional().describe('The place named in `q`; only with source `q`.'),
  })
  .meta({ id: 'Geo', description: 'The resolved position.' })

/** By what hits are ordered; ties always go by id. */
export const Sort = z.enum(['relevance', 'distance', 'name'])

/** What ran, which may differ from what was asked: `name` and `geo` sets are exact, the others are ranked text. */
export const SearchModeUsed = z.enum(['hybrid', 'semantic', 'lexical', 'name', 'geo'])

const echo = {
  geo: Geo.optional(),
  sort: Sort.describe('The effective sort.'),
  search_mode: SearchModeUsed.describe('What ran. Further values may be added.'),
  limit: z.int(),
  offset: z.int(),
}

const echoOfText = {
  q: z.string().optional(),
  q_expanded: z.string().optional().describe('Present when a clinical-vocabulary rewrite ran.'),
}

const folded = z.string().optional().describe('As compared: folded to upper case.')

export const ProviderSearchEcho = z
  .object({
    ...echoOfText,
    first_name: folded,
    middle_name: folded,
    last_name: folded,
    carriers: z.array(z.string()).optional().describe('As applied: upper case, each once, ascending.'),
    carrier_hints: z
      .array(z.string())
      .optional()
      .describe('Codes of payers that `q` names. Not applied: give those you mean as `carriers`.'),
    ...echo,
  })
  .meta({ id: 'ProviderSearchEcho', description: 'The request as interpreted; absent inputs are absent.' })

export const LocationSearchEcho = z
  .object({ ...echoOfText, name: folded, ...echo })
  .meta({ id: 'LocationSearchEcho', description: 'The request as interpreted; absent inputs are absent.' })

export const SearchMeta = z
  .object({
    limit: z.int(),
    offset: z.int(),
    count: count.describe('Cards on this page; the next page starts at `offset + count`.'),
    total: count.optional().describe('Exact; only when `search_mode` is `name` or `geo`.'),
    has_more: z.boolean().describe('At least one more result follows inside the search window.'),
    filtered: z.boolean().describe('At least one weak match was withheld.'),
    truncated: z.boolean().describe('The page was reshaped to fit the response budget.'),
    region: Region,
    data_as_of: date.describe('Date of the newest source file.'),
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
    zip3s: z.array(z.string().regex(/^\d{3}$/)).describe('Served ZIP prefixes, ascending.'),
    counts: z.object({ providers: count, locations: count, carriers: count }),
    data_as_of: date,
  })
  .meta({ id: 'Region' })

export const RegionList = z
  .object({
    data: z.array(RegionRecord),
    meta: z.object({ count, region: Region, data_as_of: date }),
  })
  .meta({ id: 'RegionList' })

/** A clearinghouse payer ID or the token of a public program. */
export const CarrierKind = z.enum(['payer_id', 'program'])

export const CarrierRecord = z
  .object({
    code: z.string().describe('A clearinghouse payer ID, leading zeros kept, or a program token.'),
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

export const Health = z
  .object({
    status: z
      .enum(['ok', 'degraded'])
      .describe(
        '`degraded`: answers are given, but the operator should look, as when a new snapshot is damaged.',
      ),
    version: z.string(),
    generation: z.string().describe('The snapshot of the directory that is served.'),
    data_as_of: date,
  })
  .meta({ id: 'Health' })

export const ErrorEnvelope = z
  .object({
    error: z.object({
      code: z.enum(errorCodes).describe('Further codes may be added.'),
      message: z.string().describe('For the developer: which parameter, which rule, what came.'),
      status: z.int().describe('The HTTP status.'),
      docs: z.string().describe('A page that says what happened and how to fix it.'),
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
export type ProviderDetailEnvelope = z.infer<typeof ProviderDetailEnvelope>
export type ProviderSearchEcho = z.infer<typeof ProviderSearchEcho>
export type ProviderSearchEnvelope = z.infer<typeof ProviderSearchEnvelope>
export type RegionList = z.infer<typeof RegionList>
export type SearchMeta = z.infer<typeof SearchMeta>
export type SearchModeUsed = z.infer<typeof SearchModeUsed>
export type Sort = z.infer<typeof Sort>
