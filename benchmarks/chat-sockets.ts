/**
 * The cost of chat sockets: memory and time of opening for idle ones, and the times of messages in active conversations, beside a bare
 * `ws` echo server in the same run.
 * Usage: `bin/node benchmarks/chat-sockets.ts [--idle N] [--active N] [--seconds S] DATA_DIR`; defaults 10000, 1000 and 30. DATA_DIR
 * has a snapshot, for example of `benchmarks/mcp.ts --rows 130000`.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism, loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { randomFrom } from '@careatlas/fixtures/random'
import { readConfig } from '@careatlas/server/config'
import { Partners } from '@careatlas/state/partners'
import { openState } from '@careatlas/state/state'
import type WebSocket from 'ws'
import { openSockets, type Target, timeEcho, timeMessage, type Times } from './chat/raw-client.ts'
import { percentile } from './search/measure.ts'

const origin = 'https://bench.example'

/** Questions of one turn, in the languages of the assistant. */
const questions = [
  'a cardiologist near 02903',
  'my knee hurts when I climb stairs, near Providence',
  'pediatrician who speaks Spanish',
  'necesito un dentista cerca de 02906',
  'someone to talk to about my anxiety',
  'women doctor for a checkup in Warwick',
]

/** The mean pauses between two messages of one conversation: of a reader, and of an impatient one. */
const thinkSeconds = [30, 10] as const

const { values: options, positionals } = parseArgs({
  options: {
    idle: { type: 'string', default: '10000' },
    active: { type: 'string', default: '1000' },
    seconds: { type: 'string', default: '30' },
  },
  allowPositionals: true,
})
/** The messages before the measurement, which compile the code; a socket may send 20 a minute. */
const warmUpMessages = Math.min(300, 10 * Number(options.active))

const [dataDir] = positionals
if (dataDir === undefined) throw new Error('Give a data directory')
const [idleCount, activeCount, seconds] = [options.idle, options.active, options.seconds].map(Number) as [
  number,
  number,
  number,
]
const loadBefore = loadavg()[0]!
const publicKey = await addPartner()
const random = randomFrom(1)

const bare = await measureIdle('bare', null)
const product = await measureIdle('product', { publicKey, origin })
const rates: Rate[] = []
for (const pauseSeconds of thinkSeconds)
  rates.push({ pauseSeconds, echo: await measureEcho(pauseSeconds), ...(await measureActive(pauseSeconds)) })
console.log(report())

async function addPartner(): Promise<string> {
  await using state = await openState(readConfig({ DATA_DIR: dataDir! }).state)
  const partners = new Partners(state, { service: 'careatlas' })
  const existing = await partners.find('bench')
  if (existing !== null) return existing.publicKey
  const settings = {
    origins: [origin],
    authTypes: ['passwordless'],
    issuer: null,
    audiences: [],
    algorithms: [],
    jwksUrl: null,
    productName: null,
    historyMigration: 'ask',
    retentionDays: 365,
  } as const
  return (await partners.add('bench', settings)).publicKey
}

interface Process {
  readonly child: ChildProcess
  readonly port: number
}

async function start(kind: 'bare' | 'product'): Promise<Process> {
  const child = fork(join(import.meta.dirname, 'chat/server-process.ts'), [kind, dataDir!], {
    execArgv: ['--expose-gc', '--disable-warning=ExperimentalWarning'],
  })
  const failed = once(child, 'exit').then(() => Promise.reject(new Error(`The ${kind} server did not start`)))
  const [{ port }] = (await Promise.race([once(child, 'message'), failed])) as [{ port: number }]
  failed.catch(() => undefined)
  return { child, port }
}

async function stop({ child }: Process): Promise<void> {
  child.kill('SIGKILL')
  await once(child, 'exit')
}

async function readRssMiB({ child }: Process): Promise<number> {
  child.send('memory')
  const [{ rssMiB }] = (await once(child, 'message')) as [{ rssMiB: number }]
  return rssMiB
}

