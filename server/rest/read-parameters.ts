/** Parses a REST request: the typed parameters of its path and of its query string. */
import { ApiError } from '@careatlas/contract/errors'
import type { OperationId, ParametersOf } from '@careatlas/contract/parameters'
import { parseParameters } from '@careatlas/contract/parse-parameters'
import type { FastifyRequest } from 'fastify'
import { hasQuery, type Parameters, type PathParts, validatePath } from '../operations/parameters.ts'

export type RestRequest = FastifyRequest<{ Params: PathParts }>

/** @throws ApiError with the codes of `parseParameters`, `invalid_npi`, and `not_found` for a path without its last part */
export function readParameters<Id extends OperationId>(
  operation: Id,
  { url, params }: RestRequest,
): Parameters<Id> {
  // The router also matches `/v1/providers/`.
  if (Object.values(params).includes('')) throw new ApiError('not_found', 'No such address.')
  return { ...validatePath(operation, params), ...readQuery(operation, url) }
}

/** Skips the parser for operations without query parameters: parsing an empty query takes longer than finding a card. */
function readQuery<Id extends OperationId>(operation: Id, url: string): ParametersOf<Id> {
  const queryStart = url.indexOf('?')
  if (queryStart === -1 && !hasQuery(operation)) return {} as ParametersOf<Id>
  return parseParameters(operation, queryStart === -1 ? '' : url.slice(queryStart))
}
