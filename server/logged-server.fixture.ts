/**
 * For tests of the CLI: a server over the data folder of commands, in the process of the test. Starting `careatlas serve` takes five
 * seconds of CPU time; another server in the same process takes half a second.
 */
import { pino } from 'pino'
import { readConfig } from './config.ts'
import { type RunningServer, startServer } from './main.ts'

/** A server without authentication whose warnings and errors the test can read. */
export class LoggedServer implements AsyncDisposable {
  readonly url: string
  readonly #server: RunningServer
  readonly #lines: readonly string[]

  private constructor(server: RunningServer, lines: readonly string[]) {
    this.url = server.url
    this.#server = server
    this.#lines = lines
  }

  static async start(
    dataDir: string,
    settings: Readonly<Record<string, string>> = {},
  ): Promise<LoggedServer> {
    const lines: string[] = []
    const log = pino({ level: 'warn' }, { write: (line: string) => lines.push(line) })
    const defaults = { DATA_DIR: dataDir, PORT: '0', AUTH: 'off', RATE_LIMITS: 'off' }
    const config = readConfig({ ...defaults, ...settings })
    return new LoggedServer(await startServer(config, { log, warmsUp: false }), lines)
  }

  get log(): string {
    return this.#lines.join('')
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.close()
  }
}
