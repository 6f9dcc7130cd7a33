/** Random sampling without replacement, repeatable by its seed. */

/** `count` distinct whole numbers below `size`, in ascending order (Floyd's method). */
export function drawDistinct(size: number, count: number, seed: number): readonly number[] {
  const random = createRandom(seed)
  const drawn = new Set<number>()
  for (let index = size - count; index < size; index++) {
    const pick = Math.floor(random() * (index + 1))
    drawn.add(drawn.has(pick) ? index : pick)
  }
  return [...drawn].toSorted((a, b) => a - b)
}

/** A generator of numbers in [0, 1) (Mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
