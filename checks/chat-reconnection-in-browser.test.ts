/** The chat client in a real browser when connections and servers fail: no message is lost, and none is stored twice. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { chatLimits } from '@careatlas/contract/chat-frames'
import { ChatClient } from '@careatlas/server/chat/chat-client.fixture'
import { CuttingProxy } from '@careatlas/server/chat/cutting-proxy.fixture'
import { readConfig } from '@careatlas/server/config'
import { Partners } from '@careatlas/state/partners'
import { openState } from '@careatlas/state/state'
import { randomFrom } from '@careatlas/fixtures/random'
import { skipSlow } from '@careatlas/fixtures/slow-tests.fixture'
import { openChromium } from './chromium.fixture.ts'
import { ChatPage, type ChatPageOptions, loseSocket } from './chat-page.fixture.ts'
import { type Partnership, startPartnership } from './chat-partnership.fixture.ts'
import { startServerFor } from './server-process.fixture.ts'

const chromium = await openChromium()
after(() => chromium?.close())
const skip = chromium === null && 'Chromium is not installed; installing it requires root and apt-get'

let partnership: Partnership
before(async () => (partnership = await startPartnership()))
after(() => partnership[Symbol.asyncDispose]())

/** The delays between connections are short. */
const fast = { hasConnectionOnly: true, delayFactor: 0.05 }
const open = (options: ChatPageOptions = {}, at = partnership) =>
  ChatPage.open(chromium!, at, { ...fast, ...options })
const signedIn = (user: string, at = partnership): ChatPageOptions => ({
  authType: 'tokenExchange',
  provideIdToken: () => at.signIn(user),
})

/** Asserts that the service has stored each text once, in this order, and has answered the last one. */
async function assertStored(chat: ChatPage, texts: readonly string[]): Promise<void> {
  const isAnswered = "chat.state.entries.at(-1)?.role === 'assistant' && chat.state.entries.at(-1).isComplete"
  const sent = "chat.state.entries.filter(({ role }) => role === 'user')"
  await chat.waitFor(`${isAnswered} && ${sent}.every(({ delivery }) => delivery === 'accepted')`)
  await chat.load()
  if ((await chat.evaluate('chat.publicState.authType')) === 'passwordless')
    await chat.evaluate('chat.open()')
  await chat.waitFor(isAnswered)
  assert.deepEqual(await chat.evaluate(`${sent}.map(({ text }) => text)`), texts)
}

describe('offline', () => {
  test(
    'messages wait, and are sent in order at once when the browser is online again',
    { skip },
    async () => {
      await using chat = await open({ delayFactor: 1 })
      await chat.ask('one')
      await chat.page.context().setOffline(true)
      await chat.waitForState('connection', 'offline')
      for (const text of ['two', 'three', 'four']) await chat.send(text)
      assert.deepEqual(await chat.evaluate('chat.state.entries.slice(-3).map(({ delivery }) => delivery)'), [
        'queued',
        'queued',
        'queued',
      ])
      assert.deepEqual(await chat.evaluate('[...timers.values()]'), [])
      await chat.page.context().setOffline(false)
      await chat.waitFor("texts('assistant').length === 4")
      assert.deepEqual(await chat.messages('user'), ['one', 'two', 'three', 'four'])
      await assertStored(chat, ['one', 'two', 'three', 'four'])
    },
  )

  test('the 21st message returns to the composer', { skip }, async () => {
    await using chat = await open()
    await chat.waitForState('connection', 'idle')
    await chat.page.context().setOffline(true)
    await chat.waitForState('connection', 'offline')
    for (let index = 1; index <= 21; index += 1) await chat.send(`message ${index}`)
    assert.deepEqual(await chat.problems(), ['queue_full'])
    assert.equal(await chat.evaluate('chat.takeDraft()'), 'message 21')
    assert.equal(await chat.evaluate('chat.state.entries.length'), 20)
  })

  test('is shown when the browser goes offline while the configuration is loaded', { skip }, async () => {
    await using chat = await open({
      prepare: (page) =>
        page.addInitScript(`{
          const { fetch } = globalThis
          globalThis.fetch = async (...given) => {
            const response = await fetch(...given)
            await new Promise((resolve) => (globalThis.respond = resolve))
            return response
          }
        }`),
    })
    await chat.waitFor('globalThis.respond !== undefined')
    await chat.page.context().setOffline(true)
    await chat.waitForState('connection', 'offline')
    await chat.evaluate('respond()')
    await chat.waitFor("events.some(([name]) => name === 'ready')")
    assert.equal(await chat.evaluate('chat.state.connection'), 'offline')
  })

  test('a chat that is created offline starts when the browser is online', { skip }, async () => {
    await using chat = await open()
    await chat.page.context().setOffline(true)
    await chat.evaluate('chat.destroy()')
    await chat.create(`serviceUrl: '${partnership.service.url}',`)
    await chat.send('hello')
    await chat.waitForState('connection', 'offline')
    await chat.page.context().setOffline(false)
    await chat.waitFor("texts('assistant').length === 1")
  })
})

