/** What a long conversation costs the browser: memory, and the longest task while the user reads it. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { type Browser, type Page, slowDown } from '../pages/conditions.ts'
import type { PartnerSite } from './partner-site.ts'

export interface Memory {
  readonly what: string
  readonly heapMiB: number
  readonly nodes: number
  readonly processMiB: number
}

export interface LongConversation {
  readonly messages: number
  readonly memory: readonly Memory[]
  /** The longest task of the main thread, with a slow processor. */
  readonly scrollTaskMs: number
  readonly earlierTaskMs: number
}

const reader = 'reader'

/** A page of messages, as the service sends it; the last one may be shorter. */
const pageMessages = 50

/** The service accepts 20 messages a minute from each connection. */
const messagesPerConnection = 20

const questions = [
  'heart doctor near 02903 who takes medicare',
  'family doctor in Providence who speaks Spanish',
  'a dentist near 02906',
  'someone to talk to about my anxiety',
  'urgent care near 02903',
]

/** @param messageCount questions and answers together */
export async function measureLongConversation(
  browser: Browser,
  site: PartnerSite,
  messageCount: number,
): Promise<LongConversation> {
  await converse(browser, site, messageCount / 2)
  const page = await site.openPage(browser)
  const memory = [await measureMemory(browser, page, 'page without a chat')]
  await create(page, site, 'empty')
  memory.push(await measureMemory(browser, page, 'open chat without messages'))
  await page.evaluate('chat.destroy()')
  await create(page, site, reader)
  const earlier = page.getByRole('button', { name: 'Show earlier messages' })
  await earlier.waitFor()
  await entries(page)
    .nth(pageMessages - 1)
    .waitFor({ state: 'attached' })
  // The first evaluation in an element loads a script of Playwright, which would be the longest task.
  await page.locator('[part=transcript]').evaluate((element) => element.tagName)
  await slowDown(page)
  const earlierTaskMs = await measureLongestTask(browser, page, () => loadEarlier(page, messageCount))
  while (await earlier.isVisible()) await loadEarlier(page, messageCount)
  const messages = await countEntries(page)
  memory.push(await measureMemory(browser, page, `open chat with ${messages} messages`))
  const scrollTaskMs = await measureLongestTask(browser, page, () => scrollThrough(page))
  await page.close()
  return { messages, memory, scrollTaskMs, earlierTaskMs }
}

/** Asks questions of the service, which answers with cards. */
async function converse(browser: Browser, site: PartnerSite, count: number): Promise<void> {
  const page = await site.openPage(browser)
  for (let asked = 0; asked < count; asked += 1) {
    if (asked % messagesPerConnection === 0) {
      await page.reload()
      await create(page, site, reader)
    }
    await page.evaluate(`new Promise((resolve, reject) => {
      const onMessage = ({ role }) => {
        if (role !== 'assistant') return
        chat.off('message', onMessage)
        resolve()
      }
      chat.on('message', onMessage)
      chat.on('error', ({ code }) => reject(new Error(code)))
      chat.sendMessage(${JSON.stringify(questions[asked % questions.length])})
    })`)
  }
  await page.close()
}

async function create(page: Page, site: PartnerSite, user: string): Promise<void> {
  await page.evaluate(`import(${JSON.stringify(site.module)}).then(async ({ createServiceChat }) => {
    globalThis.chat = createServiceChat(${await site.writeOptions(user)})
    chat.open()
    await new Promise((resolve) => chat.on('ready', resolve))
  })`)
}

const entries = (page: Page) => page.locator('[part~=entry]:not([part~=pending-answer])')
const countEntries = (page: Page) => entries(page).count()

/** Shows a page of earlier messages, until its frames are over. */
async function loadEarlier(page: Page, messageCount: number): Promise<void> {
  const count = Math.min((await countEntries(page)) + pageMessages, messageCount)
  await page.getByRole('button', { name: 'Show earlier messages' }).click()
  await entries(page)
    .nth(count - 1)
    .waitFor({ state: 'attached' })
}

const turnsMax = 5000

/** From the end to the beginning and back, with the wheel. */
async function scrollThrough(page: Page): Promise<void> {
  const scroller = page.locator('[part=transcript]')
  await scroller.hover()
  const isAt = (edge: 'start' | 'end') =>
    scroller.evaluate(
      (element, wanted) =>
        wanted === 'start'
          ? element.scrollTop === 0
          : element.scrollTop + element.clientHeight >= element.scrollHeight - 1,
      edge,
    )
  await scroller.evaluate((element) => element.scrollTo({ top: element.scrollHeight }))
  for (let turn = 0; turn < turnsMax && !(await isAt('start')); turn += 1) await page.mouse.wheel(0, -400)
  assert.ok(await isAt('start'))
  for (let turn = 0; turn < turnsMax && !(await isAt('end')); turn += 1) await page.mouse.wheel(0, 400)
  assert.ok(await isAt('end'))
}

interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  /** Microseconds of the processor. */
  readonly tdur?: number
  readonly args?: { readonly name?: string }
}

/** The longest task of the main thread of a page, in milliseconds of the processor: other programs do not count. */
async function measureLongestTask(browser: Browser, page: Page, act: () => Promise<void>): Promise<number> {
  await browser.startTracing(page, { categories: ['disabled-by-default-devtools.timeline'] })
  await act()
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    readonly traceEvents: readonly TraceEvent[]
  }
  const thread = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`
  const mainThreads = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(thread),
  )
  const tasks = traceEvents.filter((event) => event.name === 'RunTask' && mainThreads.has(thread(event)))
  if (tasks.length === 0) throw new Error('Chromium has recorded no task')
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1000
}

/** After a garbage collection. */
async function measureMemory(browser: Browser, page: Page, what: string): Promise<Memory> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  const { nodes } = await session.send('Memory.getDOMCounters')
  await session.detach()
  return { what, heapMiB: usedSize / 2 ** 20, nodes, processMiB: await measureRenderers(browser) }
}

/** The memory of all processes that render pages, without mapped files. */
async function measureRenderers(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  return processInfo
    .filter(({ type }) => type === 'renderer')
    .map(({ id }) => /^RssAnon:\s+(\d+) kB/m.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1])
    .reduce((sum, kibibytes = '0') => sum + Number(kibibytes) / 1024, 0)
}
