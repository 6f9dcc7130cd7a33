/**
 * The cost of `GET /v1/providers/{npi}` compared with a bare `node:http` server and a bare Fastify server that send the same bytes,
 * with and without keys and limits, for 10,000 keys.
 * Usage: `bin/node benchmarks/get-provider.ts <data folder> [seconds per round] [rounds] [keys]`
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, copyFileSync, mkdtempDisposableSync, openSync, readFileSync, symlinkSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import {
  readCurrentGeneration,
  pointerFile,
  snapshotFolder,
  snapshotsFolder,
} from '@careatlas/directory/snapshot/current'
import { Keys } from '@careatlas/state/keys'
import { openState } from '@careatlas/state/state'
import type { Round } from './get-provider/load.ts'
import { median } from './median.ts'

const [folder, seconds = '4', rounds = '5', keyCount = '10000'] = process.argv.slice(2)
if (folder === undefined) throw new Error('Give a data directory with a published snapshot')

const hotNpis = 1000
/** More than the card cache of the server holds, so that many cards are read and decompressed. A small directory has fewer. */
const spreadNpisMax = 30_000

using scratch = mkdtempDisposableSync(join(tmpdir(), 'get-provider-'))
symlinkSync(resolve(snapshotsFolder(folder)), snapshotsFolder(scratch.path))
copyFileSync(join(folder, pointerFile), join(scratch.path, pointerFile))
const keys = await createKeys()
const [hot, spread] = [pickRandomNpis(hotNpis), pickRandomNpis(spreadNpisMax)]
const sets = { [`hot set of ${hot.length}`]: hot, [`spread set of ${spread.length}`]: spread }

/** The settings of each server. The bare servers send the recorded responses of the open one. */
const settings = { open: { AUTH: 'off', RATE_LIMITS: 'off' }, keyed: {} } as const

console.log(
  `Node ${process.version}, ${availableParallelism()} cores, ${rounds} rounds of ${seconds} s each, alternating; ${keys.length} keys\n`,
)
console.log('| NPIs | server | req/s | of bare | of open | CPU µs/req |')
console.log('|---|---|---|---|---|---|')
for (const [set, npis] of Object.entries(sets)) {
  const { bare, fastify, open, keyed } = await compare(npis)
  for (const [name, speed] of Object.entries({ bare, fastify, open, keyed })) {
    const ratios = [bare, open].map(({ perSecond }) => (speed.perSecond / perSecond).toFixed(2))
    console.log(
      `| ${[set, name, speed.perSecond.toFixed(0), ...ratios, speed.cpuMicroseconds.toFixed(1)].join(' | ')} |`,
    )
  }
}

interface Speed {
  /** Requests per second. */
  readonly perSecond: number
  /** CPU time per request. */
  readonly cpuMicroseconds: number
}

type Server = 'bare' | 'fastify' | keyof typeof settings

async function compare(npis: readonly string[]): Promise<Readonly<Record<Server, Speed>>> {
  await using load = startProcess('load')
  await using open = startProcess('whole-server', scratch.path, JSON.stringify(settings.open))
  await using keyed = startProcess('whole-server', scratch.path, JSON.stringify(settings.keyed))
  const [openUrl, keyedUrl] = await Promise.all([receiveUrl(open.child), receiveUrl(keyed.child)])
  await using bare = startProcess('bare-server', openUrl, 'node:http')
  await using fastify = startProcess('bare-server', openUrl, 'fastify')
  for (const { child } of [bare, fastify]) child.stdin?.end(npis.join('\n'))
  const [bareUrl, fastifyUrl] = await Promise.all([receiveUrl(bare.child), receiveUrl(fastify.child)])
  const servers = {
    bare: { child: bare.child, url: bareUrl },
    fastify: { child: fastify.child, url: fastifyUrl },
    open: { child: open.child, url: openUrl },
    keyed: { child: keyed.child, url: keyedUrl },
  }
  const speeds: Readonly<Record<Server, Speed[]>> = { bare: [], fastify: [], open: [], keyed: [] }
  // The first round of each warms up and does not count.
  for (let round = 0; round <= Number(rounds); round += 1)
    for (const name of ['bare', 'fastify', 'open', 'keyed'] as const) {
      const { child, url } = servers[name]
      speeds[name][round] = await measure(load.child, child, { url, npis, keys, seconds: Number(seconds) })
    }
  return {
    bare: medianSpeed(speeds.bare.slice(1)),
    fastify: medianSpeed(speeds.fastify.slice(1)),
    open: medianSpeed(speeds.open.slice(1)),
    keyed: medianSpeed(speeds.keyed.slice(1)),
  }
}

async function receiveUrl(child: ChildProcess): Promise<string> {
  return String((await nextMessage(child))['url'])
}

async function measure(load: ChildProcess, server: ChildProcess, round: Round): Promise<Speed> {
  await exchange(server, 'start')
  const { responses, perSecond } = await exchange(load, round)
  const { cpuMicroseconds } = await exchange(server, 'stop')
  return { perSecond: Number(perSecond), cpuMicroseconds: Number(cpuMicroseconds) / Number(responses) }
}

function medianSpeed(speeds: readonly Speed[]): Speed {
  return {
    perSecond: median(speeds.map(({ perSecond }) => perSecond)),
    cpuMicroseconds: median(speeds.map(({ cpuMicroseconds }) => cpuMicroseconds)),
  }
}

function startProcess(role: string, ...parameters: string[]) {
  const module = join(import.meta.dirname, 'get-provider', `${role}.ts`)
  const log = openSync(logPath(role), 'a')
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

/** Sends a message to the process and returns its reply. */
async function exchange(
  child: ChildProcess,
  message: Round | string,
): Promise<Readonly<Record<string, unknown>>> {
  const reply = nextMessage(child)
  child.send(message)
  return reply
}

/** The file for the output of a process, so that only the table is printed. */
function logPath(role: string): string {
  return join(scratch.path, `${role}.log`)
}

async function nextMessage(child: ChildProcess): Promise<Readonly<Record<string, unknown>>> {
  const listening = new AbortController()
  const message = once(child, 'message', listening)
  const exit = once(child, 'exit', listening).then(() => failWithLog(child))
  try {
    const [reply] = await Promise.race([message, exit])
    return reply
  } finally {
    listening.abort()
  }
}

function failWithLog({ spawnargs }: ChildProcess): never {
  const role = basename(spawnargs[1] ?? '', '.ts')
  throw new Error(`${role} ended: ${readFileSync(logPath(role), 'utf8')}`)
}

function pickRandomNpis(countMax: number): readonly string[] {
  const generation = readCurrentGeneration(scratch.path) ?? ''
  using cards = new DatabaseSync(join(snapshotFolder(scratch.path, generation), 'cards.sqlite'), {
    readOnly: true,
  })
  const rows = cards.prepare('SELECT DISTINCT npi FROM person_name ORDER BY random() LIMIT ?').all(countMax)
  return rows.map(({ npi }) => String(npi))
}

async function createKeys(): Promise<readonly string[]> {
  await using state = await openState({ folder: join(scratch.path, 'state') })
  const store = new Keys(state, { service: 'careatlas' })
  return await Promise.all(
    Array.from({ length: Number(keyCount) }, async () => (await store.create('any')).key),
  )
}