/** Sends this many messages to the conversation of a chat from other sockets, which each have a limit, and waits for the answers. */
async function writeElsewhere(chat: ChatPage, count: number): Promise<readonly string[]> {
  const { url, client } = partnership.service
  const { resumeToken } = await chat.evaluate<{ readonly resumeToken: string }>(
    'JSON.parse(Object.values(sessionStorage)[0])',
  )
  const texts = Array.from({ length: count }, (_, index) => `message ${index}`)
  for (let start = 0; start < count; start += chatLimits.messagesPerMinute) {
    await using other = await ChatClient.connect(url, { ...client, origin: partnership.origin })
    other.send('session.resume', { resume_token: resumeToken, last_seq: 0 })
    await other.next('session.resumed')
    for (const text of texts.slice(start, start + chatLimits.messagesPerMinute)) await other.ask(text)
  }
  return texts
}

test(
  'an anonymous user of a page with an identity provider keeps the earlier messages',
  { skip },
  async () => {
    await using chat = await open({ authType: 'tokenExchange', provideIdToken: async () => null })
    await chat.ask('first')
    const sent = await writeElsewhere(chat, chatLimits.messagesPerPage / 2 + 1)
    await chat.load()
    await chat.waitFor('chat.state.hasEarlier')
    await chat.evaluate('chat.requestEarlier()')
    await chat.waitFor('!chat.state.hasEarlier')
    const transcript = await chat.transcript()
    assert.equal(transcript.length, 2 * (1 + sent.length))
    await chat.evaluate(loseSocket)
    await chat.waitFor("sockets.length === 2 && chat.state.authentication === 'anonymous'")
    assert.deepEqual(await chat.transcript(), transcript)
    await chat.ask('last')
    assert.equal((await chat.transcript()).length, transcript.length + 2)
  },
)

test('a message that is too large for a proxy is not sent again without the user', { skip }, async () => {
  await using chat = await open()
  await chat.ask('one')
  await chat.evaluate(`{
    const [socket] = sockets
    const { send } = socket
    socket.send = (text) => {
      if (JSON.parse(text).type === 'message.send')
        socket.dispatchEvent(new CloseEvent('close', { code: 1009 }))
      else send.call(socket, text)
    }
  }`)
  await chat.send('two')
  await chat.waitFor(
    "chat.state.entries.at(-1).delivery === 'failed' && chat.state.connection === 'connected'",
  )
  assert.deepEqual(await chat.problems(), ['not_delivered'])
  assert.equal(await chat.countSteps('socket'), 2)
  await chat.evaluate('chat.retry()')
  await assertStored(chat, ['one', 'two'])
})

test(
  'a sign-in that is too large for a proxy is a problem, and not tried again without the user',
  { skip },
  async () => {
    await using chat = await open({
      ...signedIn('zoe'),
      prepare: (page) =>
        page.addInitScript(`{
        const { send } = WebSocket.prototype
        WebSocket.prototype.send = function (text) {
          if (JSON.parse(text).type === 'auth.upgrade')
            this.dispatchEvent(new CloseEvent('close', { code: 1009 }))
          else send.call(this, text)
        }
      }`),
    })
    await chat.waitFor('chat.state.problem !== null')
    assert.deepEqual(await chat.problems(), ['protocol_error'])
    assert.deepEqual(await chat.evaluate('[...timers.values()]'), [])
    assert.equal(await chat.countSteps('socket'), 1)
  },
)

