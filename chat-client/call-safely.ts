/** Calls a listener: its error is reported, and ends nothing else. */
export function callSafely(call: () => void): void {
  try {
    call()
  } catch (error) {
    reportError(error)
  }
}
