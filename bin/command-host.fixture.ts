/**
 * For tests: runs commands one after another in this process, with arguments and an environment from messages. Loading the modules of
 * a command takes longer than most commands.
 */
import { Writable } from 'node:stream'
import type { Outcome } from './command.fixture.ts'

export interface CommandMessage {
  readonly args: readonly string[]
  readonly env: NodeJS.ProcessEnv
}

let commandCount = 0

process.on('message', ({ args, env }: CommandMessage) => {
  void run(args, env).then((outcome) => process.send!(outcome))
})

async function run(args: readonly string[], env: NodeJS.ProcessEnv): Promise<Outcome> {
  const [stdout, stderr] = [collect('stdout'), collect('stderr')]
  process.argv.splice(2, Infinity, ...args)
  process.env = env
  commandCount += 1
  // The query makes it another module, which runs again; the modules that it imports do not.
  await import(`./main.ts?${commandCount}`)
  return { status: takeStatus(), stdout: stdout(), stderr: stderr() }
}

function takeStatus(): number {
  const status = Number(process.exitCode ?? 0)
  process.exitCode = undefined
  return status
}

/** Replaces an output of this process; returns a function that returns what is written to it. */
function collect(name: 'stdout' | 'stderr'): () => string {
  let written = ''
  const output = new Writable({
    decodeStrings: false,
    write(chunk: string | Buffer, _encoding, done) {
      written += String(chunk)
      done()
    },
  })
  Object.defineProperty(process, name, { value: output, configurable: true })
  return () => written
}
