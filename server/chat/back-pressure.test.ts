/** Clients that do not read, send nothing or connect too often do not delay the others. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { chatLimits, closeCodes } from '@careatlas/contract/chat-frames'
import { uuidV7 } from '@careatlas/contract/uuid-v7'
import { runChat } from './chat-server.fixture.ts'

describe('a client of the chat', () => {
  test('that does not read is disconnected, and finds the complete answers when it returns', async () => {
    await using server = await runChat({}, { chatLimits: { frames: { burst: 2000, perSecond: 1000 } } })
    await using silent = await server.connect()
    const { resume_token } = (await silent.next('sdk.session.created')).data
    for (let count = 0; count < 4; count++) await silent.ask('x'.repeat(4000))
    silent.pauseReading()
    // Pages of history are the largest frames that a client can request.
    for (let count = 0; count < 1000; count++) {
      silent.send('history.get', {})
      await pause(2)
    }
    silent.resumeReading()
    assert.equal((await silent.closed()).code, 1006)
    await using returning = await server.connect()
    returning.send('session.resume', { resume_token, last_seq: 6 })
    const { data } = await returning.next('session.resumed')
    assert.deepEqual([data.recovered, data.messages.length], [true, 2])
  })

  test('that sends nothing is closed, while one that is active stays', async () => {
    await using server = await runChat({}, { chatLimits: { silentMs: 300, sweepMs: 50 } })
    await using silent = await server.connect()
    await using active = await server.connect()
    active.send('ping', {})
    await active.next('pong')
    assert.equal((await silent.closed()).code, closeCodes.idle)
    active.send('ping', {})
    await active.next('pong')
  })

  test('that sends nothing more is closed', async () => {
    await using server = await runChat({}, { chatLimits: { idleMs: 300, sweepMs: 50 } })
    await using client = await server.connect()
    client.send('ping', {})
    await client.next('pong')
    assert.equal((await client.closed()).code, closeCodes.idle)
  })

  test('that does not answer pings is disconnected', async () => {
    await using server = await runChat({}, { chatLimits: { pingMs: 50, unheardMs: 300, sweepMs: 50 } })
    await using healthy = await server.connect()
    await using halfOpen = await server.connect()
    halfOpen.pauseReading()
    await pause(1000)
    halfOpen.resumeReading()
    assert.equal((await halfOpen.closed()).code, 1006)
    healthy.send('ping', {})
    await healthy.next('pong')
  })

  test('may open a limited number of sockets from one address', async () => {
    await using server = await runChat({}, { chatLimits: { socketsPerAddress: 2 } })
    {
      await using _first = await server.connect()
      await using _second = await server.connect()
      await assert.rejects(server.connect(), /429/)
    }
    await using again = await server.connect()
    await again.next('session.started')
  })

  test('may send a limited number of messages a minute, and keeps its socket', async () => {
    await using server = await runChat()
    await using client = await server.connect()
    for (let count = 0; count < chatLimits.messagesPerMinute; count++) await client.ask('hello')
    client.send('message.send', { message_id: uuidV7(), text: 'hello' })
    assert.equal((await client.next('error')).data.code, 'rate_limited')
    client.send('ping', {})
    await client.next('pong')
  })
})
