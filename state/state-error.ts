/** The state cannot be used; the message names the file or database and the remedy. */

export class StateError extends Error {
  constructor(file: string, reason: string, remedy: string) {
    super(`${file} ${reason}. ${remedy}`)
    this.name = 'StateError'
  }
}
