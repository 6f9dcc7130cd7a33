/** A conversation over a real socket: nothing that was acknowledged is lost, doubled or out of order. */
import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { uuidV7 } from '@careatlas/contract/uuid-v7'
import { Conversations } from '@careatlas/state/conversations/conversations'
import { anonymous, collect, startConversation } from '@careatlas/state/conversations/conversations.fixture'
import { openState } from '@careatlas/state/state'
import { stateFilePath } from '@careatlas/state/state-file'
import { readConfig, stateFolder } from '../config.ts'
import { runChat, type RunningChat } from './chat-server.fixture.ts'
import { partnerHeaders } from './sign-in.fixture.ts'

/** Stores an anonymous conversation; returns its resume token and the ids of the messages. */
async function storeUnanswered({ dataDir }: RunningChat, ...texts: readonly string[]) {
  await using state = await openState(readConfig({ DATA_DIR: dataDir }).state)
  const conversations = new Conversations(state, { cipher: null })
  const { conversationId, resumeToken } = await startConversation(conversations, anonymous, ...texts)
  const messages = await conversations.after(conversationId, 0, texts.length)
  return { token: resumeToken, questions: messages.map(({ id }) => id) }
}

async function readFeedback({ dataDir }: RunningChat) {
  await using state = await openState(readConfig({ DATA_DIR: dataDir }).state)
  return await collect(new Conversations(state, { cipher: null }).listFeedback())
}

