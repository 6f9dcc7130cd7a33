/** Ids as 32-bit words: an NPI is one number below 2³², a UUID four words, most significant first. */
import { npiPattern } from '@careatlas/contract/npi-pattern'
import { uuidBytes, uuidText } from '@careatlas/directory/snapshot/uuid-bytes'
import type { Collection } from '../search-engine.ts'
import { lowerBound } from './binary-search.ts'

/** Words per id. */
export const wordsPerId = { providers: 1, locations: 4 } as const satisfies Record<Collection, number>

/** The words sort like the ids. Throws RangeError unless `id` is an NPI or a lower-case UUID. */
export function wordsOfId(collection: Collection, id: string): number[] {
  if (collection === 'providers') {
    if (!npiPattern.test(id)) throw new RangeError(`${JSON.stringify(id)} is not an NPI`)
    return [Number(id)]
  }
  if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(id)) {
    throw new RangeError(`${JSON.stringify(id)} is not a lower-case UUID`)
  }
  const bytes = Buffer.from(uuidBytes(id))
  return [0, 4, 8, 12].map((offset) => bytes.readUInt32BE(offset))
}

/** The id of the entity with this number. */
export function idOfEntity(collection: Collection, ids: Uint32Array, entity: number): string {
  if (collection === 'providers') return String(ids[entity])
  const bytes = Buffer.alloc(16)
  for (const offset of [0, 4, 8, 12]) bytes.writeUInt32BE(ids[4 * entity + offset / 4]!, offset)
  return uuidText(bytes)
}

/** The number of the location with this UUID, or -1. */
export function entityOfUuid(ids: Uint32Array, uuid: string): number {
  const words = wordsOfId('locations', uuid)
  const entities = ids.length / words.length
  const entity = lowerBound(entities, (other) => compareWords(ids, other, words) < 0)
  return entity < entities && compareWords(ids, entity, words) === 0 ? entity : -1
}

/** Negative if the id of the entity sorts before `words`. */
export function compareWords(ids: Uint32Array, entity: number, words: readonly number[]): number {
  for (const [index, word] of words.entries()) {
    const difference = ids[entity * words.length + index]! - word
    if (difference !== 0) return difference
  }
  return 0
}
