/** `careatlas verify`: compares the published snapshots with their checksums. */
import { SnapshotCorruptError, verifyGeneration } from '@careatlas/directory/snapshot/checksums'
import { readCurrentGeneration, pointerFile } from '@careatlas/directory/snapshot/current'
import { readConfig } from '@careatlas/server/config'
import type { Command } from 'commander'
import { exitCodes } from './exit-codes.ts'
import { servableGenerations } from './servable-generations.ts'

export function addVerifyCommand(program: Command): void {
  program
    .command('verify')
    .description('Compares every file of the current snapshot and of the older ones with its SHA-256.')
    .addHelpText(
      'after',
      '\nExample:\n  DATA_DIR=/srv/directory careatlas verify\n\nExit status: 0 intact, 1 damaged, 2 nothing is published.',
    )
    .action(async () => {
      const { dataDir } = readConfig()
      const damages = await verifySnapshots(dataDir, servableGenerations(dataDir))
      for (const sentence of damages) process.stderr.write(`${sentence}\n`)
      if (damages.length > 0) process.exitCode = exitCodes.failed
    })
}

/** Prints the intact generations, and returns one sentence for each damage. */
async function verifySnapshots(dataDir: string, generations: readonly string[]): Promise<readonly string[]> {
  const damages: string[] = []
  if (readCurrentGeneration(dataDir) === null) {
    damages.push(`${pointerFile} in ${dataDir} names no snapshot: publish one again with careatlas ingest.`)
  }
  for (const generation of generations) {
    try {
      const { files } = await verifyGeneration(dataDir, generation)
      process.stdout.write(
        `${generation} is intact: ${Object.keys(files).length} files match the manifest.\n`,
      )
    } catch (error) {
      if (!(error instanceof SnapshotCorruptError)) throw error
      damages.push(error.message)
    }
  }
  return damages
}
