/** Raised for a state file that cannot be used; the message says which file and what to do. */

export class StateError extends Error {
  constructor(file: string, reason: string, remedy: string) {
    super(`${file} ${reason}. ${remedy}`)
    this.name = 'StateError'
  }
}
