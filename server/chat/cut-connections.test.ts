/** Clients behind a network that cuts connections at random bytes: no message is lost, doubled or moved. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { runChat } from './chat-server.fixture.ts'
import { CuttingProxy } from './cutting-proxy.fixture.ts'
import { checkConversation, PersistentClient } from './persistent-client.fixture.ts'

/** `npm run test:long` cuts more. */
const cuts = Number(process.env['CHAT_CUTS'] ?? 20)

const texts = ['a cardiologist near 02903', 'someone for my heart', 'thank you', 'a woman']

test(`a network that cuts ${cuts} connections loses nothing`, async (context) => {
  await using server = await runChat({}, { chatLimits: { socketsPerAddress: 1000 } })
  // The first frames of a connection have about 1,500 bytes.
  const options = { targetPort: Number(new URL(server.url).port), bytesMax: 12_000, random: Math.random }
  await using proxy = await CuttingProxy.start(options)
  const clients = Array.from(
    { length: 10 },
    () => new PersistentClient({ ...server.client, url: () => proxy.url, random: Math.random }),
  )
  const running = clients.map((client) => client.run(texts))
  while (proxy.cuts < cuts) await pause(20)
  proxy.isCutting = false
  for (const client of clients) client.stop()
  await Promise.all(running)
  for (const client of clients) checkConversation(client, await client.readAll())
  const accepted = clients.reduce((sum, client) => sum + client.accepted.size, 0)
  context.diagnostic(`${proxy.cuts} cuts, ${accepted} acknowledged messages`)
  assert.ok(accepted > 0)
})
