/** A request, read once: the parameters of its path and of its query, typed. */
import { ApiError } from '@careatlas/contract/errors'
import { NoParameters, type OperationId, type ParametersOf, queries } from '@careatlas/contract/parameters'
import { parseLocationUuid, parseParameters } from '@careatlas/contract/parse-parameters'
import { type Npi, parseNpi } from '@careatlas/directory/npi'
import type { FastifyRequest } from 'fastify'

export type Parameters<Id extends OperationId> = ParametersOf<Id> & PathParameters[Id]

export type RestRequest = FastifyRequest<{ Params: PathParts }>

/** The decoded parts of a path, by the name that the contract gives them. */
export type PathParts = Readonly<Record<string, string>>

/** @throws DirectoryError as `parseParameters` does, `invalid_npi`, and `not_found` for an address without its last part */
export function readParameters<Id extends OperationId>(
  operation: Id,
  { url, params }: RestRequest,
): Parameters<Id> {
  // The router lets `/v1/providers/` through.
  if (Object.values(params).includes('')) throw new ApiError('not_found', 'There is no such address.')
  return { ...readPath[operation](params), ...readQuery(operation, url) }
}

/** To read nothing takes longer than to find a card, so where nothing may be sent and nothing was, nothing is read. */
function readQuery<Id extends OperationId>(operation: Id, url: string): ParametersOf<Id> {
  const at = url.indexOf('?')
  if (at === -1 && queries[operation] === NoParameters) return {} as ParametersOf<Id>
  return parseParameters(operation, at === -1 ? '' : url.slice(at))
}

interface PathParameters extends Readonly<Record<OperationId, object>> {
  readonly getProvider: { readonly npi: Npi }
  readonly getLocation: { readonly location_uuid: string }
}

const nothing = () => ({})

const readPath: { readonly [Id in OperationId]: (parts: PathParts) => PathParameters[Id] } = {
  searchProviders: nothing,
  getProvider: ({ npi = '' }) => ({ npi: parseNpi(npi) }),
  searchLocations: nothing,
  getLocation: ({ location_uuid = '' }) => ({ location_uuid: parseLocationUuid(location_uuid) }),
  listRegions: nothing,
  listCarriers: nothing,
  getHealth: nothing,
}
