/** Estimates how long a search takes, before it runs. */
import type { Query } from '../search-engine.ts'
import { countAround } from './geo-candidates.ts'
import { postingsFor } from './postings.ts'
import type { Segment } from './segment.ts'

/**
 * Whether the search reads at most `entitiesMax` entities. A name, whose clinicians the database finds, and a comparison with the
 * vectors of profiles may take long for few entities, as may a filter by carriers without a position.
 */
export function isShortSearch(segment: Segment, query: Query, entitiesMax: number): boolean {
  const { text, position, carriers, personName, placeName } = query
  if (personName !== undefined || placeName !== undefined) return false
  if (position === undefined && carriers !== undefined) return false
  if (text !== undefined && (text.vector !== null || text.person !== null)) return false
  const near = position === undefined ? 0 : countAround(segment, position)
  return near <= entitiesMax && near + countPostings(segment, text) <= entitiesMax
}

function countPostings(segment: Segment, text: Query['text']): number {
  if (text === undefined) return 0
  return postingsFor(segment, text.terms).lists.reduce((sum, { entities }) => sum + entities.length, 0)
}
