/** The interface between searches and engines: an interpreted query in, ranked ids out. */
import type { Sort } from '@careatlas/contract/envelopes'
import type { FoldedName } from '@careatlas/directory/person-name'
import type { Deadline } from './deadline.ts'
import type { TextQuery } from './relevance.ts'

/** What is searched: clinicians by NPI, or places of care by `location_uuid`. */
export type Collection = 'providers' | 'locations'

/** Conditions are joined by AND; an absent condition does not filter. A query has at least a text, a name or a position. */
export interface Query {
  readonly collection: Collection
  /** The parsed `q`. */
  readonly text?: TextQuery
  /**
   * Each given part must equal the same part of the legal name or of one other name; a middle name of one letter is an initial
   * and matches every middle name that starts with it.
   */
  readonly personName?: FoldedName
  /** Folded name of an organization or site; locations only. */
  readonly placeName?: string
  readonly position?: { readonly lat: number; readonly lng: number; readonly radiusMiles: number }
  /** Normalized codes, of which a clinician needs at least one; providers only. */
  readonly carriers?: readonly string[]
  readonly sort: Sort
  /** Hits with a text below this threshold are withheld. */
  readonly threshold: ScoreThreshold
}

/** A hit is returned if its score reaches both `min` and the share `minOfTop` of the best score among the hits. */
export interface ScoreThreshold {
  readonly min: number
  readonly minOfTop: number
}

/** The part of the total order to return: positions `offset` … `offset + limit - 1`. */
export interface PageRange {
  readonly offset: number
  readonly limit: number
}

export interface Hit {
  /** NPI or `location_uuid`. */
  readonly id: string
  /** The relevance, 0 to 1, with a text, else null; responses have the calibrated one (see `score-calibration.ts`). */
  readonly score: number | null
  /** Great-circle miles to the nearest active practice location, null without a position. */
  readonly distanceMiles: number | null
}

export interface Matches {
  readonly hits: readonly Hit[]
  /** Exact size of a filtered set without text; null with a text. */
  readonly total: number | null
  /** Whether more hits follow the range. */
  readonly hasMore: boolean
  /** Whether the threshold withheld at least one candidate. */
  readonly filtered: boolean
}

/**
 * Every engine has the same total order: by `relevance`, then by distance if a position is given, except for the first places that
 * competing groups of codes share (see `first-places.ts`); by `distance`, with persons
 * without a clinician's code last (see `isNonClinician`); or by `name` (last, first, middle for clinicians). Ids break ties.
 */
export interface SearchEngine extends AsyncDisposable {
  /** Rejects with `timeout` if the deadline passes before the search begins, with `unavailable` if too many searches wait. */
  match(query: Query, range: PageRange, deadline?: Deadline): Promise<Matches>
}
