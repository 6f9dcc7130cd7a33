/** What a search needs: the cards of one generation, and the engine over the same generation. */
import type { Snapshot } from '@careatlas/directory/snapshot/snapshot'
import type { Deadline } from './deadline.ts'
import type { Contacts } from './notices.ts'
import type { SearchEngine } from './search-engine.ts'
import type { QueryResources } from './query/query-resources.ts'

/** The part of a snapshot that the search pipeline reads. */
export type CardReader = Pick<Snapshot, 'manifest' | 'carriers' | 'regions' | 'cards' | 'registryStatus'> & {
  readonly suggestions: Pick<Snapshot['suggestions'], 'cliniciansByCode'>
}

/** Each request uses one search context from start to end, so that it reads exactly one generation. */
export interface SearchContext {
  readonly snapshot: CardReader
  readonly engine: SearchEngine
  /** The resources that `q` is parsed with. */
  readonly resources: QueryResources
}

export interface SearchOptions extends Deadline {
  /** The maximum size of the uncompressed JSON (see `truncate.ts`). */
  readonly budgetBytes: number
  /** The phone numbers in notices; those of the United States by default. */
  readonly contacts?: Contacts
  /** Whether a place that `q` names becomes the position; true by default. */
  readonly resolvePlaces?: boolean
}
