/** The typed parameters of an operation, those of its path included. */
import { NoParameters, type OperationId, type ParametersOf, queries } from '@careatlas/contract/parameters'
import {
  type ParameterValues,
  parseLocationUuid,
  validateParameters,
} from '@careatlas/contract/parse-parameters'
import { type Npi, parseNpi } from '@careatlas/directory/npi'

export type Parameters<Id extends OperationId> = ParametersOf<Id> & PathParameters[Id]

interface PathParameters extends Readonly<Record<OperationId, object>> {
  readonly getProvider: { readonly npi: Npi }
  readonly getLocation: { readonly location_uuid: string }
}

/**
 * Validates the values of one object, as MCP and the chat send them.
 * @throws ApiError as `validateParameters` does, and `invalid_npi`
 */
export function validateOperation<Id extends OperationId>(
  operation: Id,
  values: ParameterValues,
): Parameters<Id> {
  const names: readonly string[] = pathNames[operation] ?? []
  const rest = Object.entries(values).filter(([name]) => !names.includes(name))
  const path = Object.fromEntries(names.map((name) => [name, textOf(values[name])]))
  return { ...validatePath(operation, path), ...validateParameters(operation, Object.fromEntries(rest)) }
}

/** Any value that is not text is invalid as part of a path. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? '')
}

/** @throws ApiError `invalid_npi`, `invalid_parameter` */
export function validatePath<Id extends OperationId>(operation: Id, parts: PathParts): PathParameters[Id] {
  return pathReaders[operation](parts)
}

/** Whether an operation has query parameters at all. */
export function hasQuery(operation: OperationId): boolean {
  return queries[operation] !== NoParameters
}

/** The decoded parts of a path, by their names in the contract. */
export type PathParts = Readonly<Record<string, string>>

const pathNames: Readonly<Partial<Record<OperationId, readonly string[]>>> = {
  getProvider: ['npi'],
  getLocation: ['location_uuid'],
}

const none = () => ({})

const pathReaders: { readonly [Id in OperationId]: (parts: PathParts) => PathParameters[Id] } = {
  searchProviders: none,
  getProvider: ({ npi = '' }) => ({ npi: parseNpi(npi) }),
  searchLocations: none,
  getLocation: ({ location_uuid = '' }) => ({ location_uuid: parseLocationUuid(location_uuid) }),
  listRegions: none,
  listCarriers: none,
  getHealth: none,
}
