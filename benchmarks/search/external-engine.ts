/** Another engine with the same cards, in temporary files until it is disposed. */
import type { CandidateEngine } from './candidate-engine.ts'

export interface ExternalEngine extends AsyncDisposable {
  /** Several if the documentation recommends several kinds of queries. */
  readonly candidates: readonly CandidateEngine[]
}

/** The source of the cards and of the package. */
export interface ExternalEngineSource {
  readonly snapshotFolder: string
  /** The folder of `node_modules` with its package. */
  readonly packagesFolder: string
}

/** Indexes the cards; resolves with null if the engine is not installed. */
export type OpenExternalEngine = (source: ExternalEngineSource) => Promise<ExternalEngine | null>
