/** Conversations of the chat in a real browser: each message is in the one in which the user wrote it, also if the user opens an earlier one, begins a new one or loses the connection. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { uuidV7 } from '@careatlas/contract/uuid-v7'
import { readConfig } from '@careatlas/server/config'
import { Conversations } from '@careatlas/state/conversations/conversations'
import { openState } from '@careatlas/state/state'
import { type ChatPage, loseSocket, refuseResume, replyToNext } from './chat-page.fixture.ts'
import { addAnswers, openUserTests } from './chat-users.fixture.ts'

const { skip, partnership, open, openExchange, verify, askWhetherToKeep } = await openUserTests()

/** A page of a user with two conversations, the second of which is shown. */
async function openWithTwo(user: string): Promise<ChatPage> {
  const chat = await openExchange(() => partnership.signIn(user))
  await chat.ask('heart doctor near 02903')
  await chat.evaluate('chat.newConversation()')
  await chat.ask('a dentist near 02906')
  await chat.evaluate('chat.listConversations()')
  await chat.waitFor('chat.state.conversations?.length === 2')
  return chat
}
const openEarlier = 'chat.openConversation(chat.state.conversations[1].conversation_id)'
const closeIdle = "sockets.at(-1).dispatchEvent(new CloseEvent('close', { code: 4408 }))"
/** From now on, the page sends no frames of this type. */
const swallow = (type: string) => `{
  const { send } = WebSocket.prototype
  WebSocket.prototype.send = function (text) { if (JSON.parse(text).type !== '${type}') send.call(this, text) }
}`

const readIds = (chat: ChatPage) =>
  chat.evaluate<readonly string[]>('chat.state.conversations.map(({ conversation_id }) => conversation_id)')

async function addStored(conversationId: string, count: number): Promise<void> {
  await using state = await openState(readConfig({ DATA_DIR: partnership.dataDir }).state)
  await addAnswers(new Conversations(state, { cipher: null }), conversationId, count)
}

/** Both conversations have more messages than one page; the second one is shown. */
async function openWithTwoLong(user: string): Promise<ChatPage> {
  const chat = await openWithTwo(user)
  const [latest, earlier] = await readIds(chat)
  await addStored(earlier!, 170)
  await addStored(latest!, 70)
  await chat.load()
  await chat.evaluate('chat.listConversations()')
  await chat.waitFor('chat.state.conversations !== null && chat.state.hasEarlier')
  return chat
}

async function endResumeTokens(): Promise<void> {
  await using state = await openState(readConfig({ DATA_DIR: partnership.dataDir }).state)
  await state.database.updateTable('chat_token').set({ ends_at: 1 }).execute()
}

async function purge(conversationId: string): Promise<void> {
  await using state = await openState(readConfig({ DATA_DIR: partnership.dataDir }).state)
  await state.database.deleteFrom('conversation').where('id', '=', conversationId).execute()
}

/** What is shown of the user. */
const readQuestions = (chat: ChatPage) =>
  chat.evaluate<readonly string[]>(
    "chat.state.entries.flatMap(({ role, text }) => (role === 'user' ? [text] : []))",
  )

/** Asserts that the messages are those of one conversation, without a gap. */
async function assertNoGap(chat: ChatPage): Promise<void> {
  const positions = await chat.evaluate<readonly number[]>('chat.state.entries.map(({ seq }) => seq)')
  assert.deepEqual(
    positions,
    positions.map((_, index) => positions[0]! + index),
  )
}

