/** Messages from before a sign-in, in a real browser: the chat asks whether to keep them, and the service keeps or deletes them as the user answers. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { chatLimits } from '@careatlas/contract/chat-frames'
import { uuidV7 } from '@careatlas/contract/uuid-v7'
import { readConfig } from '@careatlas/server/config'
import { Conversations } from '@careatlas/state/conversations/conversations'
import { openState } from '@careatlas/state/state'
import { loseSocket, refuseResume, replyToNext } from './chat-page.fixture.ts'
import { addAnswers, openUserTests, readResumeToken, signInTwice } from './chat-users.fixture.ts'

const {
  skip,
  partnership,
  open,
  openExchange,
  verify,
  askWhetherToKeep,
  readTranscriptStatus,
  assertDeleted,
} = await openUserTests()

describe('anonymous messages', () => {
  test('are offered if setAuthType is called again during the first sign-in', { skip }, async () => {
    await using chat = await open()
    await chat.ask('heart doctor near 02903')
    await chat.page.exposeFunction('signIn_emil', () => partnership.signIn('emil'))
    await chat.evaluate(signInTwice('emil', 'emil'))
    await chat.waitForState('authentication', 'signed-in')
    assert.deepEqual(await chat.evaluate('chat.state.migration'), { messageCount: 2 })
    assert.equal((await chat.transcript()).length, 2)
  })

  test('are offered by the next setAuthType after one that failed', { skip }, async () => {
    await using chat = await open()
    await chat.ask('heart doctor near 02903')
    await chat.page.exposeFunction('signIn', () => partnership.signIn('eva'))
    await chat.evaluate(
      "chat.setAuthentication({ authType: 'tokenExchange', idTokenProvider: async () => { throw new Error('x') } }).catch(() => undefined)",
    )
    await chat.waitForState('authentication', 'failed')
    await chat.evaluate("chat.setAuthentication({ authType: 'tokenExchange', idTokenProvider: signIn })")
    assert.deepEqual(await chat.evaluate('chat.state.migration'), { messageCount: 2 })
    assert.equal((await chat.transcript()).length, 2)
  })

  test(
    'are offered after a reconnection if the user has signed in on the page meanwhile',
    { skip },
    async () => {
      let idToken: string | null = null
      await using chat = await openExchange(async () => idToken)
      await chat.ask('heart doctor near 02903')
      idToken = await partnership.signIn('fay')
      await chat.evaluate(loseSocket)
      await chat.waitFor('chat.state.migration !== null')
      assert.deepEqual(await chat.evaluate('chat.state.migration'), { messageCount: 2 })
    },
  )

  test(
    'and their answers do not return while the user who began a new conversation signs in',
    { skip },
    async () => {
      let mode: 'signed out' | 'failing' | 'signed in' = 'signed out'
      let shown: readonly string[] | null = null
      await using chat = await openExchange(async () => {
        if (mode === 'failing') throw new Error('x')
        if (mode === 'signed out') return null
        // The service answers the earlier question meanwhile.
        await pause(500)
        shown = await chat.transcript()
        return partnership.signIn('gus')
      })
      await chat.ask('heart doctor near 02903')
      const resumeToken = await readResumeToken(chat)
      mode = 'failing'
      await chat.load()
      await chat.waitForState('authentication', 'failed')
      mode = 'signed in'
      await addUnanswered(resumeToken)
      await chat.evaluate("chat.newConversation(); chat.sendMessage('a dentist near 02906')")
      await chat.waitFor('chat.state.migration !== null && chat.state.entries.length === 2')
      assert.deepEqual(shown, ['a dentist near 02906'])
    },
  )

  for (const isStored of [true, false])
    test(
      `whose acknowledgement is lost are ${isStored ? 'shown' : 'sent'} once when the user signs in`,
      { skip },
      async () => {
        await using chat = await open()
        await chat.ask('hello')
        await chat.page.exposeFunction('signIn', () => partnership.signIn(`rune-${isStored}`))
        await chat.evaluate(
          isStored
            ? "isLost = (text) => sockets.length === 1 && text.includes('message.')"
            : 'sockets[0].send = () => undefined',
        )
        await chat.send('heart doctor near 02903')
        // The service has stored it.
        await pause(300)
        await chat.evaluate("chat.setAuthentication({ authType: 'tokenExchange', idTokenProvider: signIn })")
        if (isStored) assert.deepEqual(await chat.evaluate('chat.state.migration'), { messageCount: 4 })
        await chat.waitFor("texts('user').includes('heart doctor near 02903')")
        const shown = await chat.transcript()
        assert.deepEqual(
          [await chat.evaluate('chat.state.draft'), shown.filter((text) => text.startsWith('heart')).length],
          [null, 1],
        )
      },
    )

  test('that the user discards are deleted at the service, and do not return', { skip }, async () => {
    await using chat = await open()
    await chat.evaluate('chat.open()')
    await chat.ask('heart doctor near 02903')
    const resumeToken = await readResumeToken(chat)
    assert.equal(await readTranscriptStatus(resumeToken), 200)
    await verify(chat, 'gil@acme.example')
    await chat.evaluate('chat.newConversation()')
    await chat.waitFor("trace.includes('< conversation.opened')")
    await chat.evaluate('chat.migrate(false)')
    await assertDeleted(resumeToken)
    await chat.load()
    await chat.ask('a dentist near 02906')
    assert.deepEqual(
      [(await chat.transcript())[0], await chat.evaluate('chat.state.migration')],
      ['a dentist near 02906', null],
    )
  })
})

/** Adds as many answers to an anonymous conversation as a page of messages has. */
async function addPageOfAnswers(resumeToken: string): Promise<void> {
  await using state = await openState(readConfig({ DATA_DIR: partnership.dataDir }).state)
  const conversations = new Conversations(state, { cipher: null })
  const { conversationId } = (await conversations.resume('acme', resumeToken))!
  await addAnswers(conversations, conversationId, chatLimits.messagesPerPage)
}

