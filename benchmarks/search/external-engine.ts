/** Another engine over the same cards, in files of its own until it is disposed. */
import type { CandidateEngine } from './candidate-engine.ts'

export interface ExternalEngine extends AsyncDisposable {
  /** More than one where there is more than one advised way to ask. */
  readonly contenders: readonly CandidateEngine[]
}

/** Where a peer takes its cards and itself from. */
export interface ExternalEngineSource {
  readonly snapshotFolder: string
  /** Holds the `node_modules` with its package. */
  readonly packagesFolder: string
}

/** Null where it is not installed. */
export type OpenExternalEngine = (source: ExternalEngineSource) => Promise<ExternalEngine | null>