test(
  'a tab that missed more messages than the service repeats gets the whole conversation, and sends what waits',
  { skip },
  async () => {
    await using chat = await open()
    await chat.ask('first')
    await chat.page.context().setOffline(true)
    await chat.waitForState('connection', 'offline')
    await chat.send('last')
    const missed = await writeElsewhere(chat, chatLimits.messagesPerPage / 2 + 1)
    await chat.evaluate(
      "isLost = (text) => { const { type, data } = JSON.parse(text); if (type === 'session.resumed') globalThis.resumed = data; return false }",
    )
    await chat.page.context().setOffline(false)
    await chat.waitFor("texts('user').includes('last') && chat.state.entries.at(-1).isComplete")
    assert.equal(await chat.evaluate('resumed.recovered'), false)
    assert.equal(await chat.evaluate('chat.state.hasEarlier'), true)
    await chat.evaluate('chat.requestEarlier()')
    await chat.waitFor('!chat.state.hasEarlier')
    const roles = ['user', 'assistant']
    const texts = ['first', ...missed, 'last']
    assert.deepEqual(
      await chat.evaluate('chat.state.entries.map(({ role }) => role)'),
      texts.flatMap(() => roles),
    )
    assert.deepEqual(
      await chat.evaluate("chat.state.entries.filter(({ role }) => role === 'user').map(({ text }) => text)"),
      texts,
    )
  },
)

describe('a broken connection', () => {
  test('is replaced when a message is not acknowledged in ten seconds', { skip }, async () => {
    await using chat = await open({ timeoutFactor: 0.1 })
    await chat.ask('one')
    await chat.evaluate('sockets[0].send = () => undefined')
    await chat.ask('two')
    assert.equal(await chat.countSteps('socket'), 2)
    await assertStored(chat, ['one', 'two'])
  })

  test('whose acknowledgement was lost causes no second message', { skip }, async () => {
    await using chat = await open({ timeoutFactor: 0.1 })
    await chat.ask('one')
    await chat.evaluate("isLost = (text) => sockets.length === 1 && text.includes('message.')")
    await chat.ask('two')
    await assertStored(chat, ['one', 'two'])
  })

  test('that is cut after random numbers of bytes loses nothing', { skip }, async () => {
    const random = randomFrom(7)
    const { port } = new URL(partnership.service.url)
    await using proxy = await CuttingProxy.start({
      targetPort: Number(port),
      bytesMax: 6000,
      random: () => random.number(),
    })
    const websocketUrl = `${proxy.url.replace('http', 'ws')}/sdk/ws`
    await using chat = await open({ options: `websocketUrl: '${websocketUrl}',`, timeoutFactor: 0.3 })
    const texts = Array.from({ length: 10 }, (_, index) => `message ${index}`)
    for (const [index, text] of texts.entries()) {
      await chat.send(text)
      if (index === 8) proxy.isCutting = false
      await pause(100)
    }
    await chat.waitFor("texts('user').length === 10", 30_000)
    await assertStored(chat, texts)
    assert.ok(proxy.cuts > 0, 'the proxy has cut connections')
  })

  test('that loses the answer is replaced when the page becomes visible', { skip }, async () => {
    await using chat = await open({ timeoutFactor: 0.1 })
    await chat.ask('hello')
    await chat.evaluate('isLost = (text) => sockets.length === 1 && !text.includes("message.accepted")')
    await chat.send('heart doctor near 02903')
    await chat.waitFor("texts('user').length === 2")
    await chat.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    await chat.waitFor("texts('assistant').length === 2")
    assert.equal(await chat.countSteps('socket'), 2)
  })

  test('is found by one ping, which leaves no timer when the service answers', { skip }, async () => {
    await using chat = await open()
    await chat.ask('hello')
    await chat.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    await chat.waitFor("trace.includes('< pong') && timers.size === 0")
    assert.deepEqual(
      [await chat.countSteps('> ping'), await chat.countSteps('socket'), await chat.problems()],
      [1, 1, []],
    )
  })

  test('is replaced at once when the page becomes visible', { skip }, async () => {
    await using chat = await open({ delayFactor: 1000 })
    await chat.ask('one')
    await chat.evaluate("sockets[0].dispatchEvent(new CloseEvent('close', { code: 1006 }))")
    await chat.waitForState('connection', 'reconnecting')
    await chat.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    await chat.waitForState('connection', 'connected')
  })
})

