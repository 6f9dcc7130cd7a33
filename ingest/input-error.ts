/**
 * A source file cannot be used. The message is one sentence with the base name of the file, the defect and the remedy. The
 * command exits with 3, and the previous snapshot stays live.
 */
export class InputError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'InputError'
  }
}