describe('an earlier conversation', () => {
  test('is shown if the service refuses another one that the user opens next', { skip }, async () => {
    await using chat = await openWithTwo('olga')
    await chat.evaluate(`${openEarlier}; chat.openConversation('018f0000-0000-7000-8000-000000000000')`)
    await chat.waitFor("chat.state.problem?.code === 'not_found'")
    assert.equal((await chat.transcript())[0], 'heart doctor near 02903')
    await chat.ask('a woman')
    const shown = await chat.transcript()
    await chat.evaluate(loseSocket)
    await chat.waitFor("trace.includes('< session.resumed', trace.lastIndexOf('< auth.upgraded'))")
    await pause(200)
    assert.deepEqual(await chat.transcript(), shown)
  })

  for (const [what, event] of [
    ['the token expires', replyToNext('conversation.open', 'auth.failed', 'token_expired')],
    ...[4401, 4408, 1000].map((code) => [
      `the socket closes with ${code}`,
      `sockets.at(-1).send = function () { this.dispatchEvent(new CloseEvent('close', { code: ${code} })) }`,
    ]),
  ] as [string, string][])
    test(`opens although ${what}`, { skip }, async () => {
      await using chat = await openWithTwo(`otto-${what}`)
      await chat.evaluate(`${event}; ${openEarlier}`)
      await chat.waitFor("chat.state.entries[0]?.text === 'heart doctor near 02903'")
    })

  test(
    'that the service cannot continue gets no message for the latest one, which returns to the field',
    { skip },
    async () => {
      await using chat = await openWithTwo('orla')
      await chat.evaluate(openEarlier)
      await chat.waitFor("chat.state.entries[0]?.text === 'heart doctor near 02903'")
      await endResumeTokens()
      await chat.evaluate(closeIdle)
      await chat.waitForState('connection', 'idle')
      await chat.send('a woman')
      await chat.waitFor("chat.state.entries[0]?.text === 'a dentist near 02906'")
      assert.deepEqual(
        [await chat.evaluate('chat.takeDraft()'), await chat.countSteps('> message.send')],
        ['a woman', 2],
      )
    },
  )

  test('gets the next message of its user after the end of its resume token', { skip }, async () => {
    await using chat = await openExchange(() => partnership.signIn('oren'))
    await chat.ask('heart doctor near 02903')
    await endResumeTokens()
    await chat.evaluate(closeIdle)
    await chat.waitForState('connection', 'idle')
    await chat.ask('a woman')
    assert.deepEqual(await chat.messages('user'), ['heart doctor near 02903', 'a woman'])
    assert.deepEqual([(await chat.transcript()).length, await chat.evaluate('chat.state.draft')], [4, null])
  })

  test('has no gap if earlier messages are requested while it opens', { skip }, async () => {
    await using chat = await openWithTwoLong('oona')
    await chat.evaluate(`${openEarlier}; chat.requestEarlier()`)
    await chat.waitFor("chat.state.entries.at(-1).text === 'answer 169'")
    await chat.evaluate('chat.listConversations()')
    const shown = (await chat.transcript()).length
    await chat.evaluate('chat.requestEarlier()')
    await chat.waitFor(`chat.state.entries.length > ${shown}`)
    await assertNoGap(chat)
  })
})

describe('an earlier conversation that the service no longer has', () => {
  for (const [what, count, isEnded] of [
    ['is long', 70, false],
    ['has no resume token anymore', 0, true],
  ] as const)
    test(`leaves the latest one after a reload, also if that one ${what}`, { skip }, async () => {
      await using chat = await openWithTwo(`ole-${count}`)
      const [latest, earlier] = await readIds(chat)
      await addStored(latest!, count)
      await chat.evaluate(`${swallow('conversation.open')}; ${openEarlier}`)
      await purge(earlier!)
      if (isEnded) await endResumeTokens()
      await chat.load()
      await chat.waitFor("chat.state.problem?.code === 'not_found'")
      await chat.waitFor(`chat.state.entries.length === ${Math.min(50, count + 2)}`)
      await chat.ask('a woman')
      await assertNoGap(chat)
    })

  test('leaves no message that the user has deleted in another tab', { skip }, async () => {
    await using chat = await openWithTwo('ondra')
    await chat.evaluate(closeIdle)
    await chat.waitForState('connection', 'idle')
    {
      await using other = await openExchange(() => partnership.signIn('ondra'))
      await other.waitFor('chat.state.entries.length === 2')
      await other.evaluate('chat.deleteMessages()')
      await other.waitFor('chat.state.entries.length === 0')
    }
    await chat.evaluate(openEarlier)
    await chat.waitFor("chat.state.problem?.code === 'not_found'")
    await chat.ask('hello')
    assert.deepEqual(await readQuestions(chat), ['hello'])
  })

  test('leaves the one that gets the next message', { skip }, async () => {
    await using chat = await openWithTwo('odile')
    await chat.evaluate('chat.newConversation()')
    await chat.ask('hello')
    await chat.evaluate('chat.listConversations()')
    await chat.waitFor('chat.state.conversations?.length === 3')
    const [, second, third] = await readIds(chat)
    await chat.evaluate(`chat.openConversation('${second}')`)
    await chat.waitFor("chat.state.entries[0]?.text === 'a dentist near 02906'")
    await endResumeTokens()
    await purge(third!)
    await chat.evaluate(closeIdle)
    await chat.waitForState('connection', 'idle')
    await chat.evaluate(`chat.openConversation('${third}')`)
    await chat.waitFor("chat.state.problem?.code === 'not_found'")
    await chat.ask('a woman')
    assert.deepEqual(await readQuestions(chat), ['hello', 'a woman'])
  })
})

