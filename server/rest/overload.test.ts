import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { runServer } from '../running.fixture.ts'

const search = '/v1/providers?last_name=UNKNOWNNAME'

test('when the search queue is full, further searches get 503 with Retry-After, and queued and later searches succeed', async () => {
  const poolSize = { threads: 1, queuedPerThreadMax: 2 }
  await using server = await runServer({ AUTH: 'off' }, { poolSize })
  const responses = await sendPipelined(server.url, 5)
  const statuses = responses.map((response) => Number.parseInt(response))
  assert.deepEqual(statuses, [200, 200, 200, 503, 503])
  for (const refused of responses.slice(3))
    assert.match(refused, /\r\nretry-after: \d+\r\n[^]*"code":"unavailable"/)
  assert.equal((await server.get(search)).status, 200)
})

/** Sends pipelined searches in one packet. Returns the responses, each without `HTTP/1.1`. */
async function sendPipelined(url: string, count: number): Promise<readonly string[]> {
  const { hostname, port } = new URL(url)
  await using socket = connect(Number(port), hostname)
  const request = `GET ${search} HTTP/1.1\r\nHost: a\r\n`
  socket.write(`${request}\r\n`.repeat(count - 1) + `${request}Connection: close\r\n\r\n`)
  return (await text(socket)).split('HTTP/1.1 ').slice(1)
}
