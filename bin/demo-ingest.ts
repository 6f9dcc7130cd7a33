/** The ingest request of the demo: the files of the fictional region. */
import { notice, writeRegion } from '@careatlas/fixtures/region/write-region'
import { emptyRequest, type IngestRequest } from '@careatlas/ingest/ingest'
import { toSourcePath } from '@careatlas/ingest/source-files'

/** Writes the files to `folder`. */
export function createDemoIngest(folder: string): IngestRequest {
  const { nppes, secondaryLocations, otherNames, networks, observations, payers } = writeRegion(folder)
  return {
    ...emptyRequest,
    nppes: nppes.map(toSourcePath),
    secondaryLocations: secondaryLocations.map(toSourcePath),
    otherNames: otherNames.map(toSourcePath),
    networks: networks.map(({ code, file }) => ({ code, file: toSourcePath(file) })),
    observations: observations.map(toSourcePath),
    payers,
    notice,
  }
}