describe('a message for a conversation that is being opened', () => {
  for (const [what, lose] of [
    ['has no resume token anymore', endResumeTokens],
    ['was deleted', purge],
  ] as const)
    test(`is sent to it although the shown one ${what}`, { skip }, async () => {
      await using chat = await openWithTwo(`ozan-${what}`)
      const [latest] = await readIds(chat)
      await lose(latest!)
      await chat.evaluate(closeIdle)
      await chat.waitForState('connection', 'idle')
      await chat.evaluate(`${openEarlier}; chat.send('a woman')`)
      await chat.waitFor("chat.state.entries.at(-1)?.role === 'assistant' && chat.state.entries.length === 4")
      assert.deepEqual(await readQuestions(chat), ['heart doctor near 02903', 'a woman'])
      assert.equal(await chat.evaluate('chat.state.draft'), null)
    })
})

test(
  'the anonymous messages stay during the question about them if another conversation is refused',
  { skip },
  async () => {
    await (await openWithTwo('oda'))[Symbol.asyncDispose]()
    await using chat = await open()
    await askWhetherToKeep(chat, 'oda')
    await chat.waitFor('chat.state.migration !== null')
    const shown = await chat.transcript()
    await chat.evaluate(`${replyToNext('conversation.open', 'error', 'unavailable')}
    chat.openConversation('018f0000-0000-7000-8000-000000000000')`)
    await chat.waitFor("chat.state.problem?.code === 'unavailable'")
    await pause(200)
    assert.deepEqual(
      [await chat.transcript(), await chat.evaluate('chat.state.migration !== null')],
      [shown, true],
    )
  },
)

describe('earlier messages that are requested without a connection', () => {
  test('leave no gap in another conversation that the user opens', { skip }, async () => {
    await using chat = await openWithTwoLong('ottilie')
    await chat.evaluate(`${closeIdle}; chat.requestEarlier(); ${openEarlier}`)
    await chat.waitFor("chat.state.entries.at(-1).text === 'answer 169'")
    await chat.waitFor("trace.includes('< history.page')")
    await assertNoGap(chat)
  })

  test('are none of a new conversation', { skip }, async () => {
    await using chat = await openWithTwo('ove')
    const [latest] = await readIds(chat)
    await addStored(latest!, 70)
    await chat.load()
    await chat.waitFor('chat.state.hasEarlier')
    await chat.evaluate(`${closeIdle}; chat.requestEarlier(); chat.newConversation()`)
    await chat.waitFor("trace.includes('< history.page')")
    assert.deepEqual([await chat.transcript(), await chat.problems()], [[], []])
  })

  test('leave no gap after the end of the resume token', { skip }, async () => {
    await using chat = await openWithTwo('orsola')
    const [latest] = await readIds(chat)
    await addStored(latest!, 170)
    await chat.load()
    await chat.waitFor('chat.state.hasEarlier')
    await chat.evaluate('chat.requestEarlier()')
    await chat.waitFor('chat.state.entries.length === 100')
    await endResumeTokens()
    await chat.evaluate(closeIdle)
    await chat.waitForState('connection', 'idle')
    await chat.evaluate('chat.requestEarlier()')
    await chat.waitFor("trace.indexOf('< history.page', trace.lastIndexOf('< session.resumed')) > 0")
    await chat.waitFor('chat.state.entries.length === 100')
    await assertNoGap(chat)
  })
})

