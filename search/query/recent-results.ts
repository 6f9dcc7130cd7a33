/** Remembers the results for the last texts: several detectors ask for the same ones of a query. */

/** A query has two spellings, each with and without some of its clauses. */
const textsMax = 4

/** Wraps a function with a cache of its results for the last `textsMax` texts. */
export function rememberRecent<Result>(compute: (text: string) => Result): (text: string) => Result {
  const results = new Map<string, { readonly result: Result }>()
  return (text) => {
    const known = results.get(text) ?? { result: compute(text) }
    results.delete(text)
    results.set(text, known)
    if (results.size > textsMax) results.delete(results.keys().next().value!)
    return known.result
  }
}
