/** The precedence of source files, which does not depend on the order in which they are given. */
import type { SourceFile, SourceKind } from '@careatlas/directory/snapshot/format'
import { compareText } from './ordering.ts'

/** Of two files with one date, the later kind takes precedence: the report of deactivations over the registry. */
const kinds: readonly SourceKind[] = [
  'registry',
  'deactivated',
  'secondary_locations',
  'other_names',
  'endpoints',
  'network',
  'clinicians',
  'affiliations',
  'facilities',
  'observations',
]

/** `rankOf[i]` is the index in `ordered` of the file that was read as number `i`. */
export interface SourceOrder {
  readonly ordered: readonly SourceFile[]
  readonly rankOf: readonly number[]
}

/** Sorts by kind, date and name, so that several ingests have the same result as one. */
export function orderSources(sources: readonly SourceFile[]): SourceOrder {
  const order = sources.map((_, index) => index).toSorted((a, b) => compareSources(sources[a]!, sources[b]!))
  const rankOf: number[] = []
  for (const [rank, index] of order.entries()) rankOf[index] = rank
  return { ordered: order.map((index) => sources[index]!), rankOf }
}

function compareSources(a: SourceFile, b: SourceFile): number {
  return (
    kinds.indexOf(a.kind) - kinds.indexOf(b.kind) ||
    compareText(a.as_of ?? '', b.as_of ?? '') ||
    compareText(a.file, b.file)
  )
}
