/** Ids as 32-bit words: an NPI is one number below 2³², a UUID four words, most significant first. */
import type { Collection } from '../search-engine.ts'

export const wordsPerId = { providers: 1, locations: 4 } as const satisfies Record<Collection, number>

/** The words sort as the ids do. Throws RangeError for what is neither an NPI nor a lower-case UUID. */
export function wordsOfId(collection: Collection, id: string): number[] {
  if (collection === 'providers') {
    if (!/^[12]\d{9}$/.test(id)) throw new RangeError(`${JSON.stringify(id)} is not an NPI`)
    return [Number(id)]
  }
  if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(id)) {
    throw new RangeError(`${JSON.stringify(id)} is not a lower-case UUID`)
  }
  const digits = id.replaceAll('-', '')
  return [0, 8, 16, 24].map((at) => Number.parseInt(digits.slice(at, at + 8), 16))
}

/** The id that the words of `ids` at `entity` stand for. */
export function idOfEntity(collection: Collection, ids: Uint32Array, entity: number): string {
  if (collection === 'providers') return String(ids[entity])
  const words = ids.subarray(4 * entity, 4 * entity + 4)
  const digits = Array.from(words, (word) => word.toString(16).padStart(8, '0')).join('')
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** The entity with this id, or -1. */
export function entityOfId(collection: Collection, ids: Uint32Array, id: string): number {
  const wanted = wordsOfId(collection, id)
  let low = 0
  let high = ids.length / wanted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const order = compareWords(ids, middle, wanted)
    if (order === 0) return middle
    if (order < 0) low = middle + 1
    else high = middle
  }
  return -1
}

/** Negative when the id at `entity` sorts before `words`. */
export function compareWords(ids: Uint32Array, entity: number, words: readonly number[]): number {
  for (const [at, word] of words.entries()) {
    const difference = ids[entity * words.length + at]! - word
    if (difference !== 0) return difference
  }
  return 0
}
