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
  /** Presses keys at the focus. */
  press(keys: string): Promise<void>
}

/** Keys, as WebDriver writes them. */
export const [enter, escape, tab, shift] = ['\uE007', '\uE00C', '\uE004', '\uE008']

/** The actions of WebDriver that press keys, one after another; all of them while the first one is held if that is `shift`. */
export function keyActions(keys: string): readonly object[] {
  if (keys.startsWith(shift))
    return [{ type: 'keyDown', value: shift }, ...keyActions(keys.slice(1)), { type: 'keyUp', value: shift }]
  return Array.from(keys).flatMap((value) => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ])
}

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
