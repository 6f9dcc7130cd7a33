/** The authority of a socket ends with its access token. */
import assert from 'node:assert/strict'
import { after, before, test, type TestContext } from 'node:test'
import { type ClientData, type ClientFrameType, closeCodes } from '@careatlas/contract/chat-frames'
import { uuidV7 } from '@careatlas/contract/uuid-v7'
import { mockClock } from '../mock-clock.fixture.ts'
import type { ChatClient } from './chat-client.fixture.ts'
import { runChat, type RunningChat } from './chat-server.fixture.ts'
import { runModelServer } from './model-server.fixture.ts'
import { exchange, fetchConfig } from './sign-in.fixture.ts'
import { pageClient, startIdentityProvider } from './tokens/identity-provider.fixture.ts'

const advance = mockClock()
const minuteMs = 60_000

let identityProvider: Awaited<ReturnType<typeof startIdentityProvider>>
before(async () => (identityProvider = await startIdentityProvider()))
after(() => identityProvider[Symbol.asyncDispose]())

/** @param sweepMs between two checks for expired tokens */
const run = (sweepMs: number, settings: Readonly<Record<string, string>> = {}): Promise<RunningChat> =>
  runChat(settings, {
    chatLimits: { sweepMs },
    partner: { issuer: identityProvider.url, audiences: [pageClient] },
  })

async function signIn(server: RunningChat): Promise<string> {
  return (await exchange(await fetchConfig(server), await identityProvider.signIn('ana'))).access_token
}

/** Signs in, and moves the clock beyond the end of the token. */
async function expire(client: ChatClient, server: RunningChat, context: TestContext): Promise<void> {
  client.send('auth.upgrade', { access_token: await signIn(server) })
  await client.next('auth.upgraded')
  await client.ask('hello')
  advance(context, 31 * minuteMs)
}

test('a message after the end of the token is refused, and accepted after a refresh', async (context) => {
  await using server = await run(3_600_000)
  await using client = await server.connect()
  await expire(client, server, context)
  const message = { message_id: uuidV7(), text: 'hello again' }
  client.send('message.send', message)
  const { code, retryable } = (await client.next('auth.failed')).data
  assert.deepEqual([code, retryable], ['token_expired', true])
  client.send('auth.refresh', { access_token: await signIn(server) })
  client.send('message.send', message)
  await client.next('auth.refreshed')
  assert.equal((await client.next('message.accepted')).data.seq, 3)
})

const message_id = uuidV7()

/** Frames that a client without a token may send too, but not as this user. */
const otherFrames: Partial<{ [Type in ClientFrameType]: ClientData<Type> }> = {
  'message.cancel': { message_id },
  'message.feedback': { message_id, value: 'up' },
  'history.get': {},
  'history.migrate': { migration_token: 'x' },
  'session.resume': { resume_token: 'x', last_seq: 0 },
  'conversation.list': {},
  'conversation.new': {},
  'conversation.open': { conversation_id: message_id },
  'location.share': { lat: 41.82, lng: -71.41 },
  'handoff.request': { consent: true },
}

test('other frames after the end of the token are refused too, before the socket is closed', async (context) => {
  await using server = await run(3_600_000)
  await using client = await server.connect()
  await expire(client, server, context)
  for (const [type, data] of Object.entries(otherFrames)) {
    const re = client.send(type as ClientFrameType, data)
    const refusal = await client.next('auth.failed')
    assert.deepEqual([refusal.re, refusal.data.code], [re, 'token_expired'], type)
  }
  client.send('ping', {})
  await client.next('pong')
  const granted = ['history.page', 'conversation.listed', 'conversation.opened', 'location.shared']
  assert.ok(client.frames.every(({ type }) => !granted.includes(type)))
})

test('an open socket is closed after the end of its token', async (context) => {
  await using server = await run(20)
  await using client = await server.connect()
  await expire(client, server, context)
  assert.equal((await client.closed()).code, closeCodes.authenticationExpired)
})

test('an answer that is in progress at the end of the token is completed before the socket is closed', async (context) => {
  await using model = await runModelServer('openai')
  model.play({ cut: 'One moment', ending: 'hang' })
  await using server = await run(20, {
    MODEL_URL: model.url,
    MODEL_NAME: 'scripted',
    MODEL_API: 'openai',
    MODEL_TIMEOUT_MS: '1000',
  })
  await using client = await server.connect()
  client.send('auth.upgrade', { access_token: await signIn(server) })
  await client.next('auth.upgraded')
  client.send('message.send', { message_id: uuidV7(), text: 'a cardiologist near 02903' })
  await client.next('message.started')
  advance(context, 31 * minuteMs)
  assert.equal((await client.next('message.completed')).data.finish_reason, 'stop')
  assert.equal((await client.closed()).code, closeCodes.authenticationExpired)
})
