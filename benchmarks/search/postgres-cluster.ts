/** A PostgreSQL server of its own for as long as it is measured, in a temporary folder, reached by a socket there. */
import { spawnSync } from 'node:child_process'
import { appendFileSync, chownSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'

/** Where Debian puts version 15. */
export const debianBinaries = '/usr/lib/postgresql/15/bin'

const mebibyte = 2 ** 20

/** A quarter of the memory, as the manual advises to start with (Resource Consumption), and a half for the planner to count on. */
const settings = `
listen_addresses = ''
shared_buffers = ${Math.floor(totalmem() / 4 / mebibyte)}MB
effective_cache_size = ${Math.floor(totalmem() / 2 / mebibyte)}MB
work_mem = 64MB
maintenance_work_mem = 1GB
wal_level = minimal
max_wal_senders = 0
max_wal_size = 4GB
random_page_cost = 1.1
jit = off
`

export class PostgresCluster implements Disposable {
  /** Of the socket: the host to connect to, as `postgres`. */
  readonly folder: string
  readonly #binaries: string
  /** The server refuses to run as root. */
  readonly #owner = process.getuid?.() === 0 ? idsOf('postgres') : null

  /** Null where PostgreSQL is not installed. */
  static start(binaries = debianBinaries): PostgresCluster | null {
    return existsSync(join(binaries, 'initdb')) ? new PostgresCluster(binaries) : null
  }

  private constructor(binaries: string) {
    this.#binaries = binaries
    this.folder = mkdtempSync(join(tmpdir(), 'postgres-peer-'))
    if (this.#owner) chownSync(this.folder, this.#owner.uid, this.#owner.gid)
    using failing = new DisposableStack()
    failing.defer(() => rmSync(this.folder, { recursive: true, force: true }))
    this.#run('initdb', '-D', this.folder, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--no-locale')
    appendFileSync(join(this.folder, 'postgresql.conf'), settings)
    const log = join(this.folder, 'log')
    this.#run('pg_ctl', '-D', this.folder, '-o', `-k ${this.folder}`, '-l', log, '-w', 'start')
    failing.move()
  }

  [Symbol.dispose](): void {
    this.#run('pg_ctl', '-D', this.folder, '-m', 'immediate', 'stop')
    rmSync(this.folder, { recursive: true, force: true })
  }

  #run(program: string, ...words: string[]): void {
    const { status, stderr } = spawnSync(join(this.#binaries, program), words, {
      ...this.#owner,
      cwd: this.folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    if (status !== 0) throw new Error(`${program} failed: ${stderr.toString()}`)
  }
}

function idsOf(user: string): { readonly uid: number; readonly gid: number } {
  const idOf = (option: string): number => Number(spawnSync('id', [option, user]).stdout.toString())
  return { uid: idOf('-u'), gid: idOf('-g') }
}
