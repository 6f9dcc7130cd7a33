/**
 * A payer's rates as Transparency in Coverage has them published (45 CFR 147.212; CMS price-transparency-guide, schemas
 * `in-network-rates` and `provider-reference`): whoever has a negotiated rate is in the network.
 */
import type { NetworkListing } from '../facts/facts.ts'
import type { OnBytes } from '../read/open-file.ts'
import type { FileReport } from '../read/file-report.ts'
import { InNetwork, inNetworkPaths } from './in-network.ts'
import { readJsonFile } from './json-file.ts'
import { isNetworkMember } from './network-format.ts'

/** Files of the largest payers unpack to several hundred GB. */
const inflatedBytesMax = 1024 ** 4

const batchRows = 10_000

/**
 * The union of the NPIs, each once. Groups that rates refer to by a `location` are never downloaded. They count as there
 * when `given`, the names (`referenceFileName`) of the files given for this carrier, holds the last segment of that
 * address; such a file lists all of its groups. A listing has its file's date, for `last_updated_on` may come last.
 *
 * @throws {InputError} when the file cannot be read, is cut or damaged, or lists no provider.
 */
export async function* readInNetworkFile(
  path: string,
  carrier: string,
  given: ReadonlySet<string>,
  report: FileReport,
  onBytes?: OnBytes,
): AsyncGenerator<readonly NetworkListing[]> {
  const network = new InNetwork(report)
  const options = { onBytes, member: isNetworkMember, inflatedBytesMax }
  let listings: NetworkListing[] = []
  for await (const values of readJsonFile(path, inNetworkPaths, report, options)) {
    for (const npi of values.values().flatMap((found) => network.addValue(found))) {
      listings.push({ kind: 'network_listing', npi, carrier, source: report.source, asOf: null })
      if (listings.length < batchRows) continue
      yield listings
      listings = []
    }
  }
  network.finish(given)
  if (listings.length > 0) yield listings
}
