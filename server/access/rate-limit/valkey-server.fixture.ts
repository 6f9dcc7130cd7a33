/**
 * A server of its own that speaks as Valkey does, on a free port, for as long as it is needed: Debian 12 has no package of Valkey,
 * but `redis-server` 7.0, the last of the free line that Valkey was forked from.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as passed } from 'node:timers/promises'
import { freePort } from '@careatlas/state/free-port.fixture'

const program = '/usr/bin/redis-server'

/** Started by `start`, ended by `kill` or by its disposal. */
export class ValkeyServer implements AsyncDisposable {
  readonly port: number
  readonly #settings: readonly string[]
  #process: ChildProcess | null = null

  /** Why it cannot be had here; false where it can. */
  static installed(): string | false {
    if (isThere()) return false
    if (process.getuid?.() === 0) {
      spawnSync('flock', [join(tmpdir(), 'apt.lock'), 'apt-get', 'install', '-y', '-qq', 'redis-server'], {
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
        stdio: 'ignore',
      })
    }
    return !isThere() && 'redis-server is not installed, and cannot be without root and apt-get'
  }

  /** With words of its command line, such as `--requirepass`. */
  static async start(...settings: readonly string[]): Promise<ValkeyServer> {
    const server = new ValkeyServer(await freePort(), settings)
    await server.start()
    return server
  }

  private constructor(port: number, settings: readonly string[]) {
    this.port = port
    this.#settings = settings
  }

  /** Of one of its databases; `who` is a user and a password, each with a colon before or behind. */
  url(who = '', database = 0): string {
    return `valkey://${who === '' ? '' : `${who}@`}127.0.0.1:${this.port}/${database}`
  }

  /** Again on the same port, with nothing remembered. */
  async start(): Promise<void> {
    const words = ['--port', String(this.port), '--bind', '127.0.0.1', '--save', '', '--dir', tmpdir()]
    this.#process = spawn(program, [...words, ...this.#settings], { stdio: 'ignore' })
    while (!(await this.#isListening())) await passed(20)
  }

  /** At once, as a machine that loses its power. */
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

function isThere(): boolean {
  return spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0
}
