/**
 * For tests: a Valkey-compatible server on a free port, stopped on disposal. Debian 12 has no Valkey package, so tests use its
 * `redis-server` 7.0; Valkey is a fork of Redis.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort } from '@careatlas/state/free-port.fixture'

const program = '/usr/bin/redis-server'

/** `start` starts the server; `kill` or disposal stops it. */
export class ValkeyServer implements AsyncDisposable {
  readonly port: number
  readonly #settings: readonly string[]
  #process: ChildProcess | null = null

  /** Installs the server if possible. Returns why it cannot run here, or false if it can; tests pass this as `skip`. */
  static installed(): string | false {
    if (isInstalled()) return false
    if (process.getuid?.() === 0) {
      spawnSync('flock', [join(tmpdir(), 'apt.lock'), 'apt-get', 'install', '-y', '-qq', 'redis-server'], {
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
        stdio: 'ignore',
      })
    }
    return !isInstalled() && 'redis-server is not installed, and installing it needs root and apt-get'
  }

  /** Starts a server with these command-line arguments, such as `--requirepass`. */
  static async start(...settings: readonly string[]): Promise<ValkeyServer> {
    const server = new ValkeyServer(await findFreePort(), settings)
    await server.start()
    return server
  }

  private constructor(port: number, settings: readonly string[]) {
    this.port = port
    this.#settings = settings
  }

  /** The URL of one database. `credentials` is `user:password`; either part may be empty. */
  url(credentials = '', database = 0): string {
    return `valkey://${credentials === '' ? '' : `${credentials}@`}127.0.0.1:${this.port}/${database}`
  }

  /** Starts or restarts the server on its port, with empty databases. */
  async start(): Promise<void> {
    const args = ['--port', String(this.port), '--bind', '127.0.0.1', '--save', '', '--dir', tmpdir()]
    this.#process = spawn(program, [...args, ...this.#settings], { stdio: 'ignore' })
    while (!(await this.#isListening())) await sleep(20)
  }

  /** Kills the process immediately, as in a power failure. */
  async kill(): Promise<void> {
    const process = this.#process
    this.#process = null
    if (process?.kill('SIGKILL')) await once(process, 'exit')
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill()
  }

  async #isListening(): Promise<boolean> {
    if (this.#process?.exitCode !== null) throw new Error('redis-server did not start')
    const socket = connect(this.port, '127.0.0.1')
    const [connected] = await Promise.allSettled([once(socket, 'connect')])
    socket.destroy()
    return connected.status === 'fulfilled'
  }
}

function isInstalled(): boolean {
  return spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0
}