/** Asserts that no action, and no change of the network, connects again. */
async function assertStaysBlocked(chat: ChatPage): Promise<void> {
  const count = await chat.countSteps('socket')
  await chat.send('hello')
  assert.equal(await chat.evaluate('chat.takeDraft()'), 'hello')
  await chat.evaluate('chat.retry(); chat.listConversations(); chat.open()')
  await chat.page.context().setOffline(true)
  await chat.page.context().setOffline(false)
  await pause(200)
  assert.deepEqual([await chat.countSteps('socket'), (await chat.state())['connection']], [count, 'blocked'])
}

describe('a socket that the service closes', () => {
  for (const [code, connection, count] of [
    [1001, 'connected', 2],
    [1012, 'connected', 2],
    [4503, 'connected', 2],
    [4400, 'idle', 1],
    [4401, 'idle', 1],
    [4403, 'blocked', 1],
    [4408, 'idle', 1],
    [4409, 'connected', 2],
    [4429, 'connected', 2],
  ] as const)
    test(`with ${code} leaves the chat ${connection}`, { skip }, async () => {
      await using chat = await open(signedIn(`closed-${code}`))
      await chat.waitForState('authentication', 'signed-in')
      const reason = code === 4429 ? 'retry_after=3' : ''
      await chat.evaluate(
        `sockets[0].dispatchEvent(new CloseEvent('close', { code: ${code}, reason: '${reason}' }))`,
      )
      if (count === 2) await chat.waitFor("trace.filter((step) => step === '< auth.upgraded').length === 2")
      await chat.waitForState('connection', connection)
      assert.equal(await chat.countSteps('socket'), count)
      if (code === 4429) assert.ok((await chat.evaluate<number>('delays.at(-1)')) >= 3000)
      if (connection === 'blocked') return await assertStaysBlocked(chat)
      await chat.ask('hello')
      assert.equal(await chat.countSteps('socket'), 2)
    })

  for (const code of [1000, 4408])
    test(`with ${code} before the answer is replaced, and the answer follows`, { skip }, async () => {
      await using chat = await open(signedIn(`awaiting-${code}`))
      await chat.ask('hello')
      await chat.evaluate(
        'isLost = (text) => sockets.length === 1 && /message\\.(?:started|delta|completed)/.test(text)',
      )
      await chat.send('heart doctor near 02903')
      await chat.waitFor("texts('user').length === 2")
      await chat.evaluate(`sockets[0].dispatchEvent(new CloseEvent('close', { code: ${code} }))`)
      await chat.waitFor("texts('assistant').length === 2")
    })

  test('because the partner was disabled blocks the chat', { skip }, async () => {
    await using own = await startPartnership({ chatLimits: { sweepMs: 20 } })
    await using chat = await open({}, own)
    await chat.ask('hello')
    await using state = await openState(readConfig({ DATA_DIR: own.dataDir }).state)
    await new Partners(state, { service: 'careatlas' }).disable('acme')
    await chat.waitForState('connection', 'blocked')
    assert.deepEqual(await chat.problems(), ['refused'])
  })

  test('because it was idle opens again with the next message', { skip }, async () => {
    await using own = await startPartnership({ chatLimits: { sweepMs: 20, idleMs: 300 } })
    await using chat = await open({}, own)
    await chat.ask('one')
    await chat.waitForState('connection', 'idle')
    await chat.ask('two')
    assert.equal(await chat.countSteps('socket'), 2)
    await chat.waitForState('connection', 'idle')
    await assertStored(chat, ['one', 'two'])
  })

  test(
    'because its token has expired opens again with the next message, after one exchange',
    { skip },
    async () => {
      await using own = await startPartnership({
        chatLimits: { sweepMs: 20 },
        config: { chatTokenMinutes: 1 / 30 },
      })
      await using chat = await open(signedIn('short', own), own)
      await chat.waitForState('authentication', 'signed-in')
      await chat.waitForState('connection', 'idle')
      const start = (await chat.trace()).length
      await chat.ask('hello')
      const exchanges = (await chat.trace()).slice(start).filter((step) => step === 'provider').length
      assert.ok(exchanges <= 2, `${exchanges} exchanges`)
    },
  )
})

