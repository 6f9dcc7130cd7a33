/** For tests: publishes a snapshot with more clinicians at one place than paging can reach. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { filterResultsMax } from '@careatlas/contract/paging-limits'
import { npiFromPayload } from '@careatlas/directory/npi'
import { pointerFile, snapshotFolder } from '@careatlas/directory/snapshot/current'
import { createTestSnapshot } from '@careatlas/directory/snapshot/snapshot.fixture'
import { SegmentBuilder } from '@careatlas/search/embedded/segment-builder.fixture'
import { locationDocument, providerDocument } from '@careatlas/search/search-document'
import { staticEmbedder } from '@careatlas/vocabulary/embedder'
import { locationCard, providerCard, regions } from '../small-directory.fixture.ts'

/** The number of clinicians by last name: as many as paging can reach, and some more. */
export const many = { OLIVEIRA: filterResultsMax, SILVA: 20 } as const

/** Writes the snapshot `generation` to `dataDir` and makes it the current one. */
export async function publishManyClinicians(dataDir: string, generation: string): Promise<void> {
  const folder = snapshotFolder(dataDir, generation)
  mkdirSync(folder, { recursive: true })
  const lastNames = Object.entries(many).flatMap(([last, count]) => Array<string>(count).fill(last))
  const card = providerCard()
  const providers = lastNames.map((last, index) => ({
    ...card,
    npi: npiFromPayload(String(200_000_100 + index)),
    name: { ...card.name, last },
  }))
  await writeSegments(join(folder, 'segment'), providers)
  using _snapshot = await createTestSnapshot(folder, {
    providers,
    locations: [locationCard],
    personNames: providers.map(({ npi, name }) => ({ npi, last: name.last, first: 'MARTA' })),
    regions,
    manifest: { generation },
  })
  writeFileSync(join(dataDir, pointerFile), `${generation}\n`)
}

async function writeSegments(
  folder: string,
  providers: readonly ReturnType<typeof providerCard>[],
): Promise<void> {
  const segments = { providers: new SegmentBuilder('providers'), locations: new SegmentBuilder('locations') }
  for (const provider of providers) segments.providers.add(providerDocument(provider))
  segments.locations.add(locationDocument(locationCard, []))
  for (const [name, segment] of Object.entries(segments))
    await segment.write(join(folder, name), staticEmbedder())
}
