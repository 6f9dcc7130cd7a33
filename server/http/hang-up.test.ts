/** Callers that go away in the middle of a body: no fault of the server, and nothing for its operator to look at. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { pino } from 'pino'
import { lineOptions } from '../log.ts'
import { runServer } from '../running.fixture.ts'
import { post } from './small-server.fixture.ts'

const form = 'application/x-www-form-urlencoded'

/** So long a request is under way before its caller goes. */
const readMs = 50

test('a body that breaks off is nothing that an operator has to look at, wherever it was for', async () => {
  let lines = ''
  const write = (line: string) => void (lines += line)
  const log = pino({ ...lineOptions, level: 'debug' }, { write })
  await using server = await runServer({}, { published: false, log })
  lines = ''
  const { port } = new URL(server.url)
  for (const leave of ['destroy', 'resetAndDestroy'] as const)
    await Promise.all(
      [
        post('Content-Length: 500', 'abc', form, '/oauth/token'),
        post('Content-Length: 500', 'abc', form, '/oauth/revoke'),
        post('Content-Length: 500', 'abc', 'application/json', '/oauth/register'),
        post('Content-Length: 500', 'abc', form, '/keys/code'),
        post('Content-Length: 500', 'abc', 'application/json', '/mcp'),
      ].map(async (message) => {
        const socket = connect(Number(port), '127.0.0.1')
        socket.write(message)
        await pause(readMs)
        socket[leave]()
        await once(socket, 'close')
      }),
    )
  // Its answer comes after all of theirs.
  await pause(readMs)
  await server.get('/openapi.json')
  await server.close()
  assert.match(lines, /"refused"|"answered"/)
  assert.doesNotMatch(lines, /"level":[3-6]0|"status":5|stack/)
})
