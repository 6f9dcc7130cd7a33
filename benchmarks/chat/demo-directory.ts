/** The fictional demo region with everything that judging an answer needs: all cards by their identifiers. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { publishDemoRegion } from '@careatlas/bin/demo-region.fixture'
import type { LocationCard, ProviderCard } from '@careatlas/contract/cards'
import { idOfEntity } from '@careatlas/search/embedded/entity-id'
import { readSegment } from '@careatlas/search/embedded/segment'
import { usContacts } from '@careatlas/search/notices'
import { responseBudgetBytes } from '@careatlas/search/truncate'
import type { Assistant } from '@careatlas/server/chat/assistant/assistant'
import { createDefaultAssistant } from '@careatlas/server/chat/assistant/default-assistant'
import { SnapshotManager } from '@careatlas/server/snapshots/snapshot-manager'
import { pino } from 'pino'

export interface DemoDirectory extends AsyncDisposable {
  readonly assistant: Assistant
  readonly providers: ReadonlyMap<string, ProviderCard>
  readonly locations: ReadonlyMap<string, LocationCard>
}

export async function openDemoDirectory(): Promise<DemoDirectory> {
  const dataDir = mkdtempSync(join(tmpdir(), 'chat-'))
  await publishDemoRegion(dataDir)
  const current = await SnapshotManager.start(dataDir, pino({ level: 'silent' }))
  const { snapshot } = current.get()
  const idsOf = (collection: 'providers' | 'locations'): readonly string[] => {
    const { columns, entities } = readSegment(join(snapshot.segmentFolder, collection))
    return Array.from({ length: entities }, (_, entity) => idOfEntity(collection, columns.id, entity))
  }
  return {
    assistant: createDefaultAssistant({
      current,
      checkHealth: () => Promise.reject(new Error('the chat asks for no health')),
      responseBudgetBytes: responseBudgetBytes.default,
      contacts: usContacts,
      resolvePlaces: true,
      searchTimeoutMs: 10_000,
      url: () => 'https://directory.example',
      drafter: null,
    }),
    providers: new Map(
      idsOf('providers').map((npi) => [npi, JSON.parse(snapshot.providerCard(npi)!) as ProviderCard]),
    ),
    locations: new Map(
      idsOf('locations').map((uuid) => [uuid, JSON.parse(snapshot.locationCard(uuid)!) as LocationCard]),
    ),
    async [Symbol.asyncDispose]() {
      await current[Symbol.asyncDispose]()
      rmSync(dataDir, { recursive: true })
    },
  }
}
