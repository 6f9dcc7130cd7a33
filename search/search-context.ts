/** The context of a search: the cards of one generation, and the engine over the same generation. */
import type { Snapshot } from '@careatlas/directory/snapshot/snapshot'
import type { Deadline } from './deadline.ts'
import type { SearchEngine } from './search-engine.ts'
import type { QueryResources } from './query/query-resources.ts'

/** The part of a snapshot that searches read. */
export type CardReader = Pick<Snapshot, 'manifest' | 'carriers' | 'providerCard' | 'locationCard'>

/** A request uses one context from start to end, so that it sees exactly one generation. */
export interface SearchContext {
  readonly snapshot: CardReader
  readonly engine: SearchEngine
  /** The resources for parsing `q`. */
  readonly resources: QueryResources
}

export interface SearchOptions extends Deadline {
  /** Maximum size of the uncompressed JSON response (see `truncate.ts`). */
  readonly budgetBytes: number
  /** Whether a place in `q` becomes the position; default true. */
  readonly resolvePlaces?: boolean
}
