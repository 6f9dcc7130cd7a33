/** For tests: counts the requests that a page starts, cancels and has in flight. */

/** For `addInitScript`. It counts in the page, because the browser reports the end of a canceled request later than the page cancels it. */
export const countRequests = `
window.counts = { started: 0, canceled: 0, inFlight: 0, inFlightMax: 0 }
const { fetch } = window
window.fetch = (input, init) => {
  counts.started++
  counts.inFlightMax = Math.max(counts.inFlightMax, ++counts.inFlight)
  let isRunning = true
  const end = (canceled) => {
    if (!isRunning) return
    isRunning = false
    counts.inFlight--
    counts.canceled += canceled
  }
  init?.signal?.addEventListener('abort', () => end(1))
  return fetch(input, init).finally(() => end(0))
}`

/** The value of `window.counts`. */
export interface RequestCounts {
  readonly started: number
  readonly canceled: number
  readonly inFlightMax: number
}
