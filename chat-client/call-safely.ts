/** Calls a listener. Its error is reported, and does not reach the caller. */
export function callSafely(call: () => void): void {
  try {
    call()
  } catch (error) {
    reportError(error)
  }
}
