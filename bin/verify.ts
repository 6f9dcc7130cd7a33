/** `careatlas verify`: is every byte of the served snapshot as it was published? */
import { SnapshotDamaged, verifiedManifest } from '@careatlas/directory/snapshot/checksums'
import { currentGeneration, snapshotFolder } from '@careatlas/directory/snapshot/current'
import { readConfig } from '@careatlas/server/config'
import type { Command } from 'commander'
import { WrongUsage } from './exit-codes.ts'

export function addVerifyCommand(program: Command): void {
  program
    .command('verify')
    .description('Compares every file of the served snapshot with its SHA-256.')
    .addHelpText(
      'after',
      '\nExample:\n  DATA_DIR=/srv/directory careatlas verify\n\nExit status: 0 sound, 1 damaged, 2 nothing published.',
    )
    .action(async () => {
      const { dataDir } = readConfig()
      const generation = currentGeneration(dataDir)
      if (!generation)
        throw new WrongUsage(
          `${dataDir} holds no snapshot yet. Publish one with: careatlas ingest --nppes FILE`,
        )
      const folder = snapshotFolder(dataDir, generation)
      const manifest = await verifiedManifest(folder)
      if (manifest.generation !== generation) {
        throw new SnapshotDamaged(folder, [`its manifest is that of ${manifest.generation}`])
      }
      process.stdout.write(
        `${generation} is sound: ${Object.keys(manifest.files).length} files match the manifest.\n`,
      )
    })
}