test('a shared location is shared with the next socket too, but not by another user', { skip }, async () => {
  await using chat = await open(signedIn('located'))
  await chat.waitForState('authentication', 'signed-in')
  assert.equal(await chat.evaluate('chat.shareLocation({ lat: 41.82, lng: -71.41 })'), true)
  await chat.evaluate("sockets[0].dispatchEvent(new CloseEvent('close', { code: 1006 }))")
  await chat.waitFor("trace.filter((step) => step === '< location.shared').length === 2")
  await chat.evaluate("sockets[1].dispatchEvent(new CloseEvent('close', { code: 4409 }))")
  await chat.waitFor("trace.filter((step) => step === '< auth.upgraded').length === 3")
  await chat.ask('hello')
  assert.equal(await chat.countSteps('> location.share'), 2)
})

test('an answer that another one has replaced disappears with the next socket', { skip }, async () => {
  await using chat = await open(signedIn('interrupted'))
  await chat.ask('heart doctor near 02903')
  await chat.evaluate(`{
    const answers = chat.state.entries[0].id
    const data = { message_id: 'lost', answers, notices: [] }
    sockets[0].dispatchEvent(new MessageEvent('message', { data: JSON.stringify({ type: 'message.started', data }) }))
  }`)
  await chat.waitFor('chat.state.entries.length === 3')
  await chat.evaluate("sockets[0].dispatchEvent(new CloseEvent('close', { code: 1006 }))")
  await chat.waitFor("trace.includes('< session.resumed')")
  assert.deepEqual(await chat.evaluate('chat.state.entries.map(({ isComplete }) => isComplete ?? null)'), [
    null,
    true,
  ])
})

test('users who sign in often without a message are never refused', { skip }, async () => {
  await using chat = await open(signedIn('often'))
  for (let round = 1; round <= 4; round += 1) {
    await chat.waitForState('authentication', 'signed-in')
    await chat.evaluate("sockets.at(-1).dispatchEvent(new CloseEvent('close', { code: 4401 }))")
    await chat.waitForState('connection', 'idle')
    await chat.evaluate('chat.listConversations()')
    await chat.waitFor(`trace.filter((step) => step === '< conversation.listed').length === ${round}`)
  }
  assert.deepEqual(await chat.problems(), [])
})

test('two tabs of one user show the same conversation', { skip }, async () => {
  await using first = await open(signedIn('tabs'))
  await first.ask('heart doctor near 02903')
  await using second = await open(signedIn('tabs'))
  await second.waitFor('chat.state.entries.length === 2')
  await first.ask('a woman')
  await second.waitFor('chat.state.entries.length === 4 && chat.state.entries.at(-1).isComplete')
  assert.deepEqual(await second.transcript(), await first.transcript())
  await second.ask('thank you')
  await first.waitFor('chat.state.entries.length === 6')
  assert.deepEqual(await first.transcript(), await second.transcript())
})

for (const storage of ['session', 'local'])
  test(
    `two tabs of one browser never mix their conversations, with storage: ${storage}`,
    { skip },
    async () => {
      const options = `storage: '${storage}',`
      await using first = await open({ options })
      await first.ask('heart doctor near 02903')
      await using second = await open({ options, beside: first })
      await second.evaluate('chat.newConversation()')
      await second.ask('a dentist near 02906')
      await first.ask('a woman')
      assert.deepEqual(await first.messages('user'), ['heart doctor near 02903', 'a woman'])
      assert.deepEqual(await second.messages('user'), ['a dentist near 02906'])
    },
  )

for (const [name, code] of [
  ['idle', 4408],
  ['lost', 1006],
])
  test(
    `a message goes to the conversation that the user opens before it when the connection is ${name}`,
    { skip },
    async () => {
      await using chat = await open(signedIn(`nina-${name}`))
      await chat.ask('heart doctor near 02903')
      await chat.evaluate('chat.newConversation()')
      await chat.ask('a dentist near 02906')
      await chat.evaluate('chat.listConversations()')
      await chat.waitFor('chat.state.conversations?.length === 2')
      await chat.evaluate(`sockets.at(-1).dispatchEvent(new CloseEvent('close', { code: ${code} }))
        chat.openConversation(chat.state.conversations[1].conversation_id)
        chat.sendMessage('a woman')`)
      await chat.waitFor("texts('user').at(-1) === 'a woman'")
      await chat.waitFor('chat.state.entries.length >= 3')
      const transcript = await chat.transcript()
      assert.deepEqual([transcript[0], transcript[2]], ['heart doctor near 02903', 'a woman'])
    },
  )

const openEarlier = 'chat.openConversation(chat.state.conversations[1].conversation_id)'
const begin = 'chat.newConversation()'