/** Adds a question whose answer the service has lost. */
async function addUnanswered(resumeToken: string): Promise<void> {
  await using state = await openState(readConfig({ DATA_DIR: partnership.dataDir }).state)
  const conversations = new Conversations(state, { cipher: null })
  const { conversationId } = (await conversations.resume('acme', resumeToken))!
  await conversations.append(conversationId, { id: uuidV7(), role: 'user', body: { text: 'a woman' } })
}

describe('the question whether to keep anonymous messages', () => {
  test(
    'that is answered after the connection was lost deletes nothing, and is asked again',
    { skip },
    async () => {
      await using chat = await open()
      const token = await askWhetherToKeep(chat, 'kit')
      await chat.waitFor('chat.state.migration !== null')
      await chat.evaluate(`${loseSocket}; chat.migrate(true)`)
      await chat.waitFor('chat.state.migration !== null')
      assert.equal(await readTranscriptStatus(token), 200)
      await chat.evaluate('chat.migrate(true)')
      await chat.waitFor('chat.state.migration === null')
      assert.deepEqual([(await chat.transcript()).length, await chat.countSteps('POST /sdk/delete')], [2, 0])
    },
  )

  test('is asked although the service could not continue them at first', { skip }, async () => {
    await using chat = await open()
    await chat.evaluate(refuseResume)
    await askWhetherToKeep(chat, 'lex')
    await chat.waitForState('authentication', 'failed')
    assert.deepEqual(await chat.problems(), ['unavailable'])
    await chat.evaluate('chat.retry()')
    await chat.waitFor('chat.state.migration !== null')
    await chat.evaluate('chat.migrate(true)')
    await chat.waitFor('chat.state.entries.length === 2')
  })

  test('is asked again after a sign-in that replaces a refused one', { skip }, async () => {
    await using chat = await open()
    await askWhetherToKeep(chat, 'max')
    await chat.waitFor('chat.state.migration !== null')
    await chat.evaluate(replyToNext('conversation.list', 'auth.failed', 'token_expired'))
    await chat.evaluate('void chat.listConversations()')
    await chat.waitForState('authentication', 'failed')
    await chat.evaluate('chat.retry()')
    await chat.waitForState('authentication', 'signed-in')
    assert.deepEqual(await chat.evaluate('chat.state.migration'), { messageCount: 2 })
  })

  test(
    'is asked again by a message after a sign-in whose conversation could not follow',
    { skip },
    async () => {
      await using chat = await open()
      await askWhetherToKeep(chat, 'pia')
      await chat.waitFor('chat.state.migration !== null')
      await chat.evaluate('chat.newConversation()')
      await chat.waitFor("trace.includes('< conversation.opened')")
      await chat.evaluate(`${replyToNext('conversation.new', 'error', 'unavailable')}; ${loseSocket}`)
      await chat.waitForState('authentication', 'failed')
      await chat.send('a dentist near 02906')
      await chat.waitFor('chat.state.entries.length === 2')
      assert.deepEqual(await chat.evaluate('chat.state.migration'), { messageCount: 2 })
    },
  )

  test('deletes them although the user began a new conversation without a connection', { skip }, async () => {
    await using chat = await open()
    const token = await askWhetherToKeep(chat, 'rae')
    await chat.waitFor('chat.state.migration !== null')
    await addPageOfAnswers(token)
    await chat.evaluate(`${loseSocket}; chat.newConversation()`)
    await chat.waitFor('chat.state.migration !== null')
    await chat.evaluate('chat.migrate(false)')
    await assertDeleted(token)
  })

  test(
    'deletes them although the user began a new conversation while the code was checked',
    { skip },
    async () => {
      await using chat = await open()
      await chat.ask('heart doctor near 02903')
      const token = await readResumeToken(chat)
      await chat.evaluate("chat.startVerification(); chat.requestCode('email', 'rosa@acme.example')")
      await chat.waitFor("chat.state.verification?.step === 'code'")
      await chat.evaluate(
        `chat.submitCode('${partnership.readCode('rosa@acme.example')}'); chat.newConversation()`,
      )
      await chat.waitFor('chat.state.migration !== null')
      await chat.evaluate('chat.migrate(false)')
      await assertDeleted(token)
    },
  )

  for (const code of ['unavailable', 'internal_error'])
    test(`is asked again by "Try again" if the service could not move them: ${code}`, { skip }, async () => {
      await using chat = await open()
      await askWhetherToKeep(chat, `ned-${code}`)
      await chat.waitFor('chat.state.migration !== null')
      await chat.evaluate(`${replyToNext('history.migrate', 'error', code)}; chat.migrate(true)`)
      await chat.waitFor('chat.state.problem !== null')
      await chat.evaluate('chat.retry()')
      await chat.waitFor('chat.state.migration !== null')
      await chat.evaluate('chat.migrate(true)')
      await chat.waitFor("trace.includes('< history.migrated')")
    })

  test('loads no earlier messages of another conversation into these', { skip }, async () => {
    await using chat = await open()
    await chat.ask('heart doctor near 02903')
    await addPageOfAnswers(await readResumeToken(chat))
    await chat.evaluate('chat.open()')
    await chat.load()
    await chat.waitFor('chat.state.hasEarlier')
    await chat.page.exposeFunction('signIn', () => partnership.signIn('oda'))
    await chat.evaluate("void chat.setAuthentication({ authType: 'tokenExchange', idTokenProvider: signIn })")
    await chat.waitFor('chat.state.migration !== null')
    const shown = await chat.transcript()
    assert.equal(await chat.evaluate('chat.state.hasEarlier'), false)
    await chat.evaluate('chat.requestEarlier(); chat.listConversations()')
    await chat.waitFor('chat.state.conversations !== null')
    assert.deepEqual(await chat.transcript(), shown)
  })

  test('loads none that were requested before it either', { skip }, async () => {
    let idToken: string | null = null
    await using chat = await openExchange(async () => idToken)
    await chat.ask('heart doctor near 02903')
    await addPageOfAnswers(await readResumeToken(chat))
    await chat.load()
    await chat.waitFor('chat.state.hasEarlier')
    const shown = await chat.transcript()
    idToken = await partnership.signIn('ray')
    await chat.evaluate(`${loseSocket}; chat.requestEarlier()`)
    await chat.waitFor("trace.includes('< history.page')")
    assert.deepEqual(await chat.transcript(), shown)
    assert.notEqual(await chat.evaluate('chat.state.migration'), null)
  })

  test(
    'is asked although the user began a new conversation before the first connection',
    { skip },
    async () => {
      let idToken: string | null = null
      const config = Promise.withResolvers<void>()
      await using chat = await openExchange(async () => idToken)
      await chat.ask('heart doctor near 02903')
      idToken = await partnership.signIn('tom')
      await chat.evaluate(loseSocket)
      await chat.waitFor('chat.state.migration !== null')
      await chat.page.route('**/sdk/config', async (route) => {
        await config.promise
        await route.continue()
      })
      await chat.load()
      await chat.evaluate('chat.newConversation()')
      config.resolve()
      await chat.waitFor('chat.state.migration !== null')
      await chat.ask('a dentist near 02906')
      assert.equal((await chat.transcript())[0], 'a dentist near 02906')
    },
  )

  test(
    'shows them although the connection was lost before the service continued them',
    { skip },
    async () => {
      await using chat = await open()
      await chat.evaluate(`isLost = (text) => {
        const isResumed = sockets.length === 2 && text.includes('session.resumed')
        if (isResumed) queueMicrotask(() => ${loseSocket})
        return isResumed
      }`)
      await askWhetherToKeep(chat, 'una')
      await chat.waitFor('chat.state.migration !== null')
      assert.equal((await chat.transcript()).length, 2)
    },
  )

  test('leaves no answer that seems to arrive', { skip }, async () => {
    await using chat = await open()
    await chat.ask('heart doctor near 02903')
    await chat.evaluate('isLost = (text) => /message.completed/.test(text)')
    await chat.send('a woman')
    await chat.waitFor('chat.state.entries.at(-1)?.isComplete === false')
    await verify(chat, 'ivo@acme.example')
    await chat.waitFor('chat.state.migration !== null')
    assert.equal(await chat.evaluate('chat.state.entries.at(-1).isComplete'), true)
  })
})
