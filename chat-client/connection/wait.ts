/** Waits that end with their signal. */

/** Rejects with the reason of the signal. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return abortable(signal, (resolve) => {
    const timer = setTimeout(resolve, ms)
    return () => clearTimeout(timer)
  })
}

/** Rejects with a TimeoutError after `ms`, or with the reason of the signal. */
export function withTimeout<Value>(work: Promise<Value>, ms: number, signal: AbortSignal): Promise<Value> {
  return abortable(signal, (resolve, reject) => {
    const timer = setTimeout(() => reject(new DOMException(`no result after ${ms} ms`, 'TimeoutError')), ms)
    work.then(resolve, reject)
    return () => clearTimeout(timer)
  })
}

/** @param start returns what ends the wait */
function abortable<Value>(
  signal: AbortSignal,
  start: (resolve: (value: Value) => void, reject: (error: unknown) => void) => () => void,
): Promise<Value> {
  return new Promise<Value>((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason)
    const onAbort = () => finish(() => reject(signal.reason))
    const stop = start(
      (value) => finish(() => resolve(value)),
      (error) => finish(() => reject(error)),
    )
    signal.addEventListener('abort', onAbort)
    function finish(complete: () => void): void {
      stop()
      signal.removeEventListener('abort', onAbort)
      complete()
    }
  })
}
