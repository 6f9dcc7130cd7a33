/** What is asked of everybody in the benchmark, and who answers. */
import type { LocationSearch, ProviderSearch } from '@careatlas/contract/parameters'
import type { Npi } from '@careatlas/directory/npi'

/** Parameters as a caller sends them; ten cards a page. */
export type Request =
  | { readonly kind: 'card'; readonly npi: Npi }
  | { readonly kind: 'providers'; readonly parameters: Partial<ProviderSearch> }
  | { readonly kind: 'locations'; readonly parameters: Partial<LocationSearch> }

/** The directory, or a peer over the same cards. */
export interface CandidateEngine {
  readonly name: string
  /** What it does otherwise than the directory; empty for the directory. */
  readonly note: string
  /** Whether it has a way to answer at all. */
  readonly answers: (request: Request) => boolean
  readonly answer: (request: Request) => Promise<Answer>
}

/** What would be sent, and how many cards it holds. */
export interface Answer {
  readonly json: string
  readonly hits: number
}

/** The answer of a peer: cards that were JSON before. */
export function pageOfCards(rows: readonly { readonly card: string }[]): Answer {
  return { json: `[${rows.map(({ card }) => card).join()}]`, hits: rows.length }
}
