/** Cooperative multitasking: long tasks yield, so that the main thread can answer requests in between. */
import { setImmediate } from 'node:timers/promises'

/** A task that yields between its steps. */
export type YieldingTask<Result> = Generator<void, Result>

/** A request waits at most this long, plus one step of the task, before the event loop handles it. */
const sliceMs = 5

/** Runs the task without a pause. */
export function runAtOnce<Result>(task: YieldingTask<Result>): Result {
  for (;;) {
    const step = task.next()
    if (step.done === true) return step.value
  }
}

/** Runs the task in time slices and yields to the event loop between them. */
export async function runYielding<Result>(task: YieldingTask<Result>): Promise<Result> {
  for (;;) {
    const end = performance.now() + sliceMs
    do {
      const step = task.next()
      if (step.done === true) return step.value
    } while (performance.now() < end)
    await setImmediate()
  }
}