for (const [name, ...steps] of [
  ['without a connection', `${loseSocket}; ${openEarlier}; ${begin}`],
  ['without a connection after another new one', begin, `${loseSocket}; ${openEarlier}; ${begin}`],
  ['before the connection is lost', `${openEarlier}; ${begin}`, loseSocket],
] as const)
  test(
    `a new conversation takes the place of one that the user has just opened ${name}`,
    { skip },
    async () => {
      await using chat = await open(signedIn(`opal ${name}`))
      await chat.ask('heart doctor near 02903')
      await chat.evaluate(begin)
      await chat.ask('a dentist near 02906')
      await chat.evaluate('chat.listConversations()')
      await chat.waitFor('chat.state.conversations?.length === 2')
      for (const step of steps) {
        await chat.evaluate(step)
        // The service replies to one frame after the other.
        await chat.evaluate('chat.listConversations()')
      }
      await chat.ask('a woman')
      assert.equal((await chat.transcript())[0], 'a woman')
    },
  )

/** A chat of a user that shows the second of two conversations, which are listed. */
async function openWithTwo(user: string): Promise<ChatPage> {
  const chat = await open(signedIn(user))
  await chat.ask('heart doctor near 02903')
  await chat.evaluate(begin)
  await chat.ask('a dentist near 02906')
  await chat.evaluate('chat.listConversations()')
  await chat.waitFor('chat.state.conversations?.length === 2')
  return chat
}

test('a message goes to the conversation whose opening the service has not answered', { skip }, async () => {
  await using chat = await openWithTwo('omar')
  await chat.evaluate(`isLost = (text) => text.includes('conversation.opened'); ${openEarlier}`)
  await pause(200)
  await chat.evaluate(`isLost = () => false; ${loseSocket}; chat.sendMessage('a woman')`)
  await chat.waitFor("texts('user').at(-1) === 'a woman'")
  const transcript = await chat.transcript()
  assert.deepEqual([transcript[0], transcript[2]], ['heart doctor near 02903', 'a woman'])
})

test(
  'a message goes to the new conversation after a connection that was lost between two replies',
  { skip },
  async () => {
    await using chat = await openWithTwo('oona')
    await chat.evaluate(`globalThis.opened = 0
      isLost = (text) => text.includes('conversation.opened') && (opened += 1) === 2
      ${openEarlier}; ${begin}`)
    await chat.waitFor('opened === 2')
    await chat.evaluate(loseSocket)
    await chat.ask('a woman')
    assert.equal((await chat.transcript())[0], 'a woman')
  },
)

test('a message for a conversation that cannot be opened returns to the field', { skip }, async () => {
  await using chat = await openWithTwo('owen')
  const shown = await chat.transcript()
  await chat.evaluate(
    `chat.openConversation('018f0000-0000-7000-8000-000000000000'); chat.sendMessage('a woman')`,
  )
  await chat.waitFor('chat.state.draft !== null')
  assert.deepEqual(
    [await chat.evaluate('chat.takeDraft()'), await chat.transcript(), await chat.problems()],
    ['a woman', shown, ['not_found']],
  )
  await chat.ask('a woman')
})

test('the deletion of the conversation that the user leaves opens no other one', { skip }, async () => {
  await using chat = await openWithTwo('otto')
  const data = JSON.stringify({ type: 'conversation.deleted', data: { conversation_id: 'left' } })
  await chat.evaluate(`${openEarlier}
    sockets[0].dispatchEvent(new MessageEvent('message', { data: ${JSON.stringify(data)} }))`)
  await chat.waitFor("chat.state.entries[0]?.text === 'heart doctor near 02903'")
  await chat.ask('a woman')
  assert.equal((await chat.transcript())[0], 'heart doctor near 02903')
})

test('the list of conversations does not shorten the wait before the next connection', { skip }, async () => {
  await using chat = await open(signedIn('olga'))
  await chat.ask('heart doctor near 02903')
  await chat.evaluate('chat.listConversations()')
  await chat.waitFor('chat.state.conversations !== null')
  await chat.evaluate(`
    globalThis.isShortened = false
    globalThis.loseLast = () => sockets.at(-1).dispatchEvent(new CloseEvent('close', { code: 1006 }))
    const Recorded = WebSocket
    globalThis.WebSocket = class extends Recorded {
      constructor(...given) {
        super(...given)
        // The timers of ten seconds are of replies.
        for (const ms of timers.values()) if (ms < 10_000) isShortened = true
      }
    }
    isLost = (text) => {
      const isSecond = sockets.length === 2 && text.includes('session.resumed')
      if (isSecond) queueMicrotask(loseLast)
      return isSecond
    }
    loseLast()`)
  await chat.waitFor("trace.includes('< session.resumed')")
  assert.equal(await chat.evaluate('isShortened'), false)
})

