/**
 * The first places of a search by relevance. If several fields compete, each has one of these places, because the field that
 * scores best may be the wrong one.
 */

/** The number of places that competing groups of codes share. */
export const firstPlaces = 5

/**
 * A group competes if its best hit has at least this share of the best score. Chosen on the first 500 questions and halves (a);
 * `docs/decisions/0056-first-places-and-scores.md` shows other values.
 */
export const competingMin = 0.82

/**
 * Moves hits forward so that each leader has one of the first places; everything else keeps its order, also among the first places.
 * `ordered` are the first hits of the total order, at least `firstPlaces` if there are so many. `leaders` are the best hits of each
 * competing group, in the same order.
 */
export function arrangeFirstPlaces<Hit>(
  ordered: readonly Hit[],
  leaders: readonly Hit[],
  order: (a: Hit, b: Hit) => number,
): readonly Hit[] {
  if (leaders.length < 2) return ordered
  const placed = new Set(leaders.slice(0, firstPlaces))
  for (const hit of ordered) {
    if (placed.size === firstPlaces) break
    placed.add(hit)
  }
  return [...[...placed].toSorted(order), ...ordered.filter((hit) => !placed.has(hit))]
}
