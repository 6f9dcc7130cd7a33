/** Cooperative multitasking: long tasks yield, so that the main thread can answer requests meanwhile. */
import { setImmediate } from 'node:timers/promises'

/** A task that yields between its steps. */
export type YieldingTask<Result> = Generator<void, Result>

/** Maximum time between two yields to the event loop, plus one step; it delays requests. */
const sliceMs = 5

/** Runs the task in time slices and yields to the event loop between them. */
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