/** Begins another conversation when the message has left and its acknowledgement has not come. */
const beginAnother = (next: string) => `{
  const [socket] = sockets
  const { send } = socket
  socket.send = (text) => {
    send.call(socket, text)
    if (JSON.parse(text).type !== 'message.send') return
    socket.send = send
    queueMicrotask(() => { chat.newConversation(); ${next} })
  }
}`

describe('a new conversation right after a message was sent', () => {
  test('leaves the message, which the service has stored, in the other conversation', { skip }, async () => {
    await using chat = await openExchange(() => partnership.signIn('otis'))
    await chat.ask('hello')
    await chat.evaluate(beginAnother(''))
    await chat.send('heart doctor near 02903')
    await chat.waitFor("trace.includes('< conversation.opened')")
    assert.deepEqual(await chat.messages('user'), ['hello', 'heart doctor near 02903'])
    assert.deepEqual([await chat.evaluate('chat.state.draft'), await chat.transcript()], [null, []])
    await chat.ask('a dentist near 02906')
    await chat.evaluate('chat.listConversations()')
    await chat.waitFor('chat.state.conversations?.length === 2')
  })

  test('returns the text if the connection was lost before the acknowledgement', { skip }, async () => {
    await using chat = await openExchange(() => partnership.signIn('pam'))
    await chat.ask('hello')
    await chat.evaluate(beginAnother(loseSocket))
    await chat.send('heart doctor near 02903')
    await chat.waitFor('chat.state.draft !== null')
    assert.equal(await chat.evaluate('chat.takeDraft()'), 'heart doctor near 02903')
  })
})

for (const authType of ['passwordless', 'tokenExchange'] as const)
  test(
    `a new conversation is still new after a reload, and the user is signed in: ${authType}`,
    { skip },
    async () => {
      await using chat = await open({ authType, provideIdToken: () => partnership.signIn('nora-reload') })
      await chat.evaluate('chat.open()')
      await chat.ask('heart doctor near 02903')
      if (authType === 'passwordless') {
        await verify(chat, 'nola@acme.example')
        await chat.evaluate('chat.migrate(true)')
        await chat.waitFor("trace.includes('< history.migrated')")
      }
      await chat.evaluate('chat.newConversation()')
      await chat.waitFor("trace.includes('< conversation.opened')")
      await chat.load()
      await chat.waitForState('authentication', 'signed-in')
      await chat.waitFor("trace.includes('< conversation.opened')")
      assert.deepEqual(await chat.transcript(), [])
      await chat.ask('a dentist near 02906')
      assert.equal((await chat.transcript())[0], 'a dentist near 02906')
      await chat.load()
      await chat.waitFor('chat.state.entries.length === 2')
      assert.equal((await chat.transcript())[0], 'a dentist near 02906')
    },
  )

describe('a new conversation right after', () => {
  test('the code of a verification follows the sign-in', { skip }, async () => {
    await using chat = await open()
    await chat.ask('hello')
    await chat.evaluate("chat.startVerification(); chat.requestCode('email', 'nils@acme.example')")
    await chat.waitFor("chat.state.verification?.step === 'code'")
    await chat.evaluate(
      `chat.submitCode('${partnership.readCode('nils@acme.example')}'); chat.newConversation()`,
    )
    await chat.waitFor("trace.includes('< conversation.opened')")
    await chat.ask('a dentist near 02906')
    await chat.evaluate(loseSocket)
    await chat.waitFor("trace.includes('< session.resumed', trace.lastIndexOf('< auth.upgraded'))")
    assert.equal((await chat.transcript())[0], 'a dentist near 02906')
  })

  test('keeping the anonymous messages follows these', { skip }, async () => {
    await using chat = await open()
    await askWhetherToKeep(chat, 'nell')
    await chat.waitFor('chat.state.migration !== null')
    await chat.evaluate('chat.migrate(true); chat.newConversation()')
    await chat.waitFor("trace.includes('< conversation.opened')")
    assert.deepEqual(await chat.transcript(), [])
    await chat.ask('a dentist near 02906')
    assert.equal((await chat.transcript())[0], 'a dentist near 02906')
  })
})

