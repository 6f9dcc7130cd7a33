/** How many requests typing in the search box starts, and how many are in flight at a time. */
import { countRequests, type RequestCounts } from '@careatlas/checks/count-requests.fixture'
import { type Browser, limitNetwork, network, openPhone } from './conditions.ts'

const typed = 'heart doctor who'

/** Longer than the pause after which the page asks for suggestions, so that each key starts a request. */
const pauseMs = 250

/** Longer than the pause between two keys, so that each request is replaced before its response. */
const latencyMs = 600

/** Types in the demo with a slow network, and searches before the last suggestions arrive. */
export async function measureTyping(browser: Browser, url: string) {
  await using observed = await openPhone(browser, countRequests)
  const { page } = observed
  await page.goto(`${url}/demo`, { waitUntil: 'networkidle' })
  await limitNetwork(page, { ...network, latencyMs })
  await page.locator('#q').pressSequentially(typed, { delay: pauseMs })
  await page.keyboard.press('Enter')
  await page
    .locator('#results-title')
    .getByText(/Results|No results/)
    .waitFor()
  return { typed, pauseMs, latencyMs, ...(await page.evaluate<RequestCounts>('window.counts')) }
}
