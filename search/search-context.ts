/** What a search runs over: the cards of one generation and the engine over the same generation. */
import type { Snapshot } from '@careatlas/directory/snapshot/snapshot'
import type { Deadline } from './deadline.ts'
import type { SearchEngine } from './search-engine.ts'
import type { QueryResources } from './query/query-resources.ts'

/** The part of a snapshot that the search story reads. */
export type CardReader = Pick<Snapshot, 'manifest' | 'carriers' | 'providerCard' | 'locationCard'>

/** A request holds one of these from start to end, so that it sees exactly one generation. */
export interface SearchContext {
  readonly snapshot: CardReader
  readonly engine: SearchEngine
  /** What questions are read with. */
  readonly resources: QueryResources
}

export interface SearchOptions extends Deadline {
  /** Most bytes of uncompressed JSON in the answer (see `fit.ts`). */
  readonly budgetBytes: number
  /** Whether a place that `q` names becomes the position; true unless given. */
  readonly resolvePlaces?: boolean
}
