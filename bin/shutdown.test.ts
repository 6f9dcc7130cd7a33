/** `careatlas serve` told to stop while clients hold on to it: 0 says that it ended by itself, within its 10 s. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { Accounts } from '@careatlas/state/accounts'
import { openState } from '@careatlas/state/state'
import { Installation } from './command.fixture.ts'

/** What a client has sent when the signal comes, what it sends after it, and what it then reads. */
interface Holding {
  readonly before: string
  /** Until this much of an answer has come. */
  readonly awaits?: RegExp
  readonly after?: string
  readonly reads?: RegExp
  readonly neverReads?: true
}

const form = 'token=x&email=ana%40example.org'
const head = `POST /keys/code HTTP/1.1\r\nHost: a\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${form.length}\r\n\r\n`
const page = 'GET /openapi.json HTTP/1.1\r\nHost: a\r\n\r\n'

const holdings = {
  'says nothing': { before: '' },
  'waits between two requests': { before: page, awaits: /HTTP\/1\.1 200/ },
  'is in the middle of its first line': { before: 'GET /v1/he' },
  'sends the rest': {
    before: `${head}token`,
    after: form.slice('token'.length),
    reads: /^HTTP\/1\.1 403 [^]*\r\nconnection: close\r\n/i,
  },
  'never sends the rest': { before: `${head}token` },
  'does not read': { before: page.repeat(200), neverReads: true },
} as const satisfies Readonly<Record<string, Holding>>

async function held(url: string, { before, awaits, after, reads, neverReads }: Holding) {
  const { port, hostname } = new URL(url)
  const socket: Socket = connect(Number(port), hostname).on('error', () => undefined)
  let text = ''
  const heard = () => text
  if (neverReads) socket.pause()
  else socket.setEncoding('latin1').on('data', (piece: string) => (text += piece))
  await once(socket, 'connect')
  socket.write(before)
  while (awaits?.test(heard()) === false) await once(socket, 'data')
  return { socket, heard, after, reads }
}

/** Resolves when nobody can connect any more. */
async function listensNoMore(url: string): Promise<void> {
  while (
    await fetch(`${url}/docs`).then(
      () => true,
      () => false,
    )
  );
}

describe('a server that is told to stop ends in time with status 0', { concurrency: 2 }, () => {
  for (const whose of [
    ['says nothing', 'waits between two requests', 'is in the middle of its first line', 'sends the rest'],
    ['never sends the rest', 'does not read'],
  ] as const)
    test(`while one client ${whose.join(', another ')}, and leaves its state in one file`, async () => {
      using installation = new Installation()
      await using server = await installation.serve('serve')
      const clients = await Promise.all(whose.map((each) => held(server.url, holdings[each])))
      // The server has seen by now what was sent before.
      assert.equal((await fetch(`${server.url}/docs`)).status, 200)
      const stopped = server.stop('SIGTERM')
      await listensNoMore(server.url)
      for (const { socket, after } of clients) if (after) socket.write(after)
      assert.equal(await stopped, 0)
      for (const { reads, heard } of clients) if (reads) assert.match(heard(), reads)
      assert.ok(!existsSync(join(installation.dataDir, 'state/state.sqlite-wal')))
      for (const { socket } of clients) socket.destroy()
    })

  test('while somebody is signed in, who still is after the next start', async () => {
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

  for (const second of ['SIGTERM', 'SIGINT'] as const)
    test(`or at once with status 1, when it is told again by ${second}`, async () => {
      using installation = new Installation()
      await using server = await installation.serve('serve')
      const { socket } = await held(server.url, holdings['never sends the rest'])
      assert.equal((await fetch(`${server.url}/docs`)).status, 200)
      const stopped = server.stop('SIGTERM')
      await listensNoMore(server.url)
      assert.equal(await server.stop(second), 1)
      assert.equal(await stopped, 1)
      socket.destroy()
      // What was acknowledged is there, and the next start cleans up.
      await using state = await openState({ folder: join(installation.dataDir, 'state') })
      assert.ok(await new Accounts(state).signIn('ana@example.org'))
    })
})
