/** Waits that end with their signal. */

/** Rejects with the reason of the signal. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  const nothing = new Promise<void>(() => undefined)
  return withTimeout(nothing, ms, signal).catch(() => signal.throwIfAborted())
}

/** Rejects with a TimeoutError after `ms`, or with the reason of the signal. */
export function withTimeout<Value>(work: Promise<Value>, ms: number, signal: AbortSignal): Promise<Value> {
  const ended = new AbortController()
  return new Promise<Value>((resolve, reject) => {
    const timer = setTimeout(() => reject(new DOMException(`no result after ${ms} ms`, 'TimeoutError')), ms)
    ended.signal.addEventListener('abort', () => clearTimeout(timer))
    signal.addEventListener('abort', () => reject(signal.reason), ended)
    if (signal.aborted) reject(signal.reason)
    work.then(resolve, reject)
  }).finally(() => ended.abort())
}