describe('a lost connection', () => {
  test('after which the service is unavailable mixes no two conversations', { skip }, async () => {
    await using chat = await open()
    await chat.ask('heart doctor near 02903')
    await chat.evaluate(`${refuseResume}; ${loseSocket}`)
    await chat.waitFor("chat.state.problem?.code === 'unavailable'")
    await chat.evaluate('chat.retry()')
    await chat.waitFor('chat.state.problem === null')
    await chat.ask('a woman')
    const shown = await chat.transcript()
    await chat.evaluate('chat.open()')
    await chat.load()
    await chat.waitFor('chat.state.entries.length === 4')
    assert.deepEqual(await chat.transcript(), shown)
  })

  test(
    'shows the answer that it interrupts as incomplete, and the next one completes it',
    { skip },
    async () => {
      await using chat = await openExchange(() => partnership.signIn('mia'))
      await chat.ask('hello')
      await chat.evaluate("isLost = (text) => sockets.length === 1 && text.includes('message.completed')")
      await chat.send('heart doctor near 02903')
      await chat.waitFor('chat.state.entries[3]?.text.length > 0')
      const ending = '(({ isComplete, finishReason }) => [isComplete, finishReason])(chat.state.entries[3])'
      assert.deepEqual(await chat.evaluate(ending), [false, null])
      assert.deepEqual(await chat.evaluate(`${loseSocket}; ${ending}`), [true, null])
      await chat.waitFor("chat.state.entries[3]?.finishReason === 'stop'")
      assert.equal((await chat.transcript()).length, 4)
    },
  )

  test('adds no answer of the latest conversation to the one that is shown', { skip }, async () => {
    await using chat = await openExchange(() => partnership.signIn('lea'))
    await chat.ask('heart doctor near 02903')
    await chat.evaluate('chat.newConversation()')
    await chat.ask('dentist near 02903')
    await chat.evaluate('chat.listConversations()')
    await chat.waitFor('chat.state.conversations?.length === 2')
    const [latest, earlier] = await readIds(chat)
    await chat.evaluate(`chat.openConversation('${earlier}')`)
    await chat.waitFor("chat.state.entries[0]?.text === 'heart doctor near 02903'")
    const shown = await chat.transcript()
    await using state = await openState(readConfig({ DATA_DIR: partnership.dataDir }).state)
    const unanswered = { id: uuidV7(), role: 'user', body: { text: 'a woman' } } as const
    await new Conversations(state, { cipher: null }).append(latest!, unanswered)
    await chat.evaluate(loseSocket)
    await chat.waitFor("trace.includes('< message.completed', trace.lastIndexOf('< auth.upgraded'))")
    await chat.waitForState('connection', 'connected')
    assert.deepEqual(await chat.transcript(), shown)
  })

  for (const user of [null, 'nora'])
    test(
      `that loses the reply to a new conversation of ${user} stores its first message once`,
      { skip },
      async () => {
        await using chat = await openExchange(async () => user && partnership.signIn(user))
        await chat.ask('hello')
        await chat.evaluate(
          "isLost = (text) => sockets.length === 1 && /conversation|message/.test(JSON.parse(text).type); chat.newConversation(); chat.sendMessage('a dentist near 02903')",
        )
        await chat.waitFor("trace.includes('> conversation.new')")
        // The service has replied.
        await pause(300)
        await chat.evaluate(loseSocket)
        await chat.waitFor("chat.state.entries.at(-1)?.role === 'assistant'")
        assert.deepEqual(
          [(await chat.transcript())[0], await chat.countSteps('> message.send')],
          ['a dentist near 02903', 2],
        )
      },
    )

  test('does not share later a location that was not shared because of it', { skip }, async () => {
    await using chat = await open()
    await chat.ask('hello')
    await chat.page.context().setOffline(true)
    await chat.waitForState('connection', 'offline')
    assert.equal(await chat.evaluate('chat.shareLocation({ lat: 41.8, lng: -71.4 })'), false)
    await chat.page.context().setOffline(false)
    await chat.ask('a dentist')
    assert.equal(await chat.countSteps('> location.share'), 0)
  })
})
