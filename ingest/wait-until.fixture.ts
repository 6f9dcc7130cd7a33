/** For tests: waits for what another process or server is about to do. */
import { setTimeout } from 'node:timers/promises'

const pauseMs = 10
const looksMax = 2000

/** Looks again and again; gives up after twenty seconds of pauses. */
export async function waitUntil(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (let looks = 0; !(await condition()); looks++) {
    if (looks > looksMax) throw new Error(`It never came about: ${condition.toString()}`)
    await setTimeout(pauseMs)
  }
}
