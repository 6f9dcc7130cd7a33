/**
 * How much of the speed of a bare `node:http` server is left when `GET /v1/providers/{npi}` answers the same bytes.
 * Usage: `node benchmarks/get-provider.ts <data folder> [seconds a round] [rounds]`
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, copyFileSync, mkdtempDisposableSync, openSync, readFileSync, symlinkSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import {
  currentGeneration,
  pointerFile,
  snapshotFolder,
  snapshotsFolder,
} from '@careatlas/directory/snapshot/current'
import { Keys } from '@careatlas/state/keys'
import { openState } from '@careatlas/state/state'
import type { Round } from './get-provider/load.ts'
import { median } from './median.ts'

const [folder, seconds = '4', rounds = '5'] = process.argv.slice(2)
if (folder === undefined) throw new Error('Give a data folder with a published snapshot')

const hotNpis = 1000
/** At most; more than the server keeps inflated, so that many cards of this set are read and inflated each time. */
const spreadNpis = 30_000

using scratch = mkdtempDisposableSync(join(tmpdir(), 'get-provider-'))
symlinkSync(resolve(snapshotsFolder(folder)), snapshotsFolder(scratch.path))
copyFileSync(join(folder, pointerFile), join(scratch.path, pointerFile))
const key = await makeKey()
const [hot, spread] = [someNpis(hotNpis), someNpis(spreadNpis)]
const sets = { [`hot set of ${hot.length}`]: hot, [`spread set of ${spread.length}`]: spread }

console.log(
  `Node ${process.version}, ${availableParallelism()} cores, ${rounds} rounds of ${seconds} s each, alternating\n`,
)
console.log('| NPIs | bare req/s | ours req/s | ratio | bare CPU µs/req | ours CPU µs/req | ratio |')
console.log('|---|---|---|---|---|---|---|')
for (const [name, npis] of Object.entries(sets)) {
  const { bare, ours } = await compare(npis)
  const [speed, cpu] = [ours.perSecond / bare.perSecond, bare.cpu / ours.cpu]
  const cells = [bare.perSecond.toFixed(0), ours.perSecond.toFixed(0), speed.toFixed(2)]
  console.log(
    `| ${name} | ${[...cells, bare.cpu.toFixed(1), ours.cpu.toFixed(1), cpu.toFixed(2)].join(' | ')} |`,
  )
}

interface Speed {
  readonly perSecond: number
  readonly cpu: number
}

async function compare(npis: readonly string[]): Promise<{ readonly bare: Speed; readonly ours: Speed }> {
  await using load = start('load')
  await using wholeServer = start('whole-server', scratch.path)
  const ourUrl = String((await next(wholeServer.child))['url'])
  await using bareServer = start('bare-server', ourUrl, key)
  bareServer.child.stdin?.end(npis.join('\n'))
  const bareUrl = String((await next(bareServer.child))['url'])
  const bare: Speed[] = []
  const ours: Speed[] = []
  // The first round of each warms up and does not count.
  for (let round = 0; round <= Number(rounds); round += 1) {
    bare[round] = await measure(load.child, bareServer.child, {
      url: bareUrl,
      npis,
      key,
      seconds: Number(seconds),
    })
    ours[round] = await measure(load.child, wholeServer.child, {
      url: ourUrl,
      npis,
      key,
      seconds: Number(seconds),
    })
  }
  return { bare: medianSpeed(bare.slice(1)), ours: medianSpeed(ours.slice(1)) }
}

async function measure(load: ChildProcess, server: ChildProcess, round: Round): Promise<Speed> {
  await ask(server, 'start')
  const { answered, perSecond } = await ask(load, round)
  const { cpuMicroseconds } = await ask(server, 'stop')
  return { perSecond: Number(perSecond), cpu: Number(cpuMicroseconds) / Number(answered) }
}

function medianSpeed(speeds: readonly Speed[]): Speed {
  return {
    perSecond: median(speeds.map(({ perSecond }) => perSecond)),
    cpu: median(speeds.map(({ cpu }) => cpu)),
  }
}

function start(role: string, ...parameters: string[]) {
  const module = join(import.meta.dirname, 'get-provider', `${role}.ts`)
  const log = openSync(logOf(role), 'w')
  const child = fork(module, parameters, { stdio: ['pipe', log, log, 'ipc'] })
  closeSync(log)
  return {
    child,
    async [Symbol.asyncDispose]() {
      child.kill()
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    },
  }
}

async function ask(
  child: ChildProcess,
  question: Round | string,
): Promise<Readonly<Record<string, unknown>>> {
  const answer = next(child)
  child.send(question)
  return answer
}

/** Everything that a process says, so that the table is all there is to read. */
function logOf(role: string): string {
  return join(scratch.path, `${role}.log`)
}

async function next(child: ChildProcess): Promise<Readonly<Record<string, unknown>>> {
  const waiting = new AbortController()
  const message = once(child, 'message', waiting)
  const exit = once(child, 'exit', waiting).then(() => ended(child))
  try {
    const [answer] = await Promise.race([message, exit])
    return answer
  } finally {
    waiting.abort()
  }
}

function ended({ spawnargs }: ChildProcess): never {
  const role = basename(spawnargs[1] ?? '', '.ts')
  throw new Error(`${role} ended: ${readFileSync(logOf(role), 'utf8')}`)
}

function someNpis(count: number): readonly string[] {
  const generation = currentGeneration(scratch.path) ?? ''
  using cards = new DatabaseSync(join(snapshotFolder(scratch.path, generation), 'cards.sqlite'), {
    readOnly: true,
  })
  const rows = cards.prepare('SELECT DISTINCT npi FROM person_name ORDER BY random() LIMIT ?').all(count)
  return rows.map(({ npi }) => String(npi))
}

async function makeKey(): Promise<string> {
  await using state = await openState({ folder: join(scratch.path, 'state') })
  return (await new Keys(state, { service: 'careatlas' }).create('benchmark')).key
}
