/** `careatlas demo`: what `npm start` runs. Makes the fictional region unless there is a snapshot, then serves. */
import { join } from 'node:path'
import { tmpdir } from 'node:os'
import { globSync, mkdtempDisposableSync } from 'node:fs'
import { currentGeneration, pointerFile, snapshotsFolder } from '@careatlas/directory/snapshot/current'
import { newestManifest } from '@careatlas/directory/snapshot/checksums'
import { notice } from '@careatlas/fixtures/region/write-region'
import { ingest } from '@careatlas/ingest/ingest'
import { createProgress } from '@careatlas/ingest/progress'
import { type Config, readConfig } from '@careatlas/server/config'
import { Keys } from '@careatlas/state/keys'
import { openState } from '@careatlas/state/state'
import type { Command } from 'commander'
import { UsageError } from './exit-codes.ts'
import { demoIngest } from './demo-ingest.ts'
import { runServer } from './run-server.ts'

const demoLabel = 'demo'

export function addDemoCommand(program: Command): void {
  program
    .command('demo')
    .description(
      'Serves; without a snapshot it first makes a fictional region to try. `npm start` runs this.',
    )
    .addHelpText('after', '\nExample:\n  careatlas demo')
    .action(async () => {
      const config = readConfig()
      if (!currentGeneration(config.dataDir)) await publishRegionIfEmpty(config.dataDir)
      const fictional = await isFictional(config.dataDir)
      await runServer(config, async () => (fictional ? demoLines(config) : []))
    })
}

/** A real directory whose pointer was lost must not be replaced by invented people. */
async function publishRegionIfEmpty(dataDir: string): Promise<void> {
  const [left] = globSync('*.*', { cwd: snapshotsFolder(dataDir) }).filter((name) => !name.startsWith('.'))
  if (left) {
    throw new UsageError(
      `${dataDir} holds the snapshot ${left}, but its file ${pointerFile} names none. Write that name into it, or ingest again.`,
    )
  }
  process.stderr.write('No snapshot yet: making a fictional region to try things with.\n')
  using folder = mkdtempDisposableSync(join(tmpdir(), 'fictional-region-'))
  await ingest(demoIngest(folder.path), dataDir, createProgress(process.stderr))
}

async function isFictional(dataDir: string): Promise<boolean> {
  return (await newestManifest(dataDir))?.notice === notice
}

/** A new key to try with; that of the last start is revoked, since its text is nowhere kept. Needs the port: one demo at a time. */
async function demoLines(config: Config): Promise<readonly string[]> {
  await using state = await openState(config.state)
  const keys = new Keys(state, { service: config.serviceName })
  for (const { id, label, revokedAt } of await keys.list('operator'))
    if (label === demoLabel && !revokedAt) await keys.revoke(id, 'operator')
  const { key } = await keys.create(demoLabel)
  return ['The people and places in this demo are fictional.', `key      ${key}`]
}
