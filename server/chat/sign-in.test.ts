/** Both ways to sign in, over real HTTP, WebSockets, SMTP and with a real identity provider. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { closeCodes } from '@careatlas/contract/chat-frames'
import { uuidV7 } from '@careatlas/contract/uuid-v7'
import { Conversations } from '@careatlas/state/conversations/conversations'
import { openState } from '@careatlas/state/state'
import { decodeJwt } from 'jose'
import { pino } from 'pino'
import { readConfig } from '../config.ts'
import { startMailServer } from '../mail-server.fixture.ts'
import { startWebhook } from '../webhooks/webhook.fixture.ts'
import type { ChatClient } from './chat-client.fixture.ts'
import { runChat, type RunningChat } from './chat-server.fixture.ts'
import { runModelServer } from './model-server.fixture.ts'
import { exchange, fetchConfig, partnerHeaders, requestTokens } from './sign-in.fixture.ts'
import { pageClient, startIdentityProvider } from './tokens/identity-provider.fixture.ts'

describe('a user of the identity provider of the partner', () => {
  let identityProvider: Awaited<ReturnType<typeof startIdentityProvider>>
  let server: RunningChat
  let config: Awaited<ReturnType<typeof fetchConfig>>
  before(async () => {
    identityProvider = await startIdentityProvider()
    const partner = { issuer: identityProvider.url, audiences: [pageClient] }
    server = await runChat({}, { partner })
    config = await fetchConfig(server)
  })
  after(async () => {
    await server[Symbol.asyncDispose]()
    await identityProvider[Symbol.asyncDispose]()
  })

  const signIn = async (user: string) =>
    (await exchange(config, await identityProvider.signIn(user))).access_token

  test('gets the configuration, connects, exchanges the ID token, is upgraded, and chats', async () => {
    await using client = await server.connect()
    await client.next('session.started')
    await client.next('sdk.session.created')
    const accessToken = await signIn('ana')
    const profile_sync = {
      user_profile: { first_name: 'Ana', shoe_size: 38 },
      user_address: { zip_code: 'x' },
    }
    client.send('auth.upgrade', { access_token: accessToken, auth_type: 'tokenExchange', profile_sync })
    const { data } = await client.next('auth.upgraded')
    assert.deepEqual([data.user.display_name, data.messages], ['Ana', []])
    assert.equal(data.user.id, decodeJwt(accessToken).sub)
    assert.equal((await client.ask('a cardiologist near 02903')).seq, 2)
  })

  test('is upgraded without a profile that is nested too deeply', async () => {
    await using client = await server.connect()
    const nested = `${'['.repeat(30_000)}${']'.repeat(30_000)}`
    const data = `{"access_token":"${await signIn('eve')}","profile_sync":{"user_profile":${nested}}}`
    client.sendText(`{"type":"auth.upgrade","id":"${uuidV7()}","data":${data}}`)
    assert.equal((await client.next('auth.upgraded')).data.user.display_name, null)
  })

  test('stays anonymous if the conversation cannot be read', async () => {
    await using first = await server.connect()
    const access_token = await signIn('flo')
    first.send('auth.upgrade', { access_token })
    const { conversation_id } = (await first.next('auth.upgraded')).data
    await first.ask('hello')
    await using state = await openState(readConfig({ DATA_DIR: server.dataDir }).state)
    const damaged = state.database.updateTable('chat_message').set({ body: Buffer.from('damaged') })
    await damaged.where('conversation_id', '=', conversation_id).execute()
    await using second = await server.connect()
    second.send('auth.upgrade', { access_token })
    assert.equal((await second.next('error')).data.code, 'internal_error')
    second.send('auth.refresh', { access_token })
    assert.equal((await second.next('auth.failed')).data.code, 'identity_mismatch')
  })

  test('finds the conversation again on another device, and lists, opens and starts conversations', async () => {
    await using first = await server.connect()
    first.send('auth.upgrade', { access_token: await signIn('ben') })
    const { conversation_id } = (await first.next('auth.upgraded')).data
    await first.ask('a cardiologist near 02903')
    first.send('conversation.new', {})
    await first.next('conversation.opened')
    await first.ask('hello')
    await using second = await server.connect()
    second.send('auth.upgrade', { access_token: await signIn('ben') })
    assert.equal((await second.next('auth.upgraded')).data.messages[0]?.text, 'hello')
    second.send('conversation.list', {})
    const { conversations } = (await second.next('conversation.listed')).data
    assert.deepEqual(
      conversations.map(({ title, message_count }) => [title, message_count]),
      [
        ['hello', 2],
        ['a cardiologist near 02903', 2],
      ],
    )
    second.send('conversation.open', { conversation_id })
    const opened = (await second.next('conversation.opened')).data
    assert.equal(opened.messages[0]?.text, 'a cardiologist near 02903')
  })

  test('answers what a conversation has without an answer, when the user opens it', async () => {
    await using client = await server.connect()
    client.send('auth.upgrade', { access_token: await signIn('bea') })
    const { conversation_id } = (await client.next('auth.upgraded')).data
    await client.ask('a cardiologist near 02903')
    await using state = await openState(readConfig({ DATA_DIR: server.dataDir }).state)
    const message = { id: uuidV7(), role: 'user', body: { text: 'a woman' } } as const
    await new Conversations(state, { cipher: null }).append(conversation_id, message)
    client.send('conversation.open', { conversation_id })
    await client.next('conversation.opened')
    assert.equal((await client.next('message.completed')).data.answers, message.id)
  })

  test('keeps the messages from before the upgrade only with the migration token of the socket', async () => {
    await using client = await server.connect()
    await client.ask('a cardiologist near 02903')
    client.send('auth.upgrade', { access_token: await signIn('cleo') })
    const { migration, messages } = (await client.next('auth.upgraded')).data
    assert.deepEqual([messages, migration.available, migration.message_count], [[], true, 2])
    await using other = await server.connect()
    other.send('auth.upgrade', { access_token: await signIn('dan') })
    await other.next('auth.upgraded')
    other.send('history.migrate', { migration_token: migration.migration_token ?? '' })
    assert.equal((await other.next('error')).data.code, 'not_found')
    client.send('history.migrate', { migration_token: migration.migration_token ?? '' })
    const migrated = (await client.next('history.migrated')).data
    assert.deepEqual(
      [migrated.message_count, migrated.messages.map(({ role }) => role)],
      [2, ['user', 'assistant']],
    )
    client.send('history.migrate', { migration_token: migration.migration_token ?? '' })
    assert.equal((await client.next('error')).data.code, 'not_found')
  })

  test('gets the answer in progress after the upgrade, in the conversation that has the messages then', async () => {
    await using model = await runModelServer('openai')
    model.play({ cut: 'One moment', ending: 'hang' })
    await using slow = await runChat(
      { MODEL_URL: model.url, MODEL_NAME: 'scripted', MODEL_API: 'openai', MODEL_TIMEOUT_MS: '1000' },
      { partner: { issuer: identityProvider.url, audiences: [pageClient] } },
    )
    await using client = await slow.connect()
    const messageId = uuidV7()
    client.send('message.send', { message_id: messageId, text: 'a cardiologist near 02903' })
    await client.next('message.started')
    const idToken = await identityProvider.signIn('lea')
    const { access_token } = await exchange(await fetchConfig(slow), idToken)
    client.send('auth.upgrade', { access_token })
    const { migration } = (await client.next('auth.upgraded')).data
    client.send('history.migrate', { migration_token: migration.migration_token ?? '' })
    await client.next('history.migrated')
    assert.equal((await client.next('message.completed')).data.answers, messageId)
    assert.deepEqual(client.dataOf('error'), [])
  })

  test('gets the messages from before without a migration token if the partner moves them', async () => {
    const partner = {
      issuer: identityProvider.url,
      audiences: [pageClient],
      historyMigration: 'auto' as const,
    }
    await using automatic = await runChat({}, { partner })
    await using client = await automatic.connect()
    await client.ask('a cardiologist near 02903')
    const idToken = await identityProvider.signIn('gus')
    const { access_token } = await exchange(await fetchConfig(automatic), idToken)
    client.send('auth.upgrade', { access_token })
    const { migration } = (await client.next('auth.upgraded')).data
    assert.deepEqual(migration, { available: true, message_count: 2 })
    const { message_count, messages } = (await client.next('history.migrated')).data
    assert.deepEqual([message_count, messages[0]?.text], [2, 'a cardiologist near 02903'])
  })

  test('refreshes the token on the same socket, but not with the token of another user', async () => {
    await using client = await server.connect()
    client.send('auth.upgrade', { access_token: await signIn('eva') })
    await client.next('auth.upgraded')
    client.send('auth.refresh', { access_token: await signIn('eva') })
    client.send('message.send', { message_id: '01981c3a-0000-7000-8000-000000000001', text: 'hello' })
    await client.next('auth.refreshed')
    await client.next('message.accepted')
    client.send('auth.refresh', { access_token: await signIn('finn') })
    assert.equal((await client.next('auth.failed')).data.code, 'identity_mismatch')
    client.send('auth.upgrade', { access_token: await signIn('finn') })
    assert.equal((await client.closed()).code, closeCodes.identityChanged)
  })

  test('keeps a shared location out of the stored conversation', async () => {
    await using client = await server.connect()
    client.send('auth.upgrade', { access_token: await signIn('kim') })
    await client.next('auth.upgraded')
    client.send('location.share', { lat: 41.823_456, lng: -71.412_345 })
    await client.next('location.shared')
    const first = await client.ask('a cardiologist near me')
    const second = await client.ask('a woman')
    for (const { cards = [] } of [first, second])
      assert.ok(cards.length > 0 && cards.every(({ distance_miles }) => distance_miles !== null))
    await using state = await openState(readConfig({ DATA_DIR: server.dataDir }).state)
    const messages = await state.database.selectFrom('chat_message').selectAll().execute()
    const stored = messages.map(({ body }) => Buffer.from(body).toString()).join('\n')
    assert.match(stored, /a cardiologist near me/)
    assert.doesNotMatch(stored, /41\.82/)
  })

  test('is refused with a token that is malformed, of the directory, or an ID token', async () => {
    await using client = await server.connect()
    for (const token of ['a.b.c', server.key, await identityProvider.signIn('gil')]) {
      client.send('auth.upgrade', { access_token: token })
      assert.deepEqual((await client.next('auth.failed')).data.code, 'token_invalid')
    }
  })

  test('cannot resume the conversation of another user', async () => {
    await using first = await server.connect()
    first.send('auth.upgrade', { access_token: await signIn('hal') })
    const { resume_token } = (await first.next('auth.upgraded')).data
    await first.ask('my secret')
    for (const user of [null, 'iris']) {
      await using second = await server.connect()
      if (user !== null) {
        second.send('auth.upgrade', { access_token: await signIn(user) })
        await second.next('auth.upgraded')
      }
      second.send('session.resume', { resume_token, last_seq: 0 })
      const { recovered, messages } = (await second.next('session.resumed')).data
      assert.deepEqual([recovered, messages], [false, []])
    }
  })

  test('exports and deletes everything, after which open tabs are empty and tokens revoked', async () => {
    await using client = await server.connect()
    const accessToken = await signIn('jan')
    client.send('auth.upgrade', { access_token: accessToken })
    await client.next('auth.upgraded')
    await client.ask('a cardiologist near 02903')
    const headers = { ...partnerHeaders(server.client), authorization: `Bearer ${accessToken}` }
    const exported = await fetch(`${server.url}/sdk/export`, { headers })
    const { data } = (await exported.json()) as { data: { conversations: { messages: object[] }[] } }
    assert.equal(data.conversations[0]?.messages.length, 2)
    const printed = await fetch(`${server.url}/sdk/transcript?format=html`, { headers })
    assert.match(await printed.text(), /a cardiologist near 02903/)
    // Tokens are revoked by the second in which they were issued.
    await pause(1100)
    const deleted = await fetch(`${server.url}/sdk/delete`, { method: 'POST', headers })
    assert.equal(deleted.status, 204)
    await client.next('conversation.deleted')
    assert.equal((await client.closed()).code, closeCodes.authenticationExpired)
    const again = await fetch(`${server.url}/sdk/export`, { headers })
    assert.equal(again.status, 401)
  })
})

describe('a user with a telephone number', () => {
  test('verifies it with a code of the signed SMS webhook', async () => {
    using webhook = await startWebhook((_request, response) => void response.end())
    let logged = ''
    const log = pino({ level: 'info' }, { write: (line: string) => void (logged += line) })
    const settings = {
      SMS_WEBHOOK_URL: webhook.url,
      SMS_WEBHOOK_SECRET: `whsec_${Buffer.alloc(24, 7).toString('base64')}`,
    }
    await using server = await runChat(settings, { log })
    await using client = await server.connect()
    await client.ask('a cardiologist near 02903')
    client.send('verification.start', { channel: 'sms', destination: '(401) 555-0123' })
    const { challenge_id, destination_masked } = (await client.next('verification.sent')).data
    assert.equal(destination_masked, '•••0123')
    const [request] = webhook.requests
    assert.match(String(request?.headers['webhook-signature']), /^v1,/)
    const { to, text } = JSON.parse(request?.body ?? '{}') as { readonly to: string; readonly text: string }
    assert.equal(to, '+14015550123')
    const [code = ''] = /\b\d{6}\b/.exec(text) ?? []
    client.send('verification.submit', { challenge_id, code })
    const { migration } = (await client.next('auth.upgraded')).data
    assert.equal(migration.message_count, 2)
    client.send('history.migrate', { migration_token: migration.migration_token ?? '' })
    await client.next('history.migrated')
    const events = [...logged.matchAll(/"audit":"(\w+)"/g)].map(([, event]) => event)
    assert.deepEqual(events, ['code_sent', 'chat_signed_in', 'chat_history_moved'])
    assert.doesNotMatch(logged, /555.?0123|cardiologist/)
  })
})

describe('a user with an e-mail address', () => {
  let mail: Awaited<ReturnType<typeof startMailServer>>
  let server: RunningChat
  before(async () => {
    mail = await startMailServer()
    server = await runChat(
      { SMTP_URL: mail.url, MAIL_FROM: 'chat@careatlas.example' },
      { partner: { authTypes: ['passwordless'], issuer: null, audiences: [] } },
    )
  })
  after(async () => {
    await server[Symbol.asyncDispose]()
    await mail[Symbol.asyncDispose]()
  })

  async function requestCode(client: ChatClient, destination: string) {
    client.send('verification.start', { channel: 'email', destination })
    const { data } = await client.next('verification.sent')
    const [, code = ''] = /\b(\d{6})\b/.exec(mail.mails.at(-1)?.text ?? '') ?? []
    return { ...data, code }
  }

  test('chats, verifies the address, keeps the conversation, and refreshes the session', async () => {
    const config = await fetchConfig(server)
    await using client = await server.connect()
    await client.ask('a cardiologist near 02903')
    const { challenge_id, code, destination_masked } = await requestCode(client, 'Ana@Example.org')
    assert.equal(destination_masked, 'a•••@example.org')
    client.send('verification.submit', { challenge_id, code })
    const { token, migration } = (await client.next('auth.upgraded')).data
    client.send('history.migrate', { migration_token: migration.migration_token ?? '' })
    assert.equal((await client.next('history.migrated')).data.messages.length, 2)
    const form = { grant_type: 'refresh_token', refresh_token: token?.refresh_token ?? '' }
    const refreshed = await requestTokens(config, form)
    client.send('auth.refresh', { access_token: refreshed.access_token })
    await client.next('auth.refreshed')
    await using later = await server.connect()
    later.send('auth.upgrade', { access_token: refreshed.access_token })
    assert.equal((await later.next('auth.upgraded')).data.messages.length, 2)
  })

  test('has five attempts for a code, on all sockets together', async () => {
    await using first = await server.connect()
    await using second = await server.connect()
    const { challenge_id, code } = await requestCode(first, 'ben@example.org')
    const wrong = code === '000000' ? '000001' : '000000'
    for (const [client, attemptsLeft] of [
      [first, 4],
      [second, 3],
      [first, 2],
      [second, 1],
    ] as const) {
      client.send('verification.submit', { challenge_id, code: wrong })
      const { data } = await client.next('verification.failed')
      assert.deepEqual([data.code, data.attempts_left], ['wrong_code', attemptsLeft])
    }
    first.send('verification.submit', { challenge_id, code: wrong })
    assert.equal((await first.next('verification.failed')).data.code, 'too_many_attempts')
    second.send('verification.submit', { challenge_id, code })
    assert.equal((await second.next('verification.failed')).data.code, 'too_many_attempts')
  })

  test('enters a code on another socket, because a phone suspends the page while it shows the message', async () => {
    const first = await server.connect()
    const { challenge_id, code } = await requestCode(first, 'suspended@example.org')
    await first[Symbol.asyncDispose]()
    await using second = await server.connect()
    second.send('verification.submit', { challenge_id, code })
    await second.next('auth.upgraded')
    second.send('verification.submit', { challenge_id, code })
    assert.equal((await second.next('verification.failed')).data.code, 'expired')
  })

  test('has no use of a code without the secret of its challenge, or after it was canceled', async () => {
    await using client = await server.connect()
    const { challenge_id, code } = await requestCode(client, 'dee@example.org')
    const [id = ''] = challenge_id.split('.')
    for (const other of [id, `${id}.`, `${id}.${'A'.repeat(22)}`, '.', `.${code}`]) {
      client.send('verification.submit', { challenge_id: other, code })
      assert.equal((await client.next('verification.failed')).data.code, 'expired')
    }
    client.send('verification.cancel', { challenge_id })
    await client.next('verification.cancelled')
    client.send('verification.submit', { challenge_id, code })
    assert.equal((await client.next('verification.failed')).data.code, 'expired')
  })

  test('waits before another code, and gets none at a text that is not one address', async () => {
    await using client = await server.connect()
    await requestCode(client, 'cleo@example.org')
    client.send('verification.start', { channel: 'email', destination: 'cleo@example.org' })
    const { data } = await client.next('verification.failed')
    assert.deepEqual([data.code, (data.retry_after ?? 0) > 0], ['rate_limited', true])
    const count = mail.mails.length
    for (const destination of [
      'u@x.test, evil@x.test',
      'u@x.test\r\nBcc: evil@x.test',
      'u@x>RCPT TO:<evil@x.test>',
      `${'a'.repeat(300)}@x.test`,
      'no address',
    ]) {
      client.send('verification.start', { channel: 'email', destination })
      assert.equal((await client.next('verification.failed')).data.code, 'invalid_destination')
    }
    assert.equal(mail.mails.length, count)
  })

  test('gets an error soon if a code was not sent, and the chat goes on', async () => {
    await using broken = await startMailServer({ refusal: 'no such user' })
    await using other = await runChat({ SMTP_URL: broken.url, MAIL_FROM: 'chat@careatlas.example' })
    await using client = await other.connect()
    client.send('verification.start', { channel: 'email', destination: 'dan@example.org' })
    assert.equal((await client.next('verification.failed')).data.code, 'not_sent')
    assert.equal((await client.ask('hello')).seq, 2)
  })
})