async function measureIdle(kind: 'bare' | 'product', partner: Target['partner']) {
  const server = await start(kind)
  const before = await readRssMiB(server)
  const startedAt = performance.now()
  const sockets = await openSockets({ port: server.port, partner }, idleCount)
  const openSeconds = (performance.now() - startedAt) / 1000
  await pause(2000)
  const after = await readRssMiB(server)
  for (const socket of sockets) socket.terminate()
  await stop(server)
  return { kibPerSocket: ((after - before) * 1024) / idleCount, openSeconds, rssMiB: after }
}

/** The times of active conversations with one mean pause, and of echoes of a bare server with the same one. */
interface Rate {
  readonly pauseSeconds: number
  readonly echo: readonly number[]
  readonly times: readonly Times[]
  readonly rssMiB: number
}

async function measureEcho(pauseSeconds: number) {
  const server = await start('bare')
  const sockets = await openSockets({ port: server.port, partner: null }, activeCount)
  const times = await chat(sockets, pauseSeconds, timeEcho)
  await stop(server)
  return times
}

function ask(socket: WebSocket): Promise<Times> {
  return timeMessage(socket, random.pick(questions))
}

async function measureActive(pauseSeconds: number) {
  const server = await start('product')
  const sockets = await openSockets({ port: server.port, partner: { publicKey, origin } }, activeCount)
  for (let count = 0; count < warmUpMessages; count++) await ask(sockets[count % sockets.length]!)
  const times = await chat(sockets, pauseSeconds, ask)
  const rssMiB = await readRssMiB(server)
  await stop(server)
  return { times, rssMiB }
}

/** Every socket sends at random times, about once in `pauseSeconds`. */
async function chat<Time>(
  sockets: readonly WebSocket[],
  pauseSeconds: number,
  send: (socket: WebSocket) => Promise<Time>,
) {
  const until = performance.now() + seconds * 1000
  const times: Time[] = []
  await Promise.all(
    sockets.map(async (socket) => {
      for (;;) {
        const nextAt = performance.now() + random.number() * 2 * pauseSeconds * 1000
        if (nextAt > until) return
        await pause(nextAt - performance.now())
        times.push(await send(socket))
      }
    }),
  )
  for (const socket of sockets) socket.terminate()
  return times
}

/** The median and the 99th percentile. */
function cell(times: readonly number[]): string {
  if (times.length === 0) return '-'
  return [0.5, 0.99].map((share) => percentile(times, share).toFixed(1)).join(' / ')
}

function rateRow({ pauseSeconds, echo, times, rssMiB }: Rate): string {
  const pick = (name: keyof Times) => cell(times.map((time) => time[name]))
  const perSecond = (times.length / seconds).toFixed(0)
  return `| ${pauseSeconds} s | ${perSecond} | ${cell(echo)} | ${pick('accepted')} | ${pick('started')} | ${rssMiB.toFixed(0)} |`
}

function report(): string {
  return `# Chat sockets

${availableParallelism()} cores, Node ${process.version}, load before the run ${loadBefore.toFixed(2)}; the clients run on the same machine.

| ${idleCount} idle sockets | KiB a socket | opened in, s | resident, MiB |
|---|---|---|---|
| bare \`ws\` server | ${bare.kibPerSocket.toFixed(1)} | ${bare.openSeconds.toFixed(1)} | ${bare.rssMiB.toFixed(0)} |
| Careatlas | ${product.kibPerSocket.toFixed(1)} | ${product.openSeconds.toFixed(1)} | ${product.rssMiB.toFixed(0)} |

${activeCount} active conversations for ${seconds} s, after ${warmUpMessages} messages that warm the server up. Times from \`message.send\`, p50 / p99 in milliseconds:

| a message of each conversation about every | answers a second | echo of a bare \`ws\` server | \`message.accepted\` | first frame of the answer | resident, MiB |
|---|---|---|---|---|---|
${rates.map(rateRow).join('\n')}

Repeat with \`bin/node benchmarks/chat-sockets.ts DATA_DIR\`; DATA_DIR as of \`benchmarks/mcp.ts --rows 130000 DATA_DIR\`.`
}
