/** For tests: both storage engines of the state. */
import { spawnSync } from 'node:child_process'
import { mkdtempDisposableSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { Client } from 'pg'
import { PostgresCluster } from './postgres-cluster.fixture.ts'
import type { StatePlace } from './state.ts'

export interface StateEngine {
  readonly name: string
  /** Creates an empty location, which is deleted at the end of the test run. */
  readonly createPlace: () => Promise<StatePlace>
  /** The reason why the engine is not available here; false if it is. */
  readonly skip: string | false
}

const folders = mkdtempDisposableSync(join(tmpdir(), 'state-'))
const cluster = await startPostgres()
after(() => {
  cluster?.[Symbol.dispose]()
  folders.remove()
})

let placeCount = 0

export const engines: readonly StateEngine[] = [
  {
    name: 'SQLite',
    skip: false,
    createPlace: async () => ({ folder: join(folders.path, `${placeCount++}`) }),
  },
  {
    name: 'PostgreSQL',
    skip: cluster === null && 'PostgreSQL is not installed; installing it requires root and apt-get',
    createPlace: async () => ({ url: await createDatabase(cluster!) }),
  },
]

async function startPostgres(): Promise<PostgresCluster | null> {
  const running = await PostgresCluster.start('fsync = off\n')
  if (running !== null || process.getuid?.() !== 0) return running
  spawnSync('flock', [join(tmpdir(), 'apt.lock'), 'apt-get', 'install', '-y', '-qq', 'postgresql'], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    stdio: 'ignore',
  })
  return PostgresCluster.start('fsync = off\n')
}

async function createDatabase(server: PostgresCluster): Promise<string> {
  const name = `place_${placeCount++}`
  const client = new Client(server.url())
  await client.connect()
  await client.query(`CREATE DATABASE ${name}`)
  await client.end()
  return server.url(name)
}
