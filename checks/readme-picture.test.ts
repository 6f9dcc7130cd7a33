/** The picture of the demo in the README: a search of the fictional region, in light and dark mode. */
import assert from 'node:assert/strict'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { Installation } from '@careatlas/bin/command.fixture'
import { publishDemoRegion } from '@careatlas/bin/demo-region.fixture'
import { LoggedServer } from '@careatlas/server/logged-server.fixture'
import { openChromium } from './chromium.fixture.ts'

const root = join(import.meta.dirname, '..')
const chromium = await openChromium()
after(() => chromium?.close())
const skip = chromium === null && 'Chromium is not installed; installing it requires root and apt-get'

const readme = readFileSync(join(root, 'README.md'), 'utf8')
const pictureBytesMax = 150_000
const viewport = { width: 1120, height: 1080 }
const search = new URLSearchParams({ q: 'female heart doctor who speaks Spanish', place: '02860' })
const pictures = { light: 'docs/demo-light.png', dark: 'docs/demo-dark.png' } as const

test('the README shows both pictures, with alternative text', () => {
  const picture = /<picture>[^]*?<\/picture>/.exec(readme)?.[0] ?? ''
  assert.match(
    picture,
    new RegExp(`<source media="\\(prefers-color-scheme: dark\\)" srcset="${pictures.dark}">`),
  )
  assert.match(picture, new RegExp(`<img src="${pictures.light}" width="\\d+" alt="[^"]{40,}">`))
  for (const file of Object.values(pictures)) {
    const { size } = statSync(join(root, file))
    assert.ok(size > 20_000 && size <= pictureBytesMax, `${file} has ${size} bytes`)
  }
})

// `PICTURES_DIR=docs` replaces the pictures of the README.
test('the search of the picture has results in the fictional region', { skip }, async () => {
  using installation = new Installation()
  await publishDemoRegion(installation.dataDir)
  await using server = await LoggedServer.start(installation.dataDir)
  for (const colorScheme of ['light', 'dark'] as const) {
    await using context = await chromium!.newContext({ viewport, colorScheme })
    const page = await context.newPage()
    await page.goto(`${server.url}/demo?${search.toString()}`)
    await page.getByRole('link', { name: 'Remove: Speaks Spanish' }).waitFor()
    await page.locator('#results .result').nth(1).waitFor()
    const image = await page.screenshot()
    assert.ok(image.length <= pictureBytesMax, `${image.length} bytes`)
    const folder = process.env['PICTURES_DIR']
    if (folder !== undefined) writeFileSync(join(folder, `demo-${colorScheme}.png`), image)
  }
})
