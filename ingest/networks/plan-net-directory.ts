/** Reads a payer's provider directory in Da Vinci PDex Plan-Net (FHIR R4): NDJSON files, Bundles or both. */
import type { OnBytes } from '../read/open-file.ts'
import { FileReport } from '../read/file-report.ts'
import { isActive, type PlanNetFact, extractPlanNetFacts } from './plan-net-facts.ts'
import { type PlanNetFile, readPlanNetFile } from './plan-net-file.ts'
import { PlanNetIndex } from './plan-net-index.ts'
import { networkRejections, requireNetworkRecords } from './network-rejections.ts'

/**
 * A role may refer to a practitioner in a later file or on a later line. So the first read of all files builds an index of
 * providers and places, and the second read of each file returns its facts.
 */
export class PlanNetDirectory {
  readonly #files: readonly PlanNetFile[]
  readonly #carrier: string
  #index: Promise<PlanNetIndex> | null = null

  constructor(files: readonly PlanNetFile[], carrier: string) {
    this.#files = files
    this.#carrier = carrier
  }

  /**
   * Yields the facts of one file, from `Practitioner.communication`, roles, affiliations and Locations.
   *
   * @throws {InputError} when a file of the directory cannot be read, or this file has no resource of a directory.
   */
  async *read(
    file: PlanNetFile,
    report: FileReport,
    onBytes?: OnBytes,
  ): AsyncGenerator<readonly PlanNetFact[]> {
    this.#index ??= buildIndex(this.#files)
    const index = await this.#index
    for await (const foundResources of readPlanNetFile(file, report, onBytes)) {
      const facts: PlanNetFact[] = []
      for (const { resource, line } of foundResources) {
        const result =
          resource === null
            ? networkRejections.record
            : extractPlanNetFacts(resource, index, this.#carrier, report)
        if (typeof result === 'string') report.reject(result, line)
        else {
          report.accept()
          facts.push(...result)
        }
      }
      if (facts.length > 0) yield facts
    }
    requireNetworkRecords(report)
  }
}

async function buildIndex(files: readonly PlanNetFile[]): Promise<PlanNetIndex> {
  const index = new PlanNetIndex()
  for (const file of files) {
    const report = new FileReport('', file.path)
    for await (const foundResources of readPlanNetFile(file, report)) {
      for (const { resource, keys } of foundResources)
        if (resource !== null) index.add(resource, keys, isActive(resource, report), report.file)
    }
  }
  return index
}
