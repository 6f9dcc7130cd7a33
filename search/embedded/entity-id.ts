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
  return [0, 4, 8, 12].map((at) => bytes.readUInt32BE(at))
}

/** The id at `entity`. */
export function idOfEntity(collection: Collection, ids: Uint32Array, entity: number): string {
  if (collection === 'providers') return String(ids[entity])
  const bytes = Buffer.alloc(16)
  for (const at of [0, 4, 8, 12]) bytes.writeUInt32BE(ids[4 * entity + at / 4]!, at)
  return uuidText(bytes)
}

/** The location with this UUID, or -1. */
export function entityOfUuid(ids: Uint32Array, uuid: string): number {
  const wanted = wordsOfId('locations', uuid)
  const entities = ids.length / wanted.length
  const entity = lowerBound(entities, (at) => compareWords(ids, at, wanted) < 0)
  return entity < entities && compareWords(ids, entity, wanted) === 0 ? entity : -1
}

/** Negative if the id at `entity` sorts before `words`. */
export function compareWords(ids: Uint32Array, entity: number, words: readonly number[]): number {
  for (const [at, word] of words.entries()) {
    const difference = ids[entity * words.length + at]! - word
    if (difference !== 0) return difference
  }
  return 0
}
