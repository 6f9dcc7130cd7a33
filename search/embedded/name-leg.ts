/** The name leg: the entities that bear exactly the name asked for. */
import type { FoldedName } from '@careatlas/directory/person-name'
import type { Collection, Query } from '../search-engine.ts'
import { entityOfId } from './entity-id.ts'
import type { EntitySet } from './entity-values.ts'
import type { Segment } from './segment.ts'

/** Ids by exact folded name, legal or other; kept beside the segment because it lives on disk. */
export interface NameIndex {
  npisByName(name: FoldedName): readonly string[]
  locationUuidsByName(name: string): readonly string[]
}

/** The entities of the ids that the segment holds. */
export function entitiesOf(segment: Segment, collection: Collection, ids: readonly string[]): EntitySet {
  const entities = ids.map((id) => entityOfId(collection, segment.columns.id, id))
  const bearers = new Set(entities.filter((entity) => entity !== -1))
  return { size: bearers.size, has: (entity) => bearers.has(entity), keys: () => Uint32Array.from(bearers) }
}

/** Null when the query names nobody. */
export function idsByName(names: NameIndex, { personName, placeName }: Query): readonly string[] | null {
  if (personName !== undefined) return names.npisByName(personName)
  if (placeName !== undefined) return names.locationUuidsByName(placeName)
  return null
}
