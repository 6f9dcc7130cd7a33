/** `careatlas state`: moves the state between its two engines. */
import { readConfig, stateFolder } from '@careatlas/server/config'
import { checkNotInUse } from '@careatlas/state/backup'
import { copyState } from '@careatlas/state/copy-state'
import { formatCounts, recordNames } from '@careatlas/state/state-counts'
import { hasStateFile, stateFilePath } from '@careatlas/state/state-file'
import { type Command, Option } from 'commander'
import { UsageError } from './exit-codes.ts'
import { openState } from './open-state.ts'

const engines = ['postgresql', 'sqlite'] as const

export function addStateCommand(program: Command): void {
  program
    .command('state')
    .description('Moves the state between SQLite and PostgreSQL.')
    .command('copy')
    .description(
      'Copies the state (keys, accounts, OAuth grants, reports, partners, conversations, signing keys, secrets) between the file in DATA_DIR and the database of DATABASE_URL. Stop the servers first.',
    )
    .addOption(
      new Option('--to <engine>', `where the state is copied to; it must have no ${recordNames}`)
        .choices(engines)
        .makeOptionMandatory(),
    )
    .addHelpText(
      'after',
      '\nExample:\n  DATABASE_URL=postgres://… careatlas state copy --to postgresql\n\nExit status: 0 copied, 1 the target is not empty or a state cannot be used, 2 wrong usage, 4 could not write.',
    )
    .action(copy)
}

async function copy({ to }: { to: (typeof engines)[number] }): Promise<void> {
  const { dataDir, state } = readConfig()
  if ('folder' in state) throw new UsageError('Set DATABASE_URL to the PostgreSQL database.')
  const folder = stateFolder(dataDir)
  const file = stateFilePath(folder)
  if (hasStateFile(file)) checkNotInUse(file)
  else if (to === 'postgresql') throw new UsageError(`${file} does not exist. Check DATA_DIR.`)
  await using inFile = await openState({ dataDir, state: { folder } })
  await using inDatabase = await openState({ dataDir, state })
  const copied = await (to === 'postgresql'
    ? copyState(inFile, inDatabase, 'The database of DATABASE_URL')
    : copyState(inDatabase, inFile, file))
  process.stdout.write(
    `Copied ${formatCounts(copied)} to ${to === 'postgresql' ? 'the database of DATABASE_URL' : `${file}. Unset DATABASE_URL to use it`}. Start the servers again.\n`,
  )
}
