/** SIGTERM to `careatlas serve` with open connections: exit status 0 means that it ended by itself within 10 s. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { skipSlow } from '@careatlas/fixtures/slow-tests.fixture'
import { Accounts } from '@careatlas/state/accounts'
import { openState } from '@careatlas/state/state'
import { Installation } from './command.fixture.ts'

/** What a client sends before and after the signal, and the response that it expects. */
interface Behavior {
  readonly before: string
  /** The signal is sent after the response has this text. */
  readonly awaits?: RegExp
  readonly after?: string
  readonly reads?: RegExp
  readonly isPaused?: true
}

const form = 'token=x&email=ana%40example.org'
const head = `POST /keys/code HTTP/1.1\r\nHost: a\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${form.length}\r\n\r\n`
const page = 'GET /openapi.json HTTP/1.1\r\nHost: a\r\n\r\n'

const behaviorsByName = {
  'sends nothing': { before: '' },
  'waits between two requests': { before: page, awaits: /HTTP\/1\.1 200/ },
  'has sent part of a request line': { before: 'GET /v1/he' },
  'sends the rest': {
    before: `${head}token`,
    after: form.slice('token'.length),
    reads: /^HTTP\/1\.1 403 [^]*\r\nconnection: close\r\n/i,
  },
  'never sends the rest': { before: `${head}token` },
  'does not read': { before: page.repeat(200), isPaused: true },
} as const satisfies Readonly<Record<string, Behavior>>

async function openClient(url: string, { before, awaits, after, reads, isPaused }: Behavior) {
  const { port, hostname } = new URL(url)
  const socket: Socket = connect(Number(port), hostname).on('error', () => undefined)
  let text = ''
  const received = () => text
  if (isPaused) socket.pause()
  else socket.setEncoding('latin1').on('data', (piece: string) => (text += piece))
  await once(socket, 'connect')
  socket.write(before)
  while (awaits?.test(received()) === false) await once(socket, 'data')
  return { socket, received, after, reads }
}

/** Resolves when the server accepts no more connections. */
async function waitUntilClosed(url: string): Promise<void> {
  while (
    await fetch(`${url}/docs`).then(
      () => true,
      () => false,
    )
  );
}

/** A module that exits with status 9 if SIGINT has no listener although it had one, because then the signal kills the process. */
const reportSignalGap = `data:text/javascript,${encodeURIComponent(`
  process.on('removeListener', (signal) => {
    if (signal === 'SIGINT' && process.listenerCount('SIGINT') === 0) process.exit(9)
  })
`)}`

describe('a server exits in time with status 0 after SIGTERM', { concurrency: 2 }, () => {
  for (const behaviors of [
    ['sends nothing', 'waits between two requests', 'has sent part of a request line', 'sends the rest'],
    ['never sends the rest', 'does not read'],
  ] as const)
    test(`while one client ${behaviors.join(', another ')}, and leaves its state in one file`, async () => {
      using installation = new Installation()
      await using server = await installation.serve('serve')
      const clients = await Promise.all(
        behaviors.map((behavior) => openClient(server.url, behaviorsByName[behavior])),
      )
      // By now the server has received the earlier data.
      assert.equal((await fetch(`${server.url}/docs`)).status, 200)
      const stopped = server.stop('SIGTERM')
      await waitUntilClosed(server.url)
      for (const { socket, after } of clients) if (after) socket.write(after)
      assert.equal(await stopped, 0)
      for (const { reads, received } of clients) if (reads) assert.match(received(), reads)
      assert.ok(!existsSync(join(installation.dataDir, 'state/state.sqlite-wal')))
      for (const { socket } of clients) socket.destroy()
    })

  test('and sessions are still valid after the next start', async () => {
    using installation = new Installation()
    let session = ''
    {
      await using state = await openState({ folder: join(installation.dataDir, 'state') })
      session = (await new Accounts(state).signIn('ana@example.org')).session
    }
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      await using server = await installation.serve('serve')
      const cookie = `careatlas_session=${session}`
      const body = await (await fetch(`${server.url}/keys`, { headers: { cookie } })).text()
      assert.match(body, /"email":"ana@example\.org"/, signal)
      assert.equal(await server.stop(signal), 0)
    }
  })

  test('also if npm forwards a copy of the SIGINT of the terminal', { skip: skipSlow }, async () => {
    using installation = new Installation()
    await using server = await installation.serve('serve')
    const { socket } = await openClient(server.url, behaviorsByName['sends the rest'])
    assert.equal((await fetch(`${server.url}/docs`)).status, 200)
    const stopped = server.stop('SIGINT')
    await waitUntilClosed(server.url)
    const copied = server.stop('SIGINT')
    socket.end(behaviorsByName['sends the rest'].after)
    assert.deepEqual(await Promise.all([stopped, copied]), [0, 0])
  })

  test(
    'and catches SIGINT without a gap until it exits, so that a copy never kills it',
    { skip: skipSlow },
    async () => {
      using installation = new Installation()
      await using server = await installation.serve('serve', { NODE_OPTIONS: `--import=${reportSignalGap}` })
      assert.equal(await server.stop('SIGINT'), 0)
    },
  )

  for (const [second, skip] of [
    ['SIGTERM', false],
    ['SIGINT', skipSlow],
  ] as const)
    test(`or immediately with status 1 after a second signal, ${second}`, { skip }, async () => {
      using installation = new Installation()
      await using server = await installation.serve('serve')
      const { socket } = await openClient(server.url, behaviorsByName['never sends the rest'])
      assert.equal((await fetch(`${server.url}/docs`)).status, 200)
      const stopped = server.stop('SIGTERM')
      await waitUntilClosed(server.url)
      assert.equal(await server.stop(second), 1)
      assert.equal(await stopped, 1)
      socket.destroy()
      // Acknowledged changes are stored, and the next start cleans up.
      await using state = await openState({ folder: join(installation.dataDir, 'state') })
      assert.ok(await new Accounts(state).signIn('ana@example.org'))
    })
})
