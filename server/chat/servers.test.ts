/** Several servers, restarts and shutdowns: a conversation continues on any server that shares the state. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { closeCodes } from '@careatlas/contract/chat-frames'
import { uuidV7 } from '@careatlas/contract/uuid-v7'
import { engines } from '@careatlas/state/engines.fixture'
import { Partners } from '@careatlas/state/partners'
import { openState } from '@careatlas/state/state'
import { pino } from 'pino'
import { readConfig } from '../config.ts'
import { startServer } from '../main.ts'
import { runServer } from '../running.fixture.ts'
import { ChatClient } from './chat-client.fixture.ts'
import { runChat, testOrigin, testPartner } from './chat-server.fixture.ts'

const postgres = engines.find(({ name }) => name === 'PostgreSQL')!

describe('a conversation', () => {
  test('shows the same messages on two servers with one PostgreSQL', { skip: postgres.skip }, async () => {
    const { url } = (await postgres.createPlace()) as { readonly url: string }
    const client = { partner: 'acme', publicKey: await addPartner(url), origin: testOrigin }
    await using first = await runServer({ DATABASE_URL: url })
    await using second = await runServer({ DATABASE_URL: url })
    await using onFirst = await ChatClient.connect(first.url, client)
    const { resume_token } = (await onFirst.next('sdk.session.created')).data
    await onFirst.ask('hello')
    await using onSecond = await ChatClient.connect(second.url, client)
    onSecond.send('session.resume', { resume_token, last_seq: 0 })
    assert.equal((await onSecond.next('session.resumed')).data.messages.length, 2)
    const messageId = uuidV7()
    onFirst.send('message.send', { message_id: messageId, text: 'thank you' })
    assert.equal((await onSecond.next('message.received')).data.message_id, messageId)
    assert.equal((await onSecond.next('message.completed')).data.seq, 4)
    const answer = await onSecond.ask('hello again')
    await onFirst.next('message.received')
    assert.equal(answer.seq, 6)
  })

  test('ends with 1012 when the server stops, and continues after the restart', async () => {
    await using server = await runChat()
    await using client = await server.connect()
    const { resume_token } = (await client.next('sdk.session.created')).data
    const { message_id } = await client.ask('hello')
    const stopping = server.close()
    assert.equal((await client.closed()).code, closeCodes.restarting)
    await stopping
    const config = readConfig({ PORT: '0', RATE_LIMITS: 'off', DATA_DIR: server.dataDir })
    await using restarted = await startServer(config, { log: pino({ level: 'silent' }) })
    await using again = await ChatClient.connect(restarted.url, server.client)
    again.send('session.resume', { resume_token, last_seq: 1 })
    const { recovered, messages } = (await again.next('session.resumed')).data
    assert.deepEqual([recovered, messages.map((message) => message.message_id)], [true, [message_id]])
  })
})

async function addPartner(url: string): Promise<string> {
  await using state = await openState({ url })
  return (await new Partners(state, { service: 'careatlas' }).add('acme', testPartner)).publicKey
}
