/** Rejects a network if all rows that list an NPI are rejected: if published, it would look empty. */
import { InputError } from '../input-error.ts'
import { describeRejections } from '../file-quality-gates.ts'
import type { FileReport } from '../read/file-report.ts'

/** Counts listings by carrier, not by file, because some files only describe the listings of others. */
export class NetworkCounts {
  readonly #files = new Map<string, FileReport[]>()
  readonly #carriersWithListings = new Set<string>()

  addListing(carrier: string): void {
    this.#carriersWithListings.add(carrier)
  }

  addFile(carrier: string, report: FileReport): void {
    const files = this.#files.get(carrier) ?? []
    files.push(report)
    this.#files.set(carrier, files)
  }

  /** @throws {InputError} when the files of a carrier list no NPI, and at least one of their rows was rejected. */
  rejectEmpty(): void {
    for (const [carrier, files] of this.#files) {
      const rejected = files.filter(({ rows, accepted }) => rows > accepted)
      if (this.#carriersWithListings.has(carrier) || rejected.length === 0) continue
      const names = files.map(({ file }) => file).join(', ')
      const reasons = rejected.map((report) => `${report.file}: ${describeRejections(report)}`).join('; ')
      throw new InputError(
        `The network ${carrier} lists no usable NPI in ${names} (${reasons}); correct the file, or leave the network out.`,
      )
    }
  }
}
