/** A client that disconnects in the middle of a body causes no error in the log. */
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

/** Time between the start of a request and its disconnection. */
const delayMs = 50

test('the server logs no warning or error for an aborted request body, on any endpoint', async () => {
  let lines = ''
  const write = (line: string) => void (lines += line)
  const log = pino({ ...lineOptions, level: 'debug' }, { write })
  await using server = await runServer({}, { published: false, log })
  lines = ''
  const { port } = new URL(server.url)
  for (const disconnect of ['destroy', 'resetAndDestroy'] as const)
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
        await pause(delayMs)
        socket[disconnect]()
        await once(socket, 'close')
      }),
    )
  // The server handles this request after the aborted ones.
  await pause(delayMs)
  await server.get('/openapi.json')
  await server.close()
  assert.match(lines, /"refused"|"answered"/)
  assert.doesNotMatch(lines, /"level":[4-6]0|"status":5|stack/)
})
