/** All files that were given for one carrier, each with the reader of its format. */
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
  /** Reads the file once; throws InputError when it cannot be trusted as a whole. */
  readonly read: (
    report: FileReport,
    onBytes?: OnBytes,
  ) => AsyncGenerator<readonly (NetworkListing | Observation)[]>
}

/**
 * In the order given. The files of a Plan-Net directory find each other's practitioners, and the rates of an in-network
 * file the groups in reference files, wherever they stand.
 *
 * @param carrier in its one spelling, as `parseCarrierCode` returns it
 * @throws {InputError} when one of the files cannot be opened or is of no known format.
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
