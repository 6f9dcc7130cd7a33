/** What an operation needs and what it returns. */
import type { SearchOptions } from '@careatlas/search/search-context'
import type { LoadedSnapshot } from '../snapshots/loaded-snapshot.ts'

export interface OperationOptions extends SearchOptions {
  readonly directory: LoadedSnapshot
  /** Whether `getHealth` reports `degraded`. */
  readonly degraded: boolean
}

export type OperationResult = Answer | Moved

export interface Answer {
  readonly json: string
  /** Whether the same request has the same answer until the next snapshot; false while the embedder fails. */
  readonly cacheable: boolean
}

/** The place has another identifier now; REST answers with a permanent redirect. */
export interface Moved {
  /** A `location_uuid`. */
  readonly movedTo: string
}
