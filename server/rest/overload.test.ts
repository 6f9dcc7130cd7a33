import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { availableParallelism } from 'node:os'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { waitingPerThread } from '@careatlas/search/embedded/search-pool'
import { runServer } from '../running.fixture.ts'

const search = '/v1/providers?last_name=NOBODY'

/** More than Node takes out of a socket at once would wait in the system instead. */
const searchesPerConnection = 600

test('searches beyond those that may wait get 503 and a time to come again; the rest and the next are answered', async () => {
  await using server = await runServer({ AUTH: 'off' })
  const room = availableParallelism() * (1 + waitingPerThread)
  const connections = Math.ceil((2 * room) / searchesPerConnection)
  const answers = (await Promise.all(Array.from({ length: connections }, () => pipelined(server.url)))).flat()
  assert.equal(answers.length, connections * searchesPerConnection)
  const refused = answers.filter((answer) => answer.startsWith('503'))
  assert.ok(refused.length > 0)
  for (const answer of refused) assert.match(answer, /\r\nretry-after: \d+\r\n[^]*"code":"unavailable"/)
  const answered = answers.filter((answer) => answer.startsWith('200'))
  assert.ok(answered.length >= waitingPerThread)
  assert.equal(answered.length + refused.length, answers.length)
  assert.equal((await server.get(search)).status, 200)
})

/** The answers to many searches sent at once, each from its status on. */
async function pipelined(url: string): Promise<readonly string[]> {
  const { hostname, port } = new URL(url)
  await using socket = connect(Number(port), hostname)
  const request = `GET ${search} HTTP/1.1\r\nHost: a\r\n`
  socket.write(`${request}\r\n`.repeat(searchesPerConnection - 1) + `${request}Connection: close\r\n\r\n`)
  return (await text(socket)).split('HTTP/1.1 ').slice(1)
}
