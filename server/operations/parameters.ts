/** The typed parameters of an operation, including those in its path. */
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
 * Validates path and query parameters in one object, for a transport without paths. REST, the only transport so far, uses
 * `validatePath` instead; `operation.suite.ts` tests both.
 * @throws ApiError as `validateParameters` does, and `invalid_npi`
 */
export function validateOperation<Id extends OperationId>(
  operation: Id,
  values: ParameterValues,
): Parameters<Id> {
  const pathParameters: readonly string[] = pathParameterNames[operation] ?? []
  const rest = Object.entries(values).filter(([name]) => !pathParameters.includes(name))
  const path = Object.fromEntries(pathParameters.map((name) => [name, toText(values[name])]))
  return { ...validatePath(operation, path), ...validateParameters(operation, Object.fromEntries(rest)) }
}

/** Serializes a value that is not a string, so that the parser of the path rejects it. */
function toText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? '')
}

/** @throws ApiError `invalid_npi`, `invalid_parameter` */
export function validatePath<Id extends OperationId>(operation: Id, parts: PathParts): PathParameters[Id] {
  return pathParsers[operation](parts)
}

/** Whether an operation has query parameters. */
export function hasQuery(operation: OperationId): boolean {
  return queries[operation] !== NoParameters
}

/** The decoded parts of a path, by their names in the contract. */
export type PathParts = Readonly<Record<string, string>>

const pathParameterNames: Readonly<Partial<Record<OperationId, readonly string[]>>> = {
  getProvider: ['npi'],
  getLocation: ['location_uuid'],
}

const parseNothing = () => ({})

const pathParsers: { readonly [Id in OperationId]: (parts: PathParts) => PathParameters[Id] } = {
  searchProviders: parseNothing,
  getProvider: ({ npi = '' }) => ({ npi: parseNpi(npi) }),
  searchLocations: parseNothing,
  getLocation: ({ location_uuid = '' }) => ({ location_uuid: parseLocationUuid(location_uuid) }),
  listRegions: parseNothing,
  listCarriers: parseNothing,
  suggest: parseNothing,
  getHealth: parseNothing,
}
