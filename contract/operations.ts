/** The eight operations of the REST API. The server registers its routes from this table, and OpenAPI is generated from it. */
import type * as z from 'zod'
import {
  CarrierList,
  Health,
  LocationDetailEnvelope,
  LocationSearchEnvelope,
  ProviderDetailEnvelope,
  ProviderSearchEnvelope,
  RegionList,
  SuggestionEnvelope,
} from './envelopes.ts'
import type { ErrorCode } from './errors.ts'
import { demo } from './examples.ts'
import { LocationPath, NoParameters, ProviderPath, type OperationId } from './parameters.ts'

/** A complete request that returns results in the demo region. */
export interface Example {
  readonly summary: string
  readonly path?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string | number | readonly string[]>>
}

export interface Operation {
  readonly operationId: OperationId
  /** Path parameters are written `{name}`. */
  readonly path: string
  readonly tag: 'Providers' | 'Locations' | 'Suggestions' | 'Coverage' | 'Service'
  readonly summary: string
  readonly description: string
  /** Whether the operation requires a key. */
  readonly access: 'key' | 'public'
  readonly pathParameters: z.ZodObject
  readonly response: z.ZodType
  /** The description of the 301 response; absent if the operation never redirects. */
  readonly redirect?: string
  /** Whether responses have an ETag, so that 304 is possible. */
  readonly cacheable: boolean
  /** Error codes of this operation, in addition to those of every operation. */
  readonly errors: readonly ErrorCode[]
  /** Keyed by a name that is unique in the OpenAPI document. */
  readonly examples: Readonly<Record<string, Example>>
}

const searchErrors = [
  'missing_parameter',
  'conflicting_parameters',
  'unknown_zip',
  'page_out_of_range',
  'timeout',
] as const

const searchSemantics =
  'Results match all conditions; at least one of `q`, a name or a position is required. `parameters` has the request as ' +
  'interpreted. Weak matches of `q` may be left out (`meta.filtered`); the cards of a large page may be shortened ' +
  '(`meta.truncated`). The next page starts at `offset + meta.count`.'

/** In the order of the OpenAPI document. */
export const operations: readonly Operation[] = [
  {
    operationId: 'searchProviders',
    path: '/v1/providers',
    tag: 'Providers',
    summary: 'Search clinicians',
    description: `Finds clinicians by text, by exact name or around a position, optionally filtered by carriers. ${searchSemantics}`,
    access: 'key',
    pathParameters: NoParameters,
    response: ProviderSearchEnvelope,
    cacheable: true,
    errors: [...searchErrors, 'unknown_carrier'],
    examples: {
      wordsNearZip: {
        summary: 'Text, near a ZIP code',
        query: { q: 'heart doctor who speaks spanish', zip: demo.zip, radius_miles: 15 },
      },
      exactName: { summary: 'An exact name', query: { last_name: demo.lastName } },
      aroundPosition: {
        summary: 'Around a position, listed by a carrier',
        query: { lat: demo.lat, lng: demo.lng, carriers: [demo.carrier], limit: 5 },
      },
    },
  },
  {
    operationId: 'getProvider',
    path: '/v1/providers/{npi}',
    tag: 'Providers',
    summary: 'Get a clinician',
    description: 'Returns the full card of one clinician, with all practice locations.',
    access: 'key',
    pathParameters: ProviderPath,
    response: ProviderDetailEnvelope,
    cacheable: true,
    errors: ['invalid_npi', 'provider_not_found', 'outside_coverage', 'provider_deactivated'],
    examples: { oneProvider: { summary: 'By NPI', path: { npi: demo.npi } } },
  },
  {
    operationId: 'searchLocations',
    path: '/v1/locations',
    tag: 'Locations',
    summary: 'Search places of care',
    description: `Finds places of care by text, by exact name or around a position. ${searchSemantics}`,
    access: 'key',
    pathParameters: NoParameters,
    response: LocationSearchEnvelope,
    cacheable: true,
    errors: searchErrors,
    examples: {
      placeByWords: { summary: 'Text', query: { q: 'community health center with midwives' } },
      placeByName: { summary: 'An exact name', query: { name: demo.locationName } },
      placesNearZip: {
        summary: 'Near a ZIP code',
        query: { zip: demo.zip, radius_miles: 5, sort: 'distance' },
      },
    },
  },
  {
    operationId: 'getLocation',
    path: '/v1/locations/{location_uuid}',
    tag: 'Locations',
    summary: 'Get a place of care',
    description:
      'Returns the full card of one place, with all clinicians who practice there. A former identifier redirects to the ' +
      'current place; if there is none, the error explains why.',
    access: 'key',
    pathParameters: LocationPath,
    response: LocationDetailEnvelope,
    redirect: 'The identifier of the place has changed. `Location` has the new path.',
    cacheable: true,
    errors: ['location_not_found', 'location_removed'],
    examples: { oneLocation: { summary: 'By identifier', path: { location_uuid: demo.locationUuid } } },
  },
  {
    operationId: 'suggest',
    path: '/v1/suggest',
    tag: 'Suggestions',
    summary: 'Complete what a user types',
    description:
      'Suggests clinicians, kinds of care, places of care and towns. In each group, better matches come first, then nearer ones ' +
      'if the request has a position, then more common ones. A name that is not suggested may still exist: search for it.',
    access: 'public',
    pathParameters: NoParameters,
    response: SuggestionEnvelope,
    cacheable: true,
    errors: ['missing_parameter', 'conflicting_parameters', 'unknown_zip'],
    examples: {
      typedText: { summary: 'Two letters', query: { q: 'pr' } },
      typedNearZip: {
        summary: 'A last name and the beginning of a first name, near a ZIP code',
        query: { q: 'dubois e', zip: demo.zip },
      },
    },
  },
  {
    operationId: 'listRegions',
    path: '/v1/regions',
    tag: 'Coverage',
    summary: 'List the served regions',
    description:
      'Lists the served ZIP prefixes with current counts. Outside of them, a search without results means nothing.',
    access: 'public',
    pathParameters: NoParameters,
    response: RegionList,
    cacheable: true,
    errors: [],
    examples: { allRegions: { summary: 'All regions' } },
  },
  {
    operationId: 'listCarriers',
    path: '/v1/carriers',
    tag: 'Coverage',
    summary: 'List carrier codes',
    description:
      'Lists the values of `carriers`: each code with its name and the number of listed clinicians, ordered by code.',
    access: 'public',
    pathParameters: NoParameters,
    response: CarrierList,
    cacheable: true,
    errors: [],
    examples: {
      allCarriers: { summary: 'All carriers' },
      carriersByName: { summary: 'By a part of the name', query: { q: 'medicare', kind: 'program' } },
    },
  },
  {
    operationId: 'getHealth',
    path: '/v1/health',
    tag: 'Service',
    summary: 'Get the status of the service',
    description:
      'Returns the status of the service, its version and the generation of the directory that it serves.',
    access: 'public',
    pathParameters: NoParameters,
    response: Health,
    cacheable: false,
    errors: [],
    examples: { health: { summary: 'Status' } },
  },
]
