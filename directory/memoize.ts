/** Caches the results of a function of one text, because the registry repeats the names of people and towns. */

/** About 5 MB per function and thread. */
const entriesMax = 50_000

/** Wraps a function with a cache that is cleared when it is full. */
export function memoize<Result>(compute: (text: string) => Result): (text: string) => Result {
  const cache = new Map<string, Result>()
  return (text) => {
    const cached = cache.get(text)
    if (cached !== undefined) return cached
    const result = compute(text)
    if (cache.size >= entriesMax) cache.clear()
    cache.set(text, result)
    return result
  }
}
