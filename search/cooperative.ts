/** Long work in steps, so that a thread that listens can do it and answer requests meanwhile. */
import { setImmediate } from 'node:timers/promises'

/** A step ends at each `yield`. */
export type YieldingTask<Result> = Generator<void, Result>

/** What a request may find itself waiting for, in milliseconds, and one step more. */
const sliceMs = 5

/** A turn of the steps at a time; between two, whatever waits for the thread has its own. */
export async function runYielding<Result>(steps: YieldingTask<Result>): Promise<Result> {
  for (;;) {
    const end = performance.now() + sliceMs
    do {
      const step = steps.next()
      if (step.done === true) return step.value
    } while (performance.now() < end)
    await setImmediate()
  }
}

/** Where nobody waits. */
export function runToCompletion<Result>(steps: YieldingTask<Result>): Result {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}
