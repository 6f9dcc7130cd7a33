/** What a first visit transfers, and when the largest part of the page is drawn. */
import { median } from '../median.ts'
import { type Browser, limitNetwork, openPhone, slowDown } from './conditions.ts'
import { searchPath } from './paths.ts'

export interface Loading {
  readonly kilobytes: number
  readonly requests: number
  /** Largest contentful paint. */
  readonly paintMs: number
}

const observePaint = `new PerformanceObserver((list) => {
  for (const { startTime } of list.getEntries()) window.paintMs = startTime
}).observe({ type: 'largest-contentful-paint', buffered: true })`

/** The policy of the pages forbids the polling of Playwright. */
const readPaint = `new Promise((resolve) => {
  const poll = () => window.paintMs > 0 ? resolve(window.paintMs) : setTimeout(poll, 50)
  poll()
})`

/** Loads the page once per round, each time with an empty cache. */
export async function measureLoading(browser: Browser, address: string, rounds: number): Promise<Loading> {
  const paints: number[] = []
  let transferred = { kilobytes: 0, requests: 0 }
  for (let round = 0; round < rounds; round++) {
    await using observed = await openPhone(browser, observePaint)
    const { page } = observed
    await slowDown(page)
    await limitNetwork(page)
    await page.goto(address, { waitUntil: 'networkidle' })
    paints.push(await page.evaluate<number>(readPaint))
    const requests = observed.requests.filter((url) => !url.startsWith('data:')).length
    transferred = { kilobytes: observed.bytes() / 1000, requests }
  }
  return { ...transferred, paintMs: median(paints) }
}

const isMap = (address: string) => /\/assets\/(?:map|state-borders)\.|\/map\/towns\?/.test(address)

/** What the map adds when it is shown. */
export async function measureMap(browser: Browser, url: string) {
  await using observed = await openPhone(browser, '')
  const { page, requests } = observed
  await page.goto(url + searchPath, { waitUntil: 'networkidle' })
  const before = requests.filter(isMap).length
  const bytesBefore = observed.bytes()
  // The towns are requested last, when the map has stopped moving.
  const towns = page.waitForResponse(/\/map\/towns\?/)
  await page.locator('#show-map').click()
  await page.locator('.map .land[d^="M"]').waitFor()
  await (await towns).finished()
  return {
    before,
    requests: requests.filter(isMap).length,
    kilobytes: (observed.bytes() - bytesBefore) / 1000,
  }
}
