/** A source file that cannot be used as it is: says what is wrong, in which file, and what to do. */

/**
 * One clear sentence for the operator; the file is named by its base name, never by its path.
 * The command exits 3 on it, and the snapshot that serves stays untouched.
 */
export class InputError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'InputError'
  }
}
