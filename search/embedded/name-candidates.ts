/** Name candidates: the entities with exactly the requested name, and those with the name in the text. */
import type { Names } from '@careatlas/directory/snapshot/names'
import type { Query } from '../search-engine.ts'
import { lowerBound } from './binary-search.ts'
import { entityOfUuid } from './entity-id.ts'
import type { Segment } from './segment.ts'

/** Ascending and distinct. */
export interface NameCandidates {
  /** Null if no name filters. */
  readonly nameMatches: Uint32Array | null
  /** Empty without a name in the text or without a position, because only distances order clinicians of the same name. */
  readonly named: Uint32Array
}

export function nameCandidates(segment: Segment, query: Query, names: Names): NameCandidates {
  const { text, position } = query
  const person = position === undefined ? null : (text?.person ?? null)
  return {
    nameMatches: findNameMatches(segment, query, names),
    named:
      person === null ? new Uint32Array() : findProviders(segment.columns.id, names.npisByName(person.name)),
  }
}

function findNameMatches(
  { columns }: Segment,
  { personName, placeName }: Query,
  names: Names,
): Uint32Array | null {
  if (personName !== undefined) return findProviders(columns.id, names.npisByName(personName))
  if (placeName !== undefined) return findLocations(columns.id, names.locationUuidsByName(placeName))
  return null
}

/** The name index may contain NPIs that are not in the segment. */
function findProviders(ids: Uint32Array, npis: Uint32Array): Uint32Array {
  const entities = npis.map((npi) => lowerBound(ids.length, (entity) => ids[entity]! < npi))
  return entities.filter((entity, index) => ids[entity] === npis[index])
}

function findLocations(ids: Uint32Array, uuids: readonly string[]): Uint32Array {
  const entities = uuids.map((uuid) => entityOfUuid(ids, uuid))
  return Uint32Array.from(entities.filter((entity) => entity !== -1))
}
