/** For tests: a clock that is set by hand. */
import { mock, type TestContext } from 'node:test'

/** The time at which the clock of this process stopped; test files in one process share it. */
let stoppedAt: number | null = null

/** Stops the clock of this process. The returned function advances it until the end of a test. */
export function mockClock(): (context: TestContext, ms: number) => void {
  const now = (stoppedAt ??= stop())
  return (context, ms) => {
    context.after(() => mock.timers.setTime(now))
    mock.timers.setTime(now + ms)
  }
}

function stop(): number {
  const now = Date.now()
  mock.timers.enable({ apis: ['Date'], now })
  return now
}
