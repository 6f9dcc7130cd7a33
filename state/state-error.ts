/** The state cannot be used; the message names the file or database and the remedy. */

export class StateError extends Error {
  constructor(file: string, reason: string, remedy: string) {
    super(`${file} ${reason}. ${remedy}`)
    this.name = 'StateError'
  }
}

/** Writing a state or a backup failed after the first change to the disk; the message says what was changed. */
export class UnfinishedWriteError extends Error {
  constructor(outcome: string, cause: unknown) {
    super(`${outcome}: ${(cause as Error).message}.`, { cause })
    this.name = 'UnfinishedWriteError'
  }
}