test('the event that the browser is online ends the problem of the configuration', { skip }, async () => {
  let isFailing = true
  await using chat = await open({
    prepare: (page) => page.route('**/sdk/config', (route) => (isFailing ? route.abort() : route.continue())),
  })
  await chat.waitFor('chat.state.problem !== null')
  isFailing = false
  await chat.evaluate("dispatchEvent(new Event('online'))")
  await chat.waitFor("events.some(([name]) => name === 'ready')")
  assert.equal(await chat.evaluate('chat.state.problem'), null)
})

test('the event that the browser is online leaves an open connection connected', { skip }, async () => {
  await using chat = await open()
  await chat.ask('heart doctor near 02903')
  assert.equal(await chat.evaluate("dispatchEvent(new Event('online')), chat.state.connection"), 'connected')
})

test(
  'a question whose answer was lost with the socket is answered after the token has expired',
  { skip },
  async () => {
    await using chat = await open(signedIn('zoe'))
    await chat.waitForState('authentication', 'signed-in')
    await chat.evaluate('isLost = (text) => /message\\.(?:started|delta|completed)/.test(text)')
    await chat.send('heart doctor near 02903')
    await chat.waitFor("texts('user').length > 0")
    await chat.evaluate(`clockShiftMs = 7_200_000; isLost = () => false; ${loseSocket}`)
    await chat.waitFor("chat.state.entries.at(-1)?.finishReason === 'stop'")
  },
)

test(
  'a server that closes each socket soon is connected to after longer and longer delays, until a socket lasts or delivers a message',
  { skip },
  async () => {
    await using chat = await open()
    await chat.ask('heart doctor near 02903')
    await chat.evaluate(`{
      Math.random = () => 1
      globalThis.lose = () => sockets.at(-1).dispatchEvent(new CloseEvent('close', { code: 1011 }))
      globalThis.reconnectDelays = () => delays.filter((ms) => ms >= 500)
      isLost = (text) => {
        if (text.includes('"session.resumed"') && sockets.length <= 5) setTimeout(lose, 30)
        return false
      }
      lose()
    }`)
    const continued = "trace.filter((step) => step === '< session.resumed').length"
    await chat.waitFor(`${continued} === 5`)
    assert.deepEqual(await chat.evaluate('reconnectDelays()'), [500, 1000, 2000, 4000, 8000])
    await chat.evaluate('clockShiftMs += 11_000; lose()')
    await chat.waitFor(`${continued} === 6`)
    await chat.evaluate('lose()')
    await chat.waitFor(`${continued} === 7`)
    await chat.ask('a woman')
    await chat.evaluate('lose()')
    assert.deepEqual(await chat.evaluate('reconnectDelays().slice(5)'), [500, 1000, 500])
    assert.deepEqual(await chat.problems(), [])
  },
)

/** How often each server ends; `npm run test:long` ends it more often. */
const rounds = Number(process.env['CHAT_SERVER_ENDS'] ?? 1)

describe('a server', () => {
  for (const [signal, skipSignal] of [
    ['SIGKILL', skip],
    ['SIGTERM', skip || skipSlow],
  ] as const)
    test(`that ends with ${signal} and starts again loses no message`, { skip: skipSignal }, () =>
      startServerFor(partnership, async (server, served) => {
        await using chat = await open({}, served)
        const texts: string[] = []
        for (let round = 0; round < rounds; round += 1) {
          for (let index = 0; index < 3; index += 1) {
            texts.push(`message ${texts.length}`)
            await chat.send(texts.at(-1)!)
            await pause(20)
          }
          // Without a configuration, the chat returns the texts to the composer instead.
          await chat.waitForState('connection', 'connected')
          await server.stop(signal)
          texts.push(`message ${texts.length}`)
          await chat.send(texts.at(-1)!)
          await server.start()
          await chat.waitFor(`texts('user').length === ${texts.length}`, 60_000)
        }
        await assertStored(chat, texts)
      }),
    )
})
