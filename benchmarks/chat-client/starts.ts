/** How long a page waits for the chat: from the request of the script until the user can write, and until the user is signed in. */
import { type Browser, slowDown } from '../pages/conditions.ts'
import type { PartnerSite } from './partner-site.ts'

export interface Start {
  /** Until the dialog is painted with the focus in the composer. */
  readonly composerMs: number
  /** Until `auth.upgraded`. */
  readonly upgradedMs: number
}

/** Each start has empty caches and another user. */
export async function measureStarts(
  browser: Browser,
  site: PartnerSite,
  { rounds, isSlow }: { readonly rounds: number; readonly isSlow: boolean },
): Promise<readonly Start[]> {
  const starts: Start[] = []
  for (let round = 0; round <= rounds; round += 1) {
    const page = await site.openPage(browser)
    const options = await site.writeOptions(`starts-${isSlow}-${round}`)
    if (isSlow) await slowDown(page)
    starts.push(await page.evaluate<Start>(`(${measureStart})('${site.module}', ${options})`))
    await page.close()
  }
  // The first one warms the service up.
  return starts.slice(1)
}

/** Runs in the page. */
const measureStart = `async (module, options) => {
  const start = performance.now()
  const { createServiceChat } = await import(module)
  const chat = createServiceChat(options)
  const upgraded = new Promise((resolve, reject) => {
    chat.on('authchange', (state) => state === 'signed-in' && resolve(performance.now() - start))
    chat.on('error', ({ code }) => reject(new Error(code)))
  })
  chat.open()
  const { shadowRoot } = options.container.firstElementChild
  const frame = () => new Promise(requestAnimationFrame)
  while (!shadowRoot.activeElement?.matches('textarea:enabled')) await frame()
  await frame()
  const composerMs = performance.now() - start
  return { composerMs, upgradedMs: await upgraded }
}`
