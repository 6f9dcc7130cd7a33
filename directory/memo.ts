/** Results of a function of one text, kept because the registry repeats the names of people and towns. */

/** About 5 MB of names for each function and thread. */
const entriesMax = 50_000

/** The same function of a text, with a cache that is emptied when it is full. */
export function memo<Result>(compute: (text: string) => Result): (text: string) => Result {
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
