/** Caches the results of a function of one text, because the registry repeats the names of people and towns, or of one object. */

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

/** Wraps a function with a cache of its last result. */
export function memoizeLast<Result>(compute: (text: string) => Result): (text: string) => Result {
  let last: { readonly text: string; readonly result: Result } | null = null
  return (text) => {
    if (last?.text !== text) last = { text, result: compute(text) }
    return last.result
  }
}

/** Wraps a function with a cache that keeps each result as long as its object, which must not change. */
export function memoizeByObject<Value extends object, Result>(
  compute: (value: Value) => Result,
): (value: Value) => Result {
  const cache = new WeakMap<Value, { readonly result: Result }>()
  return (value) => {
    let cached = cache.get(value)
    if (cached === undefined) {
      cached = { result: compute(value) }
      cache.set(value, cached)
    }
    return cached.result
  }
}
