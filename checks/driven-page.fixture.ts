/** For tests: a page in any browser, with the few commands that Chromium, Firefox and WebKit have in common. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
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
  /** Presses and releases the pointer at a point of the window. */
  clickAt(x: number, y: number): Promise<void>
  setOffline(isOffline: boolean): Promise<void>
}

export interface DrivenBrowser {
  readonly name: string
  /** Why the tests cannot run; false if they can. */
  readonly skip: string | false
  readonly open: () => Promise<DrivenPage>
}

/** Tests each case in the same page of a browser, which takes seconds to start. */
export function testInBrowser(
  { name, skip, open }: DrivenBrowser,
  what: string,
  cases: Readonly<Record<string, (page: DrivenPage) => Promise<void>>>,
): void {
  describe(`${what} in ${name}`, { skip }, () => {
    let page: DrivenPage
    before(async () => void (page = await open()))
    after(() => page?.[Symbol.asyncDispose]())
    for (const [guarantee, run] of Object.entries(cases)) test(guarantee, () => run(page))
  })
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

/** The actions of WebDriver that click at a point of the window. */
export function clickActions(x: number, y: number): readonly object[] {
  return [
    { type: 'pointerMove', x, y },
    { type: 'pointerDown', button: 0 },
    { type: 'pointerUp', button: 0 },
  ]
}

/** WebKit without a graphics card needs half a minute for 500 messages. */
const attemptsMax = 1000
const pauseMs = 50

/** Waits until an expression is true in the page. */
export async function waitFor(page: DrivenPage, expression: string): Promise<void> {
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    if (await page.evaluate(`return Boolean(${expression})`)) return
    await pause(pauseMs)
  }
  assert.fail(`not true: ${expression}`)
}
