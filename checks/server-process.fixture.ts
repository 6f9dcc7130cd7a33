/** For tests: a server in a process of its own, which ends and starts again on the same port. */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempDisposableSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { addPartner, testPartner } from '@careatlas/server/chat/chat-server.fixture'
import { publishSmallDirectory } from '@careatlas/server/small-directory.fixture'
import { findFreePort } from '@careatlas/state/free-port.fixture'
import type { Partnership } from './chat-partnership.fixture.ts'

export class ServerProcess implements AsyncDisposable {
  readonly url: string
  readonly #env: NodeJS.ProcessEnv
  #process: ChildProcess | null = null

  constructor(dataDir: string, port: number) {
    this.url = `http://127.0.0.1:${port}`
    const settings = { DATA_DIR: dataDir, PORT: String(port), RATE_LIMITS: 'off', LOG_LEVEL: 'error' }
    this.#env = { ...process.env, ...settings }
  }

  async start(): Promise<void> {
    const script = join(import.meta.dirname, '../bin/main.ts')
    const args = ['--disable-warning=ExperimentalWarning', script, 'serve']
    this.#process = spawn(process.execPath, args, { env: this.#env, stdio: 'ignore' })
    for (let attempt = 0; attempt < 1200; attempt += 1) {
      const response = await fetch(`${this.url}/v1/health`).catch(() => null)
      if (response?.ok) return
      await pause(50)
    }
    assert.fail('the server did not start')
  }

  async stop(signal: NodeJS.Signals): Promise<void> {
    const stopped = this.#process
    this.#process = null
    if (stopped?.kill(signal)) await once(stopped, 'exit')
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop('SIGKILL')
  }
}

/** Starts a server for the page of a partnership, in place of the service of that partnership. */
export async function startServerFor(
  partnership: Partnership,
  use: (server: ServerProcess, served: Partnership) => Promise<void>,
): Promise<void> {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'chat-'))
  await publishSmallDirectory(folder.path, '2026-11-09.1')
  await using server = new ServerProcess(folder.path, await findFreePort())
  const { origin } = partnership
  const settings = { ...testPartner, origins: [origin] }
  const publicKey = await addPartner({ dataDir: folder.path }, 'acme', settings)
  await server.start()
  const client = { partner: 'acme', publicKey, origin }
  await use(server, { ...partnership, service: { url: server.url, client } })
}
