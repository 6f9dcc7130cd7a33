/** For tests: a page in a browser that Playwright cannot drive. */
import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'

/** Dark, with real input of a pointer and a keyboard. */
export interface DrivenPage extends AsyncDisposable {
  goto(url: string): Promise<void>
  /** Runs the body of an async function; the result must be JSON. */
  evaluate(body: string): Promise<unknown>
  /** Clicks the element of an expression. */
  click(expression: string): Promise<void>
  /** Types into the element of an expression, with keys as WebDriver writes them. */
  type(expression: string, text: string): Promise<void>
}

/** Keys, as WebDriver writes them. */
export const [enter, escape] = ['\uE007', '\uE00C']

const attemptsMax = 300
const pauseMs = 50

/** Waits until an expression is true in the page. */
export async function waitFor(page: DrivenPage, expression: string): Promise<void> {
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    if (await page.evaluate(`return Boolean(${expression})`)) return
    await pause(pauseMs)
  }
  assert.fail(`not true: ${expression}`)
}
