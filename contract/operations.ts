/** The seven operations of the REST interface: the server registers its routes from this table, OpenAPI is built from it. */
import type * as z from 'zod'
import {
  CarrierList,
  Health,
  LocationDetailEnvelope,
  LocationSearchEnvelope,
  ProviderDetailEnvelope,
  ProviderSearchEnvelope,
  RegionList,
} from './envelopes.ts'
import type { ErrorCode } from './errors.ts'
import { demo } from './examples.ts'
import { LocationPath, NoParameters, ProviderPath, queries, type OperationId } from './parameters.ts'

/** A request that can be run as it stands. */
export interface Example {
  readonly summary: string
  readonly path?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string | number | readonly string[]>>
}

export interface Operation {
  readonly operationId: OperationId
  /** With `{name}` for path parameters. */
  readonly path: string
  readonly tag: 'Providers' | 'Locations' | 'Coverage' | 'Service'
  readonly summary: string
  readonly description: string
  /** Whether a key is needed. */
  readonly access: 'key' | 'public'
  readonly query: z.ZodObject
  readonly pathParameters: z.ZodObject
  readonly response: z.ZodType
  /** When the operation returns 301; left out if it never does. */
  readonly redirect?: string
  /** Whether the answer has an ETag and may be 304. */
  readonly cacheable: boolean
  /** Codes this operation gives, besides those that any address may give. */
  readonly errors: readonly ErrorCode[]
  /** By a name that is unique in the document. */
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
  'Conditions are joined by AND; at least one of `q`, a name or a position is needed. `parameters` echoes the request as ' +
  'interpreted. Weak matches of `q` may be withheld (`meta.filtered`); a heavy page may be reshaped (`meta.truncated`). ' +
  'The next page starts at `offset + meta.count`.'

/** In the order that the document shows. */
export const operations: readonly Operation[] = [
  {
    operationId: 'searchProviders',
    path: '/v1/providers',
    tag: 'Providers',
    summary: 'Search clinicians',
    description: `Clinicians by words, by exact name or around a position, optionally only those whom given carriers list. ${searchSemantics}`,
    access: 'key',
    query: queries.searchProviders,
    pathParameters: NoParameters,
    response: ProviderSearchEnvelope,
    cacheable: true,
    errors: [...searchErrors, 'unknown_carrier'],
    examples: {
      wordsNearZip: {
        summary: 'Words, near a ZIP code',
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
    summary: 'One clinician',
    description: 'The whole card of one clinician, with every practice location.',
    access: 'key',
    query: queries.getProvider,
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
    description: `Places of care by words, by exact name or around a position. ${searchSemantics}`,
    access: 'key',
    query: queries.searchLocations,
    pathParameters: NoParameters,
    response: LocationSearchEnvelope,
    cacheable: true,
    errors: searchErrors,
    examples: {
      placeByWords: { summary: 'Words', query: { q: 'community health center with midwives' } },
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
    summary: 'One place of care',
    description:
      'The whole card of one place, with every clinician who practices there. An identifier that an earlier generation ' +
      'served is redirected to the place that has succeeded it, or refused with the reason.',
    access: 'key',
    query: queries.getLocation,
    pathParameters: LocationPath,
    response: LocationDetailEnvelope,
    redirect: 'The place has another identifier: the card is at the address in Location.',
    cacheable: true,
    errors: ['location_not_found', 'location_removed'],
    examples: { oneLocation: { summary: 'By identifier', path: { location_uuid: demo.locationUuid } } },
  },
  {
    operationId: 'listRegions',
    path: '/v1/regions',
    tag: 'Coverage',
    summary: 'Served regions',
    description:
      'Served ZIP prefixes and live counts. Look here before you read anything into the absence of a result.',
    access: 'public',
    query: queries.listRegions,
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
    summary: 'Carrier codes',
    description:
      'The vocabulary of `carriers`: every code with its payer name and the clinicians listed, by code.',
    access: 'public',
    query: queries.listCarriers,
    pathParameters: NoParameters,
    response: CarrierList,
    cacheable: true,
    errors: [],
    examples: {
      allCarriers: { summary: 'All carriers' },
      carriersByName: { summary: 'By part of a name', query: { q: 'medicare', kind: 'program' } },
    },
  },
  {
    operationId: 'getHealth',
    path: '/v1/health',
    tag: 'Service',
    summary: 'Liveness',
    description:
      'Whether searches are answered, by which version and from which generation of the directory.',
    access: 'public',
    query: queries.getHealth,
    pathParameters: NoParameters,
    response: Health,
    cacheable: false,
    errors: [],
    examples: { health: { summary: 'Liveness' } },
  },
]

/** The address of an example, relative to the host: `/v1/providers?last_name=Oliveira`. */
export function exampleUrl(operation: Operation, { path = {}, query = {} }: Example): string {
  const address = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(path[name] ?? ''),
  )
  const pairs = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
  return pairs.length > 0 ? `${address}?${pairs.join('&')}` : address
}