describe('an anonymous conversation', () => {
  let server: RunningChat
  before(async () => (server = await runChat()))
  after(() => server[Symbol.asyncDispose]())

  test('begins with two frames that name the limits and the session', async () => {
    await using client = await server.connect()
    const started = await client.next('session.started')
    assert.deepEqual(started.data.limits, {
      max_message_chars: 4000,
      max_frame_bytes: 65_536,
      messages_per_min: 20,
    })
    const created = await client.next('sdk.session.created')
    assert.deepEqual([created.data.authenticated, created.data.messages], [false, []])
  })

  test('acknowledges a message before its answer starts, and counts both without gaps', async () => {
    await using client = await server.connect()
    const answer = await client.ask('a cardiologist near 02903')
    const types = client.frames.map(({ type }) => type)
    assert.ok(types.indexOf('message.accepted') < types.indexOf('message.started'))
    assert.ok(types.indexOf('message.started') < types.indexOf('message.completed'))
    assert.equal(answer.seq, 2)
    const pieces = client.dataOf('message.delta').map(({ text }) => text)
    assert.equal(pieces.join(''), answer.text)
  })

  test('stores a message once and answers it once, however often it is sent', async () => {
    await using client = await server.connect()
    const messageId = uuidV7()
    for (let repetition = 0; repetition < 5; repetition++)
      client.send('message.send', { message_id: messageId, text: 'a cardiologist near 02903' })
    const seqs = []
    for (let repetition = 0; repetition < 5; repetition++)
      seqs.push((await client.next('message.accepted')).data.seq)
    assert.deepEqual(seqs, [1, 1, 1, 1, 1])
    client.send('history.get', {})
    const { data } = await client.next('history.page')
    assert.equal(data.messages.filter(({ role }) => role === 'user').length, 1)
    while (client.dataOf('message.completed').length === 0) await pause(5)
    await client.ask('thank you')
    client.send('history.get', {})
    const roles = (await client.next('history.page')).data.messages.map(({ role }) => role)
    assert.deepEqual(roles, ['user', 'assistant', 'user', 'assistant'])
  })

  test('continues after a cut with everything since the last message that the client has', async () => {
    await using first = await server.connect()
    const { resume_token } = (await first.next('sdk.session.created')).data
    const answer = await first.ask('a cardiologist near 02903')
    first.cut()
    await using second = await server.connect()
    second.send('session.resume', { resume_token, last_seq: 1 })
    const { data } = await second.next('session.resumed')
    assert.equal(data.recovered, true)
    assert.deepEqual(
      data.messages.map(({ message_id, seq }) => [message_id, seq]),
      [[answer.message_id, 2]],
    )
  })

  test('is not recovered with an unknown token, or if the client has messages that the server does not have', async () => {
    await using first = await server.connect()
    const { resume_token } = (await first.next('sdk.session.created')).data
    await first.ask('a cardiologist near 02903')
    for (const [token, last_seq] of [
      [resume_token, 99],
      ['unknown', 0],
    ] as const) {
      await using second = await server.connect()
      second.send('session.resume', { resume_token: token, last_seq })
      assert.equal((await second.next('session.resumed')).data.recovered, false)
    }
  })

  test('answers after a cut what was not answered before it', async () => {
    await using first = await server.connect()
    const { resume_token } = (await first.next('sdk.session.created')).data
    const messageId = uuidV7()
    first.send('message.send', { message_id: messageId, text: 'a cardiologist near 02903' })
    await first.next('message.accepted')
    first.cut()
    await using second = await server.connect()
    second.send('session.resume', { resume_token, last_seq: 1 })
    const { data } = await second.next('session.resumed')
    const answered = data.messages.find(({ role }) => role === 'assistant')
    const answer = answered ?? (await second.next('message.completed')).data
    assert.equal(answer.seq, 2)
  })

  test('answers all messages that a stopped server has left without an answer, in their order', async () => {
    const { token, questions } = await storeUnanswered(server, 'a dentist', 'near 02903', 'a woman')
    await using client = await server.connect()
    client.send('session.resume', { resume_token: token, last_seq: 0 })
    await client.next('session.resumed')
    const answered = []
    for (const _ of questions) answered.push((await client.next('message.completed')).data.answers)
    assert.deepEqual(answered, questions)
  })

  test('shows the same messages in two tabs', async () => {
    await using first = await server.connect()
    const { resume_token } = (await first.next('sdk.session.created')).data
    await first.ask('a cardiologist near 02903')
    await using second = await server.connect()
    second.send('session.resume', { resume_token, last_seq: 0 })
    await second.next('session.resumed')
    const messageId = uuidV7()
    first.send('message.send', { message_id: messageId, text: 'thank you' })
    assert.equal((await second.next('message.received')).data.message_id, messageId)
    const inFirst = await first.next('message.completed')
    const inSecond = await second.next('message.completed')
    assert.deepEqual(inSecond.data, inFirst.data)
  })

  test('is complete in a tab that resumes it while messages arrive', async () => {
    await using writer = await server.connect()
    const { resume_token } = (await writer.next('sdk.session.created')).data
    await writer.ask('hello')
    await using tabs = new AsyncDisposableStack()
    const resumed = []
    for (let count = 0; count < 15; count++) {
      const writing = writer.ask('hello')
      const tab = tabs.use(await server.connect())
      tab.send('session.resume', { resume_token, last_seq: 1 })
      const { recovered, messages } = (await tab.next('session.resumed')).data
      resumed.push({ tab, recovered, messages })
      await writing
    }
    const { seq: last } = await writer.ask('thank you')
    for (const { tab, recovered, messages } of resumed) {
      while ((await tab.next('message.completed')).seq !== last);
      const positions = [...messages.map(({ seq }) => seq), ...tab.frames.flatMap(({ seq }) => seq ?? [])]
      assert.deepEqual(
        [recovered, positions],
        [true, Array.from({ length: last - 1 }, (_, index) => index + 2)],
      )
    }
  })

  test('that another tab has deleted is followed by an empty one, which works', async () => {
    await using first = await server.connect()
    const { resume_token } = (await first.next('sdk.session.created')).data
    for (const text of ['a cardiologist near 02903', 'thank you']) await first.ask(text)
    await using second = await server.connect()
    second.send('session.resume', { resume_token, last_seq: 0 })
    await second.next('session.resumed')
    const headers = { ...partnerHeaders(server.client), authorization: `Bearer ${resume_token}` }
    const { status } = await fetch(`${server.url}/sdk/delete`, { method: 'POST', headers })
    assert.equal(status, 204)
    await second.next('conversation.deleted')
    assert.equal((await second.ask('hello')).seq, 2)
    const statuses = await Promise.all(
      [headers, { ...headers, 'x-api-key': 'careatlas_pk_replaced' }, partnerHeaders(server.client)].map(
        async (sent) => (await fetch(`${server.url}/sdk/delete`, { method: 'POST', headers: sent })).status,
      ),
    )
    // A resume token without a conversation, a refused key, and no token.
    assert.deepEqual(statuses, [404, 401, 401])
    const transcript = await fetch(`${server.url}/sdk/transcript`, { headers })
    assert.equal(transcript.status, 404)
  })

  test('reports an answer that cannot be stored, and answers the message when it is sent again', async () => {
    using database = new DatabaseSync(stateFilePath(stateFolder(server.dataDir)))
    await using client = await server.connect()
    const message = { message_id: uuidV7(), text: 'hello' }
    database.exec(`
      CREATE TRIGGER broken BEFORE INSERT ON chat_message WHEN NEW.role = 'assistant'
      BEGIN SELECT RAISE(ABORT, 'no answers now'); END`)
    try {
      client.send('message.send', message)
      await client.next('message.accepted')
      assert.equal((await client.next('error')).data.code, 'internal_error')
    } finally {
      database.exec('DROP TRIGGER broken')
    }
    client.send('message.send', message)
    assert.equal((await client.next('message.completed')).data.answers, message.message_id)
  })

  test('does not change a message that is sent again with another text', async () => {
    await using client = await server.connect()
    const messageId = uuidV7()
    const { text } = await client.ask('thank you', messageId)
    client.send('message.send', { message_id: messageId, text: 'a cardiologist near 02903' })
    assert.equal((await client.next('message.accepted')).data.seq, 1)
    client.send('history.get', {})
    const { messages } = (await client.next('history.page')).data
    assert.deepEqual(
      messages.map((message) => message.text),
      ['thank you', text],
    )
  })

  test('starts a new one without the earlier messages', async () => {
    await using client = await server.connect()
    await client.ask('a cardiologist near 02903')
    client.send('conversation.new', {})
    const opened = await client.next('conversation.opened')
    assert.deepEqual(opened.data.messages, [])
    assert.equal((await client.ask('hello')).seq, 2)
  })

  test('stores feedback to its own answers with the question and the snapshot, and the last one counts', async () => {
    await using client = await server.connect()
    const { message_id } = await client.ask('a cardiologist near 02903')
    for (const feedback of [{ value: 'up' }, { value: 'down', comment: 'They have moved.' }] as const) {
      client.send('message.feedback', { message_id, ...feedback })
      assert.equal((await client.next('message.feedback_stored')).data.message_id, message_id)
    }
    await using other = await server.connect()
    await other.ask('hello')
    other.send('message.feedback', { message_id, value: 'up' })
    assert.equal((await other.next('error')).data.code, 'not_found')
    const stored = (await readFeedback(server)).filter(({ messageId }) => messageId === message_id)
    assert.deepEqual(
      stored.map(({ value, comment, question, generation }) => ({ value, comment, question, generation })),
      [
        {
          value: 'down',
          comment: 'They have moved.',
          question: 'a cardiologist near 02903',
          generation: '2026-11-09.1',
        },
      ],
    )
  })

  test('searches near a shared location, which it rounds', async () => {
    await using client = await server.connect()
    client.send('location.share', { lat: 41.823_456, lng: -71.412_345 })
    assert.deepEqual((await client.next('location.shared')).data, { lat: 41.82, lng: -71.41 })
    const { cards = [] } = await client.ask('a cardiologist near me')
    assert.ok(cards.length > 0 && cards.every(({ distance_miles }) => distance_miles !== null))
  })

  test('pages through its history', async () => {
    await using client = await server.connect()
    for (const text of ['hello', 'a cardiologist near 02903', 'thank you']) await client.ask(text)
    client.send('history.get', { before_seq: 5, limit: 3 })
    const { data } = await client.next('history.page')
    assert.deepEqual([data.messages.map(({ seq }) => seq), data.has_more], [[2, 3, 4], true])
  })
})
