import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { test } from 'node:test'
import { endOfTurn } from './end-of-turn.ts'

test('requests that are ready together are all read before the first is answered', async () => {
  const events: string[] = []
  const server = createServer((socket: Socket) => {
    socket.on('data', async () => {
      events.push('read')
      await endOfTurn()
      events.push('answered')
      socket.end('done')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  const clients = await Promise.all(
    Array.from({ length: 3 }, async () => {
      const client = connect(port, '127.0.0.1')
      await once(client, 'connect')
      return client
    }),
  )
  await new Promise((resolve) => setTimeout(resolve, 50))
  // Written in one turn, so that the server finds all three ready in one turn.
  for (const client of clients) client.write('request')
  await Promise.all(clients.map((client) => once(client.resume(), 'end')))
  assert.deepEqual(events, ['read', 'read', 'read', 'answered', 'answered', 'answered'])
  server.close()
})

test('a request of the next turn waits for the end of that turn', async () => {
  const first = endOfTurn()
  assert.equal(endOfTurn(), first)
  await first
  assert.notEqual(endOfTurn(), first)
})
