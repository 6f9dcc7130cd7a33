/** An order of training examples that differs in each pass and is the same in each run. */
export function shuffle(order: number[], pass: number): void {
  for (let last = order.length - 1; last > 0; last--) {
    const other = (last * 7919 + pass * 104_729) % (last + 1)
    const moved = order[last]!
    order[last] = order[other]!
    order[other] = moved
  }
}
