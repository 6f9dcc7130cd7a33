/** `careatlas backup` and `careatlas restore`: copies the state file while servers run, and puts a copy in its place. */
import { createDataFolder } from '@careatlas/directory/snapshot/data-folder'
import { isStorageFailure, StorageError } from '@careatlas/ingest/storage-error'
import { readConfig } from '@careatlas/server/config'
import { version } from '@careatlas/server/version'
import { backUpState, restoreState } from '@careatlas/state/backup'
import { formatCounts } from '@careatlas/state/state-counts'
import type { Command } from 'commander'
import { UsageError } from './exit-codes.ts'

const exitStatus = 'Exit status: 0 done, 1 refused, 2 wrong usage or PostgreSQL, 4 could not write.'

export function addBackupCommand(program: Command): void {
  program
    .command('backup')
    .description(
      'Copies the state (keys, accounts, OAuth grants, reports, partners, conversations, signing keys) to a new folder; servers may run meanwhile.',
    )
    .argument('<folder>', 'a folder that does not exist or is empty; keep it secret')
    .addHelpText('after', `\nExample:\n  careatlas backup /backup/2026-11-23\n\n${exitStatus}`)
    .action(async (target: string) => {
      const folder = stateFolder(
        `umask 077 && mkdir -p ${quote(target)} && pg_dump --format=custom --file=${quote(`${target}/state.dump`)} --dbname="$DATABASE_URL"`,
      )
      const manifest = await withStorageErrors(async () => backUpState(folder, target, version))
      process.stdout.write(`${target} has a backup with ${formatCounts(manifest)}.\n`)
    })
}

export function addRestoreCommand(program: Command): void {
  program
    .command('restore')
    .description('Replaces the state with a backup, after verifying it. Stop the servers first.')
    .argument('<folder>', 'a folder that careatlas backup wrote')
    .option('--force', 'replace a state that has keys or other records, or is damaged')
    .addHelpText('after', `\nExample:\n  careatlas restore /backup/2026-11-23\n\n${exitStatus}`)
    .action(async (source: string, { force = false }: { force?: boolean }) => {
      const folder = stateFolder(
        `pg_restore --clean --if-exists --no-owner --single-transaction --dbname="$DATABASE_URL" ${quote(`${source}/state.dump`)}`,
      )
      createDataFolder(readConfig().dataDir)
      const manifest = await withStorageErrors(() => restoreState(source, folder, { force }))
      process.stdout.write(
        `The state is that of ${manifest.created_at}, with ${formatCounts(manifest)}. Keys that were revoked later are valid again.\n`,
      )
    })
}

/** Throws a UsageError with `postgresCommand` if the state is in PostgreSQL. A test runs these commands. */
function stateFolder(postgresCommand: string): string {
  const { state } = readConfig()
  if ('folder' in state) return state.folder
  throw new UsageError(
    `The state is in PostgreSQL, which has its own tools. With the setting DATABASE_URL as an environment variable, run:\n${postgresCommand}`,
  )
}

function quote(word: string): string {
  return /^[\w./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}

/** Rethrows a storage failure as a StorageError. The messages of Node and SQLite name the file and the cause. */
async function withStorageErrors<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!isStorageFailure(error)) throw error
    throw new StorageError(`Nothing was written: ${error.message}.`, { cause: error })
  }
}
