/** Interaction to next paint: how long the page takes to draw after each interaction of a session in the demo. */
import { median } from '../median.ts'
import { type Browser, openPhone, type Page, slowDown } from './conditions.ts'

export interface Interaction {
  readonly name: string
  readonly paintMs: { readonly median: number; readonly maximum: number }
  /** The longest task of the main thread in all rounds; 0: none of at least 50 ms. */
  readonly taskMs: number
  readonly effectMs: number
}

interface Step {
  readonly name: string
  readonly act: (page: Page) => Promise<unknown>
  /** Resolves when the effect is seen. */
  readonly effect: (page: Page) => Promise<unknown>
}

const box = (page: Page) => page.locator('#q')
/** The scripts replace the answer, and with it the mark that a step sets. */
const newAnswer = (page: Page) => page.locator('#answer:not([data-old]):not([aria-busy="true"])').waitFor()

/** Opens what a phone folds after a search. */
const unfold = (page: Page, selector: string) =>
  page.evaluate(`document.querySelector('${selector}').open = true`)

const steps: readonly Step[] = [
  {
    name: 'type `cardiolo`',
    act: (page) => box(page).pressSequentially('cardiolo', { delay: 100 }),
    effect: (page) => page.getByRole('option', { name: /^cardiologist/ }).waitFor(),
  },
  {
    name: 'pick a suggestion',
    act: (page) => page.getByRole('option', { name: /^cardiologist/ }).click(),
    effect: newAnswer,
  },
  {
    name: 'search',
    act: async (page) => {
      await box(page).fill('female nurse who speaks Spanish')
      await box(page).press('Enter')
    },
    effect: newAnswer,
  },
  {
    name: 'remove a chip',
    act: async (page) => {
      await unfold(page, '.understood')
      await page.getByRole('link', { name: 'Remove: Speaks Spanish' }).click()
    },
    effect: newAnswer,
  },
  {
    name: 'open the map',
    act: (page) => page.locator('#show-map').click(),
    effect: (page) => page.locator('.map .land[d^="M"]').waitFor(),
  },
  {
    name: 'move the map',
    act: (page) => page.locator('.map [tabindex]').first().press('ArrowRight'),
    effect: (page) => page.getByRole('button', { name: 'Search this area' }).waitFor(),
  },
  {
    name: 'search with the map open',
    act: (page) => page.getByRole('link', { name: 'Places of care', exact: true }).click(),
    effect: newAnswer,
  },
  {
    name: 'filter by a place',
    act: async (page) => {
      await unfold(page, '#options')
      await page.locator('#place').fill('Houston, TX')
      await page.locator('#place').press('Enter')
    },
    effect: newAnswer,
  },
  {
    name: 'remove the filter of a payer',
    act: async (page) => {
      await page.goto(new URL('/demo?q=nurse&carriers=PLAN0', page.url()).href, { waitUntil: 'networkidle' })
      await markAnswer(page)
      await unfold(page, '.understood')
      await page.getByRole('link', { name: /^Remove: Listed by/ }).click()
    },
    effect: newAnswer,
  },
  {
    name: 'save a clinician',
    act: async (page) => {
      await page.locator('.result h3 a').first().click()
      await page.getByRole('button', { name: 'Save' }).click()
    },
    effect: (page) => page.getByText('Saved in this browser.').waitFor(),
  },
]

const observeEvents = `
window.reset = () => { window.paintMs = 0; window.taskMs = 0 }
window.reset()
new PerformanceObserver((list) => {
  for (const { interactionId, duration } of list.getEntries())
    if (interactionId > 0) window.paintMs = Math.max(window.paintMs, duration)
}).observe({ type: 'event', durationThreshold: 16, buffered: true })
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) window.taskMs = Math.max(window.taskMs, duration)
}).observe({ type: 'longtask', buffered: true })`

/** Entries are reported after the paint that they end with. */
const readTimes = `new Promise((resolve) =>
  requestAnimationFrame(() => requestAnimationFrame(() =>
    setTimeout(() => resolve({ paintMs: window.paintMs, taskMs: window.taskMs }), 200))))`

interface Times {
  readonly paintMs: number
  readonly taskMs: number
}

/** Runs all steps in one session per round, each in a context of its own. */
export async function measureInteractions(
  browser: Browser,
  url: string,
  rounds: number,
): Promise<readonly Interaction[]> {
  const measured = steps.map(() => [] as (Times & { readonly effectMs: number })[])
  for (let round = 0; round < rounds; round++) {
    await using observed = await openPhone(browser, observeEvents)
    const { page } = observed
    await slowDown(page)
    await page.goto(`${url}/demo`, { waitUntil: 'networkidle' })
    for (const [index, step] of steps.entries()) measured[index]!.push(await measureStep(page, step))
  }
  return steps.map(({ name }, index) => summarize(name, measured[index]!))
}

async function measureStep(page: Page, { act, effect }: Step) {
  await markAnswer(page)
  await page.evaluate('window.reset()')
  const start = performance.now()
  await act(page)
  await effect(page)
  const effectMs = performance.now() - start
  return { ...(await page.evaluate<Times>(readTimes)), effectMs }
}

async function markAnswer(page: Page): Promise<void> {
  await page.evaluate(`document.querySelector('#answer')?.setAttribute('data-old', '')`)
}

function summarize(name: string, times: readonly (Times & { readonly effectMs: number })[]): Interaction {
  const paints = times.map(({ paintMs }) => paintMs)
  return {
    name,
    paintMs: { median: median(paints), maximum: Math.max(...paints) },
    taskMs: Math.max(...times.map(({ taskMs }) => taskMs)),
    effectMs: median(times.map(({ effectMs }) => effectMs)),
  }
}
