/** For tests: runs the CLI as a user does, in its own data folder. */
import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { CommandMessage } from './command-host.fixture.ts'

/** As `bin/careatlas` starts it. */
const nodeArgs = ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, 'main.ts')]

export interface Outcome {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

/** A data folder, and the commands that run in it. */
export class Installation implements Disposable {
  readonly dataDir = mkdtempSync(join(tmpdir(), 'installation-'))

  /** Runs a command in a process that runs many; in a process of its own while another command runs. */
  async run(...args: readonly string[]): Promise<Outcome> {
    return isHostBusy ? await this.runAlone(...args) : await runInHost({ args, env: this.#env() })
  }

  /** Runs a command in a process of its own and waits for its exit. */
  async runAlone(...args: readonly string[]): Promise<Outcome> {
    const child = this.start(args)
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
    return { status: child.exitCode, stdout, stderr }
  }

  /** Runs a command on a terminal and types `answer` at its prompt. The terminal merges both outputs. */
  async runInTerminal(args: readonly string[], answer: string): Promise<Outcome> {
    const env = { ...process.env, DATA_DIR: this.dataDir }
    const line = [process.execPath, ...nodeArgs, ...args].map((word) => `'${word}'`).join(' ')
    const child = spawn('script', ['-qec', line, '/dev/null'], { env })
    let stdout = ''
    child.stdout.on('data', (piece: Buffer) => {
      stdout += String(piece)
      if (String(piece).includes('? ')) child.stdin.write(`${answer}\r`)
    })
    await once(child, 'exit')
    return { status: child.exitCode, stdout, stderr: '' }
  }

  start(args: readonly string[], settings: Readonly<Record<string, string>> = {}) {
    const env = { ...this.#env(), ...settings }
    return spawn(process.execPath, [...nodeArgs, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  }

  #env(): NodeJS.ProcessEnv {
    return { ...process.env, DATA_DIR: this.dataDir, PORT: '0', LOG_LEVEL: 'warn', RATE_LIMITS: 'off' }
  }

  /** Starts a server; resolves when it has printed its URL. */
  async serve(
    command: 'serve' | 'demo',
    settings: Readonly<Record<string, string>> = {},
  ): Promise<RunningCommand> {
    const child = this.start([command], settings)
    child.stderr.resume()
    let printed = ''
    for await (const chunk of child.stdout) {
      printed += String(chunk)
      if (/listens on .*\n(?:.*\n)*$/.test(printed)) break
    }
    const url = /^open +(\S+)\/$/m.exec(printed)?.[1]
    if (!url) throw new Error(`No address in ${JSON.stringify(printed)}`)
    return new RunningCommand(child, url, printed)
  }

  [Symbol.dispose](): void {
    rmSync(this.dataDir, { recursive: true, force: true })
  }
}

let host: ChildProcess | null = null
let isHostBusy = false

async function runInHost(message: CommandMessage): Promise<Outcome> {
  host ??= startHost()
  isHostBusy = true
  host.ref()
  host.channel!.ref()
  host.send(message)
  const ended = new AbortController()
  try {
    const [outcome] = (await Promise.race([
      once(host, 'message', ended),
      once(host, 'exit', ended).then(([status]) => [
        { status, stdout: '', stderr: 'the host of commands has ended' },
      ]),
    ])) as [Outcome]
    return outcome
  } finally {
    ended.abort()
    host?.unref()
    host?.channel?.unref()
    isHostBusy = false
  }
}

function startHost(): ChildProcess {
  const started = fork(join(import.meta.dirname, 'command-host.fixture.ts'), {
    execArgv: nodeArgs.slice(0, 1),
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  return started.once('exit', () => (host = null))
}

export class RunningCommand implements AsyncDisposable {
  readonly url: string
  readonly printed: string
  readonly #child: ReturnType<Installation['start']>

  constructor(child: ReturnType<Installation['start']>, url: string, printed: string) {
    this.#child = child
    this.url = url
    this.printed = printed
  }

  /** Sends `signal` and returns the exit status, or null if the signal killed the process. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    if (this.#child.exitCode === null && this.#child.signalCode === null) {
      this.#child.kill(signal)
      await once(this.#child, 'exit')
    }
    return this.#child.exitCode
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop()
  }
}
