/** The input was sound, but the snapshot could not be written; the command exits 4 and the old one keeps serving. */
export class CouldNotPublish extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'CouldNotPublish'
  }
}
