/** For tests: a complete server on a free port, with a data folder that is removed on disposal. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Keys } from '@careatlas/state/keys'
import { openState, type StatePlace } from '@careatlas/state/state'
import { pino } from 'pino'
import { type Config, readConfig } from './config.ts'
import { type StartOptions, startServer } from './main.ts'
import { publishSmallDirectory } from './small-directory.fixture.ts'

export interface Running extends AsyncDisposable {
  readonly url: string
  readonly dataDir: string
  readonly key: string
  readonly keyId: string
  /** Sends GET with the key, unless `headers` has another `authorization`. */
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<Response>
  close(): Promise<void>
}

export interface RunOptions extends StartOptions {
  /** Whether a snapshot is published before the start; default: true. */
  readonly published?: boolean
  /** Publishes the snapshot; default: that of the small directory. */
  readonly publish?: (dataDir: string, generation: string) => Promise<void>
  /** Values that no setting can express; they override the settings. */
  readonly config?: Partial<Config>
}

export async function runServer(
  settings: Readonly<Record<string, string>> = {},
  { published = true, publish = publishSmallDirectory, config = {}, ...options }: RunOptions = {},
): Promise<Running> {
  const dataDir = mkdtempSync(join(tmpdir(), 'server-'))
  const fromSettings = readConfig({ PORT: '0', RATE_LIMITS: 'off', ...settings, DATA_DIR: dataDir })
  const { id: keyId, key } = await createKey(fromSettings.state)
  if (published) await publish(dataDir, '2026-11-09.1')
  const server = await startServer(
    { ...fromSettings, ...config },
    { log: pino({ level: 'silent' }), warmsUp: false, ...options },
  )
  return {
    url: server.url,
    dataDir,
    key,
    keyId,
    get: (path, headers = {}) =>
      fetch(`${server.url}${path}`, {
        headers: { authorization: `Bearer ${key}`, ...headers },
        redirect: 'manual',
      }),
    close: () => server.close(),
    async [Symbol.asyncDispose]() {
      await server.close()
      rmSync(dataDir, { recursive: true })
    },
  }
}

/** The folder of a state without keys: creating one takes 30 writes to the disk, and a copy one. */
let emptyState: Promise<string> | null = null

async function createEmptyState(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'empty-state-'))
  process.once('exit', () => rmSync(folder, { recursive: true }))
  await using _state = await openState({ folder })
  return folder
}

async function createKey(place: StatePlace) {
  if ('folder' in place) cpSync(await (emptyState ??= createEmptyState()), place.folder, { recursive: true })
  await using state = await openState(place)
  return await new Keys(state, { service: 'careatlas' }).create('test')
}
