/** Another engine over the same cards, in files of its own until it is disposed. */
import type { Contender } from './candidate-engine.ts'

export interface Peer extends AsyncDisposable {
  /** More than one where there is more than one advised way to ask. */
  readonly contenders: readonly Contender[]
}

/** Where a peer takes its cards and itself from. */
export interface PeerSource {
  readonly snapshotFolder: string
  /** Holds the `node_modules` with its package. */
  readonly packagesFolder: string
}

/** Null where it is not installed. */
export type OpenPeer = (source: PeerSource) => Promise<Peer | null>
