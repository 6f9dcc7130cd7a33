/** For tests: a temporary PostgreSQL server on a free port. */
import { spawnSync } from 'node:child_process'
import { appendFileSync, chownSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from './free-port.fixture.ts'

/** The folder of the PostgreSQL 15 programs on Debian. */
export const debianBinaries = '/usr/lib/postgresql/15/bin'

export class PostgresCluster implements Disposable {
  readonly port: number
  /** The data folder, which also has the socket. */
  readonly folder: string
  readonly #binaries: string
  /** PostgreSQL refuses to run as root; if the test does, this account runs it, else null. */
  readonly #owner = process.getuid?.() === 0 ? readIds('postgres') : null

  /** Starts a server with these lines of `postgresql.conf`; null if PostgreSQL is not installed. */
  static async start(settings = '', binaries = debianBinaries): Promise<PostgresCluster | null> {
    if (!existsSync(join(binaries, 'initdb'))) return null
    return new PostgresCluster(settings, binaries, await findFreePort())
  }

  private constructor(settings: string, binaries: string, port: number) {
    this.#binaries = binaries
    this.port = port
    this.folder = mkdtempSync(join(tmpdir(), 'postgres-'))
    if (this.#owner) chownSync(this.folder, this.#owner.uid, this.#owner.gid)
    using cleanup = new DisposableStack()
    cleanup.defer(() => rmSync(this.folder, { recursive: true, force: true }))
    this.#run('initdb', '-D', this.folder, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--no-locale')
    const connection = `listen_addresses = '127.0.0.1'\nport = ${port}\nunix_socket_directories = '${this.folder}'\n`
    appendFileSync(join(this.folder, 'postgresql.conf'), connection + settings)
    this.start()
    cleanup.move()
  }

  /** Starts or restarts the server on its port. */
  start(): void {
    this.#run('pg_ctl', '-D', this.folder, '-l', join(this.folder, 'log'), '-w', 'start')
  }

  stop(): void {
    this.#run('pg_ctl', '-D', this.folder, '-m', 'immediate', 'stop')
  }

  /** The URL of a database. */
  url(database = 'postgres'): string {
    return `postgres://postgres@127.0.0.1:${this.port}/${database}`
  }

  [Symbol.dispose](): void {
    this.stop()
    rmSync(this.folder, { recursive: true, force: true })
  }

  #run(program: string, ...args: string[]): void {
    const { status, stderr } = spawnSync(join(this.#binaries, program), args, {
      ...this.#owner,
      cwd: this.folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    if (status !== 0) throw new Error(`${program} failed: ${stderr.toString()}`)
  }
}

function readIds(user: string): { readonly uid: number; readonly gid: number } {
  const readId = (option: string): number => Number(spawnSync('id', [option, user]).stdout.toString())
  return { uid: readId('-u'), gid: readId('-g') }
}
