/**
 * Kills the server under chatting clients, on both engines of the state: no acknowledged message is lost or doubled, positions have no
 * gaps, and the clients are back within ten seconds. `CHAT_KILLS` is the number of kills for each engine.
 */
import assert from 'node:assert/strict'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempDisposableSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { randomFrom } from '@careatlas/fixtures/random'
import { Partners } from '@careatlas/state/partners'
import { engines } from '@careatlas/state/engines.fixture'
import { findFreePort } from '@careatlas/state/free-port.fixture'
import { openState, type StatePlace } from '@careatlas/state/state'
import { publishSmallDirectory } from '@careatlas/server/small-directory.fixture'
import { testOrigin, testPartner } from '@careatlas/server/chat/chat-server.fixture'
import { checkConversation, PersistentClient } from '@careatlas/server/chat/persistent-client.fixture'

const kills = Number(process.env['CHAT_KILLS'] ?? 200)
const clientCount = 50
const backWithinMs = 10_000

const texts = [
  'a cardiologist near 02903',
  'someone for my heart',
  'a woman',
  'thank you',
  'what about Tuesday?',
]

for (const engine of engines)
  describe(`on ${engine.name}`, { skip: engine.skip }, () => {
    test(`${kills} kills lose nothing that was acknowledged`, async (context) => {
      using folder = mkdtempDisposableSync(join(tmpdir(), 'chat-crash-'))
      const random = randomFrom(Number(process.env['CRASH_SEED'] ?? 1))
      const port = await findFreePort()
      await publishSmallDirectory(folder.path, '2026-11-09.1')
      const place =
        engine.name === 'SQLite' ? { folder: join(folder.path, 'state') } : await engine.createPlace()
      const publicKey = await addTestPartner(place)
      const settings = { ...toSettings(place), DATA_DIR: folder.path, PORT: String(port), RATE_LIMITS: 'off' }
      const options = { partner: 'acme', publicKey, origin: testOrigin, random: () => random.number() }
      const clients = Array.from(
        { length: clientCount },
        () => new PersistentClient({ ...options, url: () => `http://127.0.0.1:${port}` }),
      )
      let server = startServer(settings)
      context.after(() => {
        for (const client of clients) client.stop()
        server.kill('SIGKILL')
      })
      const running = clients.map((client) => client.run(texts))
      for (let kill = 0; kill < kills; kill++) {
        await waitUntilServing(port)
        // A second kill would lengthen the outages of the first one.
        while (!clients.every(({ isConnected }) => isConnected)) await pause(20)
        await pause(random.number() * 800)
        server.kill('SIGKILL')
        await once(server, 'exit')
        server = startServer(settings)
      }
      await waitUntilServing(port)
      for (const client of clients) client.stop()
      await Promise.all(running)
      for (const client of clients) checkConversation(client, await client.readAll())
      server.kill('SIGTERM')
      await once(server, 'exit')
      const accepted = clients.reduce((sum, client) => sum + client.accepted.size, 0)
      const outages = clients.map(({ longestOutageMs }) => longestOutageMs)
      context.diagnostic(
        `${accepted} acknowledged messages, ${kills} kills, longest outage ${Math.max(...outages)} ms`,
      )
      assert.ok(Math.max(...outages) < backWithinMs, 'the clients are back in time')
    })
  })

async function addTestPartner(place: StatePlace): Promise<string> {
  await using state = await openState(place)
  return (await new Partners(state, { service: 'careatlas' }).add('acme', testPartner)).publicKey
}

function toSettings(place: StatePlace): Readonly<Record<string, string>> {
  return 'url' in place ? { DATABASE_URL: place.url } : {}
}

function startServer(settings: Readonly<Record<string, string>>): ChildProcess {
  const script = join(import.meta.dirname, 'main.ts')
  const args = ['--disable-warning=ExperimentalWarning', script, 'serve']
  return spawn(process.execPath, args, {
    env: { ...process.env, LOG_LEVEL: 'error', ...settings },
    stdio: 'ignore',
  })
}

async function waitUntilServing(port: number): Promise<void> {
  for (let attempt = 0; attempt < 400; attempt++) {
    const response = await fetch(`http://127.0.0.1:${port}/v1/health`).catch(() => null)
    if (response?.ok) return
    await pause(50)
  }
  assert.fail('the server did not start')
}
