/** For tests: accessibility and layout checks of a page, with screenshots. */
import assert from 'node:assert/strict'
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import type { DrivenPage } from './driven-page.fixture.ts'

/** The width of a small phone. */
const phone = { width: 360, height: 740 }

const screenshotFolder = process.env['PICTURES_DIR']

// WCAG 2.2, 2.5.8: axe-core does not check the size of targets by default. The places of pins on a map are essential, so they may
// be too close to each other.
const inspection = "axe.run(document, { rules: { 'target-size': { enabled: true } } })"

/** The violations that axe-core finds, each with its elements. */
export async function findProblems(page: Page): Promise<readonly unknown[]> {
  return describeProblems(await page.evaluate(`${axe.source}; ${inspection}`))
}

// Ends the transitions of the page and of its shadow roots, because axe-core measures the contrast of a half-faded text as it is.
const transitions = `[document, ...[...document.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? [])]
  .flatMap((root) => root.getAnimations()).filter(({ effect }) => effect.getComputedTiming().endTime < Infinity)`

/** As `findProblems`, in a browser that Playwright cannot drive, after the transitions of the page. */
export async function findDrivenProblems(page: DrivenPage): Promise<readonly unknown[]> {
  const body = `${axe.source}; ${transitions}.forEach((animation) => animation.finish())
    const { violations } = await ${inspection}; return { violations }`
  return describeProblems((await page.evaluate(body)) as axe.AxeResults)
}

function describeProblems({ violations }: Pick<axe.AxeResults, 'violations'>): readonly unknown[] {
  return violations
    .map(({ id, nodes }) => [id, nodes.map(({ html }) => html)] as const)
    .filter(
      ([id, elements]) => id !== 'target-size' || !elements.every((html) => html.includes('class="pin"')),
    )
}

/** Options for `observe`: the narrowest screen that a page must fit, in dark mode. */
export const narrowPhone = { viewport: { width: 320, height: 640 }, colorScheme: 'dark' } as const

/** Asserts that a page fits `narrowPhone`, on which it is open, and that axe-core finds no problem. */
export async function inspectNarrowPhone(page: Page): Promise<void> {
  const width = await page.evaluate<number>('document.documentElement.scrollWidth')
  assert.equal(width, narrowPhone.viewport.width)
  assert.deepEqual(await findProblems(page), [])
}

/** Asserts that axe-core finds no problem and that the page fits a phone. Takes screenshots in light and dark mode and on a phone. */
export async function inspectPage(page: Page, name: string): Promise<void> {
  assert.deepEqual(await findProblems(page), [])
  const size = page.viewportSize()
  await page.setViewportSize(phone)
  const widest = await page.evaluate<number>('document.documentElement.scrollWidth')
  assert.ok(widest <= phone.width, `${name} is ${widest} wide`)
  if (size) await page.setViewportSize(size)
  if (screenshotFolder === undefined) return
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.screenshot({ path: `${screenshotFolder}/${name}-${colorScheme}.png`, fullPage: true })
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize(phone)
  await page.screenshot({ path: `${screenshotFolder}/${name}-phone.png`, fullPage: true })
  if (size) await page.setViewportSize(size)
}
