/** For tests: waits for a condition that another process or server fulfills. */
import { setTimeout } from 'node:timers/promises'

const pauseMs = 10
const looksMax = 2000

/** Checks the condition repeatedly, for at most twenty seconds. */
export async function waitUntil(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (let looks = 0; !(await condition()); looks++) {
    if (looks > looksMax) throw new Error(`The condition did not become true: ${condition.toString()}`)
    await setTimeout(pauseMs)
  }
}
