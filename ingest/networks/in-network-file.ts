/**
 * Reads the rates that payers publish for Transparency in Coverage (45 CFR 147.212; CMS price-transparency-guide, schemas
 * `in-network-rates` and `provider-reference`): a provider with a negotiated rate is in the network.
 */
import type { NetworkListing } from '../facts/facts.ts'
import type { OnBytes } from '../read/open-file.ts'
import type { FileReport } from '../read/file-report.ts'
import { InNetwork, inNetworkPaths } from './in-network.ts'
import { readJsonFile } from './json-file.ts'
import { isNetworkMember } from './network-format.ts'

/** Files of the largest payers have several hundred GB uncompressed. */
const inflatedBytesMax = 1024 ** 4

const batchRows = 10_000

/**
 * Yields a listing for each NPI, once. Groups that rates refer to by a `location` are never downloaded. They are not missing if
 * `given`, the names (`parseReferenceFileName`) of the files for this carrier, has the last segment of that URL; such a file
 * lists all of its groups. Listings have the date of the file, because `last_updated_on` may be the last member.
 *
 * @throws {InputError} when the file cannot be read, is truncated or damaged, or lists no provider.
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
    for (const npi of values.values().flatMap((jsonValue) => network.addValue(jsonValue))) {
      listings.push({ kind: 'network_listing', npi, carrier, source: report.source, asOf: null })
      if (listings.length < batchRows) continue
      yield listings
      listings = []
    }
  }
  network.finish(given)
  if (listings.length > 0) yield listings
}
