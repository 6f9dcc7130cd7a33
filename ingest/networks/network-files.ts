/** Selects the reader for each of the files of one carrier. */
import type { NetworkListing, Observation } from '../facts/facts.ts'
import type { OnBytes } from '../read/open-file.ts'
import type { FileReport } from '../read/file-report.ts'
import { parseReferenceFileName } from './in-network.ts'
import { readInNetworkFile } from './in-network-file.ts'
import { type NetworkFormat, detectNetworkFormat } from './network-format.ts'
import { readNpiList } from './npi-list.ts'
import { PlanNetDirectory } from './plan-net-directory.ts'
import type { PlanNetFile } from './plan-net-file.ts'
import { readQhpFile } from './qhp-file.ts'

export interface NetworkFile {
  readonly path: string
  /** Reads the file once. @throws {InputError} when the file as a whole is not usable. */
  readonly read: (
    report: FileReport,
    onBytes?: OnBytes,
  ) => AsyncGenerator<readonly (NetworkListing | Observation)[]>
}

/**
 * Returns the files in the given order. References between the files of a Plan-Net directory, and from an in-network file to
 * reference files, are resolved in any order.
 *
 * @param carrier the canonical code from `parseCarrierCode`
 * @throws {InputError} when a file cannot be opened or has an unknown format.
 */
export async function listNetworkFiles(
  carrier: string,
  paths: readonly string[],
): Promise<readonly NetworkFile[]> {
  const files: { readonly path: string; readonly format: NetworkFormat }[] = []
  for (const path of paths) files.push({ path, format: await detectNetworkFormat(path) })
  const planNetFiles = files.filter(isPlanNet)
  const directory = new PlanNetDirectory(planNetFiles, carrier)
  const names = new Set(paths.map(parseReferenceFileName))
  return files.map((file) => ({ path: file.path, read: selectReader(file) }))

  function selectReader(file: (typeof files)[number]): NetworkFile['read'] {
    const { path, format } = file
    switch (format) {
      case 'npi_list':
        return (...rest) => readNpiList(path, carrier, ...rest)
      case 'in_network':
        return (...rest) => readInNetworkFile(path, carrier, names, ...rest)
      case 'qhp':
        return (...rest) => readQhpFile(path, carrier, ...rest)
      case 'plan_net_lines':
      case 'plan_net_bundle':
        return (...rest) => directory.read({ path, format }, ...rest)
    }
  }
}

function isPlanNet(file: { readonly path: string; readonly format: string }): file is PlanNetFile {
  return file.format === 'plan_net_lines' || file.format === 'plan_net_bundle'
}
