/** The pages that are measured. */
import { type Browser, openPhone } from './conditions.ts'

/** A search that has results in every directory. */
export const searchPath = '/demo?q=nurse'

/** By name; the cards are those of the first result of a search. */
export async function findPaths(browser: Browser, url: string): Promise<ReadonlyMap<string, string>> {
  await using observed = await openPhone(browser, '')
  await observed.page.goto(url + searchPath)
  const result = observed.page.locator('.result').first()
  const readLink = async (selector: string) => (await result.locator(selector).getAttribute('href')) ?? ''
  const [clinician, place] = [await readLink('h3 a'), await readLink('.where a')]
  const npis = await observed.page
    .locator('.result')
    .evaluateAll((items) => items.slice(0, 2).map((item) => item.getAttribute('data-npi')))
  return new Map([
    ['landing', '/'],
    ['demo', '/demo'],
    ['demo with results', searchPath],
    ['clinician', clinician],
    ['place of care', place],
    ['two clinicians compared', `/compare?${npis.map((npi) => `npi=${npi}`).join('&')}`],
    ['API reference', '/docs'],
    ['semantics', '/semantics'],
    ['a guide', '/docs/loading'],
    ['API keys', '/keys'],
  ])
}
