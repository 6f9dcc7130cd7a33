/** For tests: waits for a condition that another process or server fulfills. */
import { setTimeout } from 'node:timers/promises'

const pauseMs = 10
const attemptsMax = 2000

/** Checks the condition repeatedly, for at most twenty seconds. */
export async function waitUntil(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (let attempts = 0; !(await condition()); attempts++) {
    if (attempts > attemptsMax) throw new Error(`The condition did not become true: ${condition.toString()}`)
    await setTimeout(pauseMs)
  }
}
