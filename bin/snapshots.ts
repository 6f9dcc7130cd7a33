/** `careatlas snapshots`: lists the kept snapshots, makes an older one current again, and removes old ones. */
import { readManifest, SnapshotCorruptError } from '@careatlas/directory/snapshot/checksums'
import {
  readCurrentGeneration,
  listPublishedGenerations,
  listServableGenerations,
  snapshotFolder,
} from '@careatlas/directory/snapshot/current'
import { previousGeneration, prune, rollBack } from '@careatlas/ingest/publish/kept-snapshots'
import { readConfig } from '@careatlas/server/config'
import { type Command, InvalidArgumentError } from 'commander'
import { UsageError } from './exit-codes.ts'
import { servableGenerations } from './servable-generations.ts'
import { formatTable } from './text-table.ts'

export function addSnapshotsCommand(program: Command): void {
  const command = program
    .command('snapshots')
    .description('Lists the kept snapshots, returns to an older one, and removes old ones.')
  command
    .command('list')
    .description(
      'Lists the kept snapshots with their dates, counts and sizes. The sizes are those of the manifests.',
    )
    .option('--json', 'print the list as one JSON array')
    .addHelpText('after', '\nExample:\n  careatlas snapshots list')
    .action(async ({ json }: { json?: true }) => {
      const snapshots = await listSnapshots(existingDataDir())
      print(json ? `${JSON.stringify(snapshots)}\n` : formatTable([heading, ...snapshots.map(toCells)]))
    })
  command
    .command('rollback')
    .description(
      'Verifies the previous snapshot, or the named one, and makes it current. Running servers switch to it; the next `ingest --update` starts from it.',
    )
    .argument('[generation]', 'a generation that `snapshots list` shows')
    .addHelpText(
      'after',
      '\nExample:\n  careatlas snapshots rollback\n  careatlas snapshots rollback 2026-11-09.3\n\nExit status: 0 done, 1 the snapshot is damaged and the current one stays, 2 no such snapshot.',
    )
    .action(async (named?: string) => {
      const dataDir = existingDataDir()
      const generation = chooseGeneration(dataDir, named)
      await rollBack(dataDir, generation).catch((error: unknown) => {
        if (error instanceof SnapshotCorruptError)
          process.stderr.write(
            `${readCurrentGeneration(dataDir)} stays current. To return to another snapshot, see: careatlas snapshots list\n`,
          )
        throw error
      })
      print(`${generation} is intact and now current.\n`)
    })
  command
    .command('prune')
    .description(
      'Removes all but the newest snapshots. It keeps the current snapshot and, if that one is damaged, the snapshot that is served instead. An ingest keeps two.',
    )
    .requiredOption('--keep <number>', 'how many snapshots to keep, at least 1', parseCount)
    .addHelpText('after', '\nExample:\n  careatlas snapshots prune --keep 1')
    .action(async ({ keep }: { keep: number }) => {
      const removed = await prune(existingDataDir(), keep)
      print(removed.length > 0 ? `Removed ${removed.join(', ')}.\n` : 'There was nothing to remove.\n')
    })
}

/** `damage` says why a manifest cannot be read. */
type KeptSnapshot = {
  readonly generation: string
  readonly state: 'current' | 'previous' | 'set_aside'
} & (
  | { readonly damage: string }
  | {
      readonly created_at: string
      readonly data_as_of: string
      readonly rows: number
      readonly providers: number
      readonly locations: number
      readonly bytes: number
      readonly damage: null
    }
)

async function listSnapshots(dataDir: string): Promise<readonly KeptSnapshot[]> {
  const servable = listServableGenerations(dataDir)
  const current = readCurrentGeneration(dataDir)
  const listed = new Set([...listPublishedGenerations(dataDir), ...servable])
  return Promise.all(
    Array.from(listed, (generation) => {
      const previousState = servable.includes(generation) ? 'previous' : 'set_aside'
      return describeSnapshot(dataDir, generation, generation === current ? 'current' : previousState)
    }),
  )
}

async function describeSnapshot(
  dataDir: string,
  generation: string,
  state: KeptSnapshot['state'],
): Promise<KeptSnapshot> {
  try {
    const { created_at, data_as_of, counts, sources, files } = await readManifest(
      snapshotFolder(dataDir, generation),
    )
    return {
      generation,
      state,
      created_at,
      data_as_of,
      rows: sources.reduce((sum, { rows }) => sum + rows, 0),
      providers: counts.providers,
      locations: counts.locations_presented,
      bytes: Object.values(files).reduce((sum, { bytes }) => sum + bytes, 0),
      damage: null,
    }
  } catch (error) {
    if (!(error instanceof SnapshotCorruptError)) throw error
    return { generation, state, damage: error.message }
  }
}

const heading = ['generation', 'state', 'published', 'data as of', 'rows', 'providers', 'places', 'MB']

function toCells(snapshot: KeptSnapshot): string[] {
  const state = snapshot.state.replace('_', ' ')
  if (snapshot.damage !== null) return [snapshot.generation, `${state} (damaged)`]
  const { generation, created_at, data_as_of, rows, providers, locations, bytes } = snapshot
  const published = created_at.slice(0, 16).replace('T', ' ')
  const megabytes = (bytes / 1e6).toFixed(1)
  return [generation, state, published, data_as_of, ...[rows, providers, locations, megabytes].map(String)]
}

function chooseGeneration(dataDir: string, named: string | undefined): string {
  const chosen = named ?? previousGeneration(dataDir)
  if (chosen === null) throw new UsageError(`${dataDir} has no snapshot before the current one.`)
  if (!listPublishedGenerations(dataDir).includes(chosen))
    throw new UsageError(
      `${dataDir} has no snapshot ${JSON.stringify(chosen)}. See: careatlas snapshots list`,
    )
  if (chosen === readCurrentGeneration(dataDir)) throw new UsageError(`${chosen} is already current.`)
  return chosen
}

function existingDataDir(): string {
  const { dataDir } = readConfig()
  servableGenerations(dataDir)
  return dataDir
}

function parseCount(text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new InvalidArgumentError('Expected a number from 1 to 9999.')
  return Number(text)
}

function print(text: string): void {
  process.stdout.write(text)
}
