/** What an endpoint of the REST interface is: a request read once, and the text that answers it. */
import { DirectoryError } from '@careatlas/contract/errors'
import type { FastifyRequest } from 'fastify'
import type { Generation } from '../generation.ts'

/** A request that was read; it may turn out to be answered by a 304 alone. */
export interface Question {
  /** One text for all spellings of the same request, see `etag.ts` of the search. */
  readonly canonical: string
  /** The JSON of the answer from this generation, or a refusal thrown. */
  answer(generation: Generation, bounds: AnswerBounds): string | Buffer | Promise<string>
}

export interface AnswerBounds {
  /** Most bytes of uncompressed JSON on a search page. */
  readonly budgetBytes: number
  /** Aborted when the time budget of a search is used up. */
  readonly deadline: AbortSignal
}

/** Reads a request; throws the refusals of the contract. */
export type Endpoint = (request: FastifyRequest) => Question

/** The query string as it was sent, with its `?`. */
export function searchOf({ url = '' }: { readonly url?: string | undefined }): string {
  const at = url.indexOf('?')
  return at === -1 ? '' : url.slice(at)
}

/** One part of the path, decoded. Throws `not_found` when it is empty: the router lets `/v1/providers/` through. */
export function pathPart({ params, url }: FastifyRequest, name: string): string {
  const parts: unknown = params
  const part = String(Object(parts)[name])
  if (part === '') throw new DirectoryError('not_found', `${url.split('?', 1)[0]} is not an address here.`)
  return part
}
