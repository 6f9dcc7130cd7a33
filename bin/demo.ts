/** `careatlas demo`, which `npm start` runs: creates a fictional region unless there is a snapshot, then serves. */
import { join } from 'node:path'
import { tmpdir } from 'node:os'
import { mkdtempDisposableSync } from 'node:fs'
import {
  listPublishedGenerations,
  pointerFile,
  readCurrentGeneration,
} from '@careatlas/directory/snapshot/current'
import { newestManifest } from '@careatlas/directory/snapshot/checksums'
import { notice } from '@careatlas/fixtures/region/write-region'
import { type Config, readConfig } from '@careatlas/server/config'
import { Keys } from '@careatlas/state/keys'
import { openState } from '@careatlas/state/state'
import type { Command } from 'commander'
import { UsageError } from './exit-codes.ts'
import { runServer } from './serve.ts'

const demoLabel = 'demo'

export function addDemoCommand(program: Command): void {
  program
    .command('demo')
    .description(
      'Starts the server. If there is no snapshot, it first creates a fictional region. `npm start` runs this command.',
    )
    .addHelpText('after', '\nExample:\n  careatlas demo')
    .action(async () => {
      const config = readConfig()
      if (!readCurrentGeneration(config.dataDir)) await publishRegionIfEmpty(config.dataDir)
      const isDemo = await isFictional(config.dataDir)
      const chatDemo = config.chatDemo || (isDemo && config.isLocalOnly)
      await runServer({ ...config, chatDemo }, async (url) =>
        isDemo ? describeDemo({ ...config, chatDemo }, url) : [],
      )
    })
}

/** Fictional people must not replace a real directory that has lost its pointer file. */
async function publishRegionIfEmpty(dataDir: string): Promise<void> {
  const [generation] = listPublishedGenerations(dataDir)
  if (generation) {
    throw new UsageError(
      `${dataDir} contains the snapshot ${generation}, but no file ${pointerFile} that names it. Create ${pointerFile} with that name, or ingest again.`,
    )
  }
  process.stderr.write('There is no snapshot yet. Creating a fictional region.\n')
  const [{ ingest }, { createProgress }, { createDemoIngest }] = await Promise.all([
    import('@careatlas/ingest/ingest'),
    import('@careatlas/ingest/progress'),
    import('./demo-ingest.ts'),
  ])
  using folder = mkdtempDisposableSync(join(tmpdir(), 'fictional-region-'))
  await ingest(createDemoIngest(folder.path), dataDir, createProgress(process.stderr))
}

async function isFictional(dataDir: string): Promise<boolean> {
  return (await newestManifest(dataDir))?.notice === notice
}

/** Returns lines with the demo key and a curl command that works as printed. */
async function describeDemo(config: Config, url: string): Promise<readonly string[]> {
  const key = await createDemoKey(config)
  const header = config.auth ? `-H 'Authorization: Bearer ${key}' ` : ''
  return [
    `try      curl -s ${header}'${url}/v1/providers?q=heart+doctor&zip=02903&limit=1'`,
    `key      ${key}`,
    ...(config.chatDemo ? [`chat     ${url}/chat-demo`] : []),
    'The people and places in this demo are fictional.',
  ]
}

/**
 * Creates a demo key and revokes the key of the previous start, whose text is not stored. Call it when the server listens on its
 * port, so that only one demo runs at a time.
 */
async function createDemoKey(config: Config): Promise<string> {
  await using state = await openState(config.state)
  const keys = new Keys(state, { service: config.serviceName })
  for (const { id, label, revokedAt } of await keys.list('operator'))
    if (label === demoLabel && !revokedAt) await keys.revoke(id, 'operator')
  return (await keys.create(demoLabel)).key
}
