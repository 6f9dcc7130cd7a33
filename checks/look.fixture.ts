/** What a person sees of a page, and what would be in somebody's way. */
import assert from 'node:assert/strict'
import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** A folder for pictures of the pages, to be looked at. */
const pictures = process.env['PICTURES_DIR']

/** Nothing that axe-core knows to be in somebody's way; pictures in light, in dark, and on a phone. */
export async function look(page: Page, name: string): Promise<void> {
  const { violations } = await page.evaluate<axe.AxeResults>(`${axe.source}; axe.run(document)`)
  assert.deepEqual(
    violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]),
    [],
  )
  if (pictures === undefined) return
  const size = page.viewportSize()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.screenshot({ path: `${pictures}/${name}-${colorScheme}.png`, fullPage: true })
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 360, height: 740 })
  await page.screenshot({ path: `${pictures}/${name}-phone.png`, fullPage: true })
  if (size) await page.setViewportSize(size)
}
