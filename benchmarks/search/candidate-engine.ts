/** The requests and engines of the benchmark. */
import type { LocationSearch, ProviderSearch } from '@careatlas/contract/parameters'
import type { Npi } from '@careatlas/directory/npi'

/** Parameters of a request; ten cards per page. */
export type Request =
  | { readonly kind: 'card'; readonly npi: Npi }
  | { readonly kind: 'providers'; readonly parameters: Partial<ProviderSearch> }
  | { readonly kind: 'locations'; readonly parameters: Partial<LocationSearch> }

/** The directory, or an external engine with the same cards. */
export interface CandidateEngine {
  readonly name: string
  /** The differences from the directory; empty for the directory. */
  readonly note: string
  /** Whether the engine supports the request. */
  readonly supports: (request: Request) => boolean
  readonly respond: (request: Request) => Promise<EngineResponse>
}

/** The response, and its number of cards. */
export interface EngineResponse {
  readonly json: string
  readonly hits: number
}

/** The response of an external engine: cards that it stores as JSON. */
export function toResponse(rows: readonly { readonly card: string }[]): EngineResponse {
  return { json: `[${rows.map(({ card }) => card).join()}]`, hits: rows.length }
}
