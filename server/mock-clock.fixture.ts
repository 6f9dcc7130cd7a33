/** For tests: a clock that is set by hand. */
import { mock, type TestContext } from 'node:test'

/** Stops the clock of this process. The returned function advances it until the end of a test. */
export function mockClock(): (context: TestContext, ms: number) => void {
  const now = Date.now()
  mock.timers.enable({ apis: ['Date'], now })
  return (context, ms) => {
    context.after(() => mock.timers.setTime(now))
    mock.timers.setTime(now + ms)
  }
}
