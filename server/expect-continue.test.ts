/** `Expect: 100-continue` on a whole server: the client sends its body as soon as the server asks for it. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request } from 'node:http'
import { after, before, test } from 'node:test'
import { runChat, type RunningChat } from './chat/chat-server.fixture.ts'

let server: RunningChat
before(async () => (server = await runChat()))
after(() => server[Symbol.asyncDispose]())

const form = 'application/x-www-form-urlencoded'

for (const [path, type] of [
  ['/oauth/token', form],
  ['/oauth/revoke', form],
  ['/oauth/register', 'application/json'],
  ['/sdk/token', form],
  ['/keys/code', form],
] as const)
  test(`${path} asks for the body before it responds`, async () => {
    const headers = { expect: '100-continue', 'content-type': type, origin: server.client.origin }
    const sent = request(`${server.url}${path}`, { method: 'POST', headers })
    sent.flushHeaders()
    await once(sent, 'continue')
    sent.end('x=1')
    const [response] = await once(sent, 'response')
    response.resume()
    assert.ok(response.statusCode >= 400)
  })
