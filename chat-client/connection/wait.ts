/** Waits that end with their signal. */

/** Rejects with the reason of the signal. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return withTimeout(() => new Promise<void>(() => undefined), ms, signal).catch(() =>
    signal.throwIfAborted(),
  )
}

/** Rejects after `ms`, or with the reason of the signal. `work` gets a signal that is aborted at the end. */
export async function withTimeout<Value>(
  work: (signal: AbortSignal) => Promise<Value>,
  ms: number,
  signal: AbortSignal,
): Promise<Value> {
  const ended = new AbortController()
  try {
    return await new Promise<Value>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('timeout')), ms)
      ended.signal.addEventListener('abort', () => clearTimeout(timer))
      signal.addEventListener('abort', () => reject(signal.reason), ended)
      signal.throwIfAborted()
      work(ended.signal).then(resolve, reject)
    })
  } finally {
    ended.abort()
  }
}
