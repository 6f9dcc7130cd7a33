/** A slow phone: its screen, its processor and its network. */
import { type Observed, observe } from '@careatlas/checks/observed-page.fixture'

export type Browser = Parameters<typeof observe>[0]
export type Page = Observed['page']

const viewport = { width: 390, height: 844 }

/** Against this machine, as Lighthouse does for a mid-range phone. */
export const cpuSlowdown = 4

/** That of Lighthouse for a phone ("slow 4G"). */
export const network = { megabitsPerSecond: 1.6, latencyMs: 150 } as const

/** Opens a page with an empty cache. `onStart` runs in each document, before its scripts. */
export async function openPhone(browser: Browser, onStart: string): Promise<Observed> {
  const observed = await observe(browser, { viewport })
  await observed.page.addInitScript(onStart)
  return observed
}

/** Slows the processor down. */
export async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
}

/** Slows the network down. */
export async function limitNetwork(
  page: Page,
  {
    megabitsPerSecond,
    latencyMs,
  }: { readonly megabitsPerSecond: number; readonly latencyMs: number } = network,
): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const bytesPerSecond = (megabitsPerSecond * 1e6) / 8
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: latencyMs,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  })
}
