/** Verification in the chat, in a real browser with a real mail server: sign-in, renewal, reload and the messages from before. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { openChromium } from './chromium.fixture.ts'
import { ChatPage, type ChatPageOptions } from './chat-page.fixture.ts'
import { type MailedPartnership, startMailedPartnership } from './chat-partnership.fixture.ts'

const chromium = await openChromium()
after(() => chromium?.close())
const skip = chromium === null && 'Chromium is not installed; installing it requires root and apt-get'

let partnership: MailedPartnership
before(async () => (partnership = await startMailedPartnership(false)))
after(() => partnership[Symbol.asyncDispose]())

const open = (options: ChatPageOptions = {}) =>
  ChatPage.open(chromium!, partnership, { hasConnectionOnly: true, delayFactor: 0.05, ...options })
const minuteMs = 60_000

async function requestCode(chat: ChatPage, destination: string): Promise<string> {
  await chat.evaluate(`chat.startVerification(); chat.requestCode('email', '${destination}')`)
  await chat.waitFor("chat.state.verification?.step === 'code'")
  return partnership.readCode(destination)
}

/** Ends the nth socket, and waits until the next one has the offer to keep two messages, or none. */
async function loseSocket(chat: ChatPage, number: number, offer = '{"messageCount":2}'): Promise<void> {
  const state = await chat.evaluate(
    `sockets[${number}].dispatchEvent(new CloseEvent('close', { code: 1006 })); [chat.state.connection, chat.state.migration]`,
  )
  assert.deepEqual(state, ['reconnecting', null])
  await chat.waitFor(
    `sockets.length === ${number + 2} && chat.state.authentication === 'signed-in' && JSON.stringify(chat.state.migration) === '${offer}'`,
  )
}

async function verify(chat: ChatPage, destination: string): Promise<void> {
  await chat.evaluate(`chat.submitCode('${await requestCode(chat, destination)}')`)
  await chat.waitForState('authentication', 'signed-in')
}

describe('a verified user', () => {
  test('keeps the messages from before, and is still signed in after a reload', { skip }, async () => {
    await using chat = await open()
    await chat.evaluate('chat.open()')
    await chat.ask('heart doctor near 02903')
    await verify(chat, 'ana@acme.example')
    assert.deepEqual(await chat.evaluate('chat.state.migration'), { messageCount: 2 })
    const transcript = await chat.transcript()
    assert.equal(transcript.length, 2)
    await chat.evaluate('chat.migrate(true)')
    await chat.waitFor("trace.includes('< history.migrated')")
    assert.equal(await chat.evaluate('chat.state.verification'), null)
    assert.deepEqual(await chat.transcript(), transcript)
    await chat.load()
    await chat.waitFor('chat.state.entries.length === 2')
    assert.deepEqual(await chat.transcript(), transcript)
    assert.equal(await chat.evaluate('chat.state.authentication'), 'signed-in')
    assert.deepEqual((await chat.trace()).slice(3), [
      'socket 1',
      '< session.started',
      '< sdk.session.created',
      'POST /sdk/token refresh_token',
      '> auth.upgrade',
      '< auth.upgraded',
      '> session.resume',
      '< session.resumed',
    ])
  })

  test('sees the messages from before until the user discards them', { skip }, async () => {
    await using chat = await open()
    await chat.ask('heart doctor near 02903')
    await verify(chat, 'fay@acme.example')
    assert.equal((await chat.transcript()).length, 2)
    await chat.evaluate('chat.migrate(false)')
    await chat.waitFor('chat.state.entries.length === 0')
    await chat.ask('a dentist near 02906')
    await chat.waitFor('chat.state.entries.length === 2')
    assert.equal((await chat.transcript())[0], 'a dentist near 02906')
  })

  test(
    'a user who sends a message before deciding starts a conversation of their own with it',
    { skip },
    async () => {
      await using chat = await open()
      await chat.ask('heart doctor near 02903')
      await verify(chat, 'gil@acme.example')
      await chat.ask('a dentist near 02906')
      await chat.waitFor('chat.state.entries.length === 2')
      assert.equal((await chat.transcript())[0], 'a dentist near 02906')
      assert.deepEqual(await chat.evaluate('chat.state.migration'), { messageCount: 2 })
      await chat.evaluate('chat.migrate(true)')
      await chat.waitFor("trace.includes('< history.migrated')")
      const questions = (await chat.transcript()).filter((text) => / near 029/.test(text) && text.length < 30)
      assert.deepEqual(questions, ['a dentist near 02906', 'heart doctor near 02903'])
    },
  )

  test(
    'whose connection is lost before deciding is asked again, and sees the messages until then',
    { skip },
    async () => {
      await using chat = await open()
      await chat.ask('heart doctor near 02903')
      await verify(chat, 'hal@acme.example')
      const transcript = await chat.transcript()
      for (const number of [0, 1]) {
        await loseSocket(chat, number)
        assert.deepEqual(await chat.transcript(), transcript)
      }
      await chat.evaluate('chat.migrate(true)')
      await chat.waitFor("trace.includes('< history.migrated')")
      assert.deepEqual(await chat.transcript(), transcript)
      assert.deepEqual(await chat.problems(), [])
      await loseSocket(chat, 2, 'null')
      assert.deepEqual(await chat.transcript(), transcript)
    },
  )

  test('whose decision to keep the messages was lost is asked again', { skip }, async () => {
    await using chat = await open()
    await chat.ask('heart doctor near 02903')
    await verify(chat, 'ida@acme.example')
    await chat.evaluate('sockets[0].send = () => undefined; chat.migrate(true)')
    await loseSocket(chat, 0)
    await chat.evaluate('chat.migrate(true)')
    await chat.waitFor("trace.includes('< history.migrated')")
    assert.equal((await chat.transcript()).length, 2)
  })

  test('who loads the page again before deciding is asked again', { skip }, async () => {
    await using chat = await open()
    await chat.evaluate('chat.open()')
    await chat.ask('heart doctor near 02903')
    await verify(chat, 'lea@acme.example')
    const transcript = await chat.transcript()
    await chat.load()
    await chat.waitFor(
      "chat.state.migration?.messageCount === 2 && chat.state.authentication === 'signed-in'",
    )
    assert.deepEqual(await chat.transcript(), transcript)
    await chat.evaluate('chat.migrate(true)')
    await chat.waitFor("trace.includes('< history.migrated')")
    await chat.load()
    await chat.waitFor("chat.state.entries.length === 2 && chat.state.authentication === 'signed-in'")
    assert.deepEqual(
      [await chat.transcript(), await chat.evaluate('chat.state.migration')],
      [transcript, null],
    )
  })

  test('is asked again after a message and a reload before the decision', { skip }, async () => {
    await using chat = await open()
    await chat.evaluate('chat.open()')
    await chat.ask('heart doctor near 02903')
    await verify(chat, 'pia@acme.example')
    await chat.ask('a dentist near 02906')
    const transcript = await chat.transcript()
    await chat.load()
    await chat.waitFor('chat.state.migration?.messageCount === 2 && chat.state.entries.length === 2')
    assert.deepEqual(await chat.transcript(), transcript)
    await chat.evaluate('chat.migrate(true)')
    await chat.waitFor('chat.state.entries.length === 4')
    await chat.load()
    await chat.waitFor("chat.state.entries.length === 4 && chat.state.authentication === 'signed-in'")
    assert.equal(await chat.evaluate('chat.state.migration'), null)
  })

  test(
    'continues the latest conversation after beginning one before entering the code',
    { skip },
    async () => {
      await using chat = await open()
      await chat.ask('hello')
      const code = await requestCode(chat, 'quin@acme.example')
      await chat.evaluate(`chat.newConversation(); chat.submitCode('${code}')`)
      await chat.waitForState('authentication', 'signed-in')
      await loseSocket(chat, 0, 'null')
      await chat.ask('a dentist near 02906')
      assert.equal(await chat.countSteps('> conversation.new'), 1)
    },
  )

  test('who has discarded the messages is not asked again after a lost connection', { skip }, async () => {
    await using chat = await open()
    await chat.ask('heart doctor near 02903')
    await verify(chat, 'jon@acme.example')
    await chat.evaluate('chat.migrate(false)')
    await chat.waitFor('chat.state.entries.length === 0')
    await loseSocket(chat, 0, 'null')
    assert.deepEqual(await chat.transcript(), [])
  })

  test(
    'whose connection is lost after the first message keeps the own conversation, and is asked again',
    { skip },
    async () => {
      await using chat = await open()
      await chat.ask('heart doctor near 02903')
      await verify(chat, 'kim@acme.example')
      await chat.ask('a dentist near 02906')
      const transcript = await chat.transcript()
      await loseSocket(chat, 0)
      assert.deepEqual(await chat.transcript(), transcript)
      await chat.evaluate('chat.migrate(true)')
      await chat.waitFor("trace.includes('< history.migrated')")
      assert.equal((await chat.transcript()).length, 4)
    },
  )

  test(
    'gets a new access token before a message if it expires within five minutes, and only then',
    { skip },
    async () => {
      await using chat = await open()
      await verify(chat, 'ben@acme.example')
      assert.deepEqual(await chat.evaluate('[...timers.values()]'), [])
      await chat.evaluate(`clockShiftMs = ${24.5 * minuteMs}`)
      await chat.ask('heart doctor near 02903')
      assert.equal(await chat.countSteps('POST'), 0)
      assert.deepEqual(await chat.evaluate('[...timers.values()]'), [])
      await chat.evaluate(`clockShiftMs = ${25.5 * minuteMs}`)
      const start = (await chat.trace()).length
      await chat.ask('a woman')
      assert.deepEqual((await chat.trace()).slice(start, start + 5), [
        'POST /sdk/token refresh_token',
        '> auth.refresh',
        '> message.send',
        '< auth.refreshed',
        '< message.accepted',
      ])
      assert.equal(await chat.countSteps('socket'), 1)
    },
  )

  test('whose sign-in has ended keeps the message, and continues without signing in', { skip }, async () => {
    await using chat = await open()
    await verify(chat, 'cleo@acme.example')
    await chat.ask('heart doctor near 02903')
    const stored = "Object.keys(sessionStorage).find((name) => name.startsWith('service-chat'))"
    const values = await chat.evaluate<{ refreshToken: string }>(`JSON.parse(sessionStorage[${stored}])`)
    assert.ok(values.refreshToken.length > 20)
    await chat.evaluate('chat.destroy()')
    await chat.evaluate(
      `sessionStorage[${stored}] = JSON.stringify({ isOpen: true, resumeToken: 'x', refreshToken: 'invalid' })`,
    )
    // Together: a message after the refusal would be one of an anonymous user.
    await chat.create(`serviceUrl: '${partnership.service.url}',`, "chat.sendMessage('a woman')")
    await chat.waitFor('chat.state.problem !== null')
    assert.deepEqual(await chat.problems(), ['verification_expired'])
    assert.equal(await chat.evaluate('chat.state.authentication'), 'anonymous')
    assert.equal(await chat.evaluate('chat.takeDraft()'), 'a woman')
    assert.deepEqual(await chat.transcript(), [])
    await chat.ask('a woman')
    assert.equal(await chat.evaluate('chat.state.authentication'), 'anonymous')
  })

  test('lists, opens and starts conversations', { skip }, async () => {
    await using chat = await open()
    await verify(chat, 'dan@acme.example')
    await chat.ask('heart doctor near 02903')
    await chat.evaluate('chat.newConversation()')
    await chat.ask('hello')
    await chat.evaluate('chat.listConversations()')
    await chat.waitFor('chat.state.conversations?.length === 2')
    await chat.evaluate(
      "chat.openConversation(chat.state.conversations.find(({ title }) => title.startsWith('heart')).conversation_id)",
    )
    await chat.waitFor("chat.state.entries[0]?.text === 'heart doctor near 02903'")
    await chat.evaluate('chat.sendFeedback(chat.state.entries[1].id, "up")')
    await chat.waitFor("trace.includes('< message.feedback_stored')")
    assert.equal(await chat.evaluate('chat.state.entries[1].feedback'), 'up')
  })

  test('begins another conversation, which a lost connection does not undo', { skip }, async () => {
    await using chat = await open()
    await verify(chat, 'mia@acme.example')
    await chat.ask('heart doctor near 02903')
    await chat.evaluate('chat.newConversation()')
    await chat.waitFor("trace.includes('< conversation.opened')")
    await loseSocket(chat, 0, 'null')
    assert.deepEqual(await chat.transcript(), [])
    // The click is lost with its socket.
    await chat.evaluate('sockets[1].send = () => undefined; chat.newConversation()')
    await loseSocket(chat, 1, 'null')
    await chat.ask('a dentist near 02906')
    assert.equal((await chat.transcript()).length, 2)
    // Its acknowledgement is lost, and it belongs to the same conversation.
    await chat.evaluate("isLost = (text) => sockets.length === 3 && text.includes('message.')")
    await chat.send('a woman')
    await chat.waitFor("trace.filter((step) => step === '> message.send').length === 3")
    await loseSocket(chat, 2, 'null')
    await chat.waitFor("texts('assistant').length === 3")
    await chat.evaluate('chat.listConversations()')
    await chat.waitFor('chat.state.conversations !== null')
    const counts = await chat.evaluate('chat.state.conversations.map((listed) => listed.message_count)')
    assert.deepEqual(counts, [4, 2])
    await chat.load()
    await chat.evaluate('chat.open()')
    await chat.waitFor('chat.state.entries.length === 4')
  })

  test('of setAuthType begins as another user, and may keep the anonymous messages', { skip }, async () => {
    await using chat = await open()
    await chat.ask('heart doctor near 02903')
    await chat.page.exposeFunction('signIn', () => partnership.signIn('ana'))
    await chat.evaluate("chat.setAuthentication({ authType: 'tokenExchange', idTokenProvider: signIn })")
    assert.equal((await chat.transcript()).length, 2)
    assert.deepEqual(await chat.evaluate('chat.state.migration'), { messageCount: 2 })
    await chat.evaluate('chat.migrate(true)')
    await chat.waitFor("trace.includes('< history.migrated')")
    assert.equal((await chat.transcript()).length, 2)
    assert.equal(await chat.countSteps('socket'), 2)
  })
})

test('the form of the verification appears when the assistant asks for it', { skip }, async () => {
  await using chat = await open()
  await chat.ask('heart doctor near 02903')
  assert.equal(await chat.evaluate('chat.state.verification'), null)
  const start = (await chat.trace()).length
  await chat.send('show my earlier conversations')
  await chat.waitFor("chat.state.verification?.step === 'destination'")
  const trace = (await chat.trace()).slice(start).filter((step) => step !== '< message.delta')
  assert.deepEqual(trace, [
    '> message.send',
    '< message.accepted',
    '< message.started',
    '< message.completed',
    '< verification.required',
  ])
})

describe('a code', () => {
  test(
    'that is wrong leaves the attempts that remain, and the right one still signs in',
    { skip },
    async () => {
      await using chat = await open()
      const code = await requestCode(chat, 'eva@acme.example')
      const wrong = code === '000000' ? '111111' : '000000'
      await chat.evaluate(`chat.submitCode('${wrong}')`)
      await chat.waitFor('chat.state.verification.problem !== null')
      const { problem, isBusy } = await chat.evaluate<Form>('chat.state.verification')
      assert.deepEqual([problem?.code, problem?.attempts_left, isBusy], ['wrong_code', 4, false])
      await chat.evaluate(`chat.submitCode('${code}')`)
      await chat.waitForState('authentication', 'signed-in')
    },
  )

  test('for something that is no address is a problem of the form', { skip }, async () => {
    await using chat = await open()
    await chat.evaluate("chat.startVerification(); chat.requestCode('email', 'not an address')")
    await chat.waitFor('chat.state.verification.problem !== null')
    const { step, problem, isBusy } = await chat.evaluate<Form>('chat.state.verification')
    assert.deepEqual([step, problem?.code, isBusy], ['destination', 'invalid_destination', false])
    await chat.evaluate('chat.cancelVerification()')
    assert.equal(await chat.evaluate('chat.state.verification'), null)
  })

  test(
    'is entered after the connection was lost, because a phone suspends the page meanwhile',
    { skip },
    async () => {
      await using chat = await open()
      await chat.ask('heart doctor near 02903')
      const code = await requestCode(chat, 'finn@acme.example')
      await chat.evaluate("sockets[0].dispatchEvent(new CloseEvent('close', { code: 1006 }))")
      const { step, problem } = await chat.evaluate<Form>('chat.state.verification')
      assert.deepEqual([step, problem], ['code', null])
      await chat.evaluate(`chat.submitCode('${code}')`)
      await chat.waitForState('authentication', 'signed-in')
      assert.deepEqual(
        [await chat.countSteps('socket'), await chat.evaluate('chat.state.migration')],
        [2, { messageCount: 2 }],
      )
    },
  )

  test('that is requested too early has to wait from then on', { skip }, async () => {
    await using chat = await open()
    await requestCode(chat, 'gus@acme.example')
    const sentAt = await chat.evaluate<number>('chat.state.verification.sentAt')
    await chat.evaluate("chat.requestCode('email', 'gus@acme.example')")
    await chat.waitFor('chat.state.verification.problem !== null')
    assert.equal(await chat.evaluate('chat.state.verification.problem.code'), 'rate_limited')
    assert.ok((await chat.evaluate<number>('chat.state.verification.sentAt')) > sentAt)
  })
})

test(
  'a user who chats and then signs in on another page is asked whether to keep the messages',
  { skip },
  async () => {
    await using chat = await open({ provideIdToken: () => partnership.signIn('nora') })
    await chat.ask('heart doctor near 02903')
    const transcript = await chat.transcript()
    const signedIn = `serviceUrl: '${partnership.service.url}', authType: 'tokenExchange',`
    for (let load = 0; load < 2; load += 1) {
      await chat.evaluate('chat.destroy()')
      await chat.create(signedIn)
      await chat.waitFor('chat.state.migration?.messageCount === 2')
      assert.deepEqual(await chat.transcript(), transcript)
    }
    await chat.evaluate('chat.migrate(false)')
    await chat.waitFor('chat.state.entries.length === 0')
    await chat.evaluate('chat.destroy()')
    await chat.create(signedIn)
    await chat.waitForState('authentication', 'signed-in')
    assert.deepEqual([await chat.transcript(), await chat.evaluate('chat.state.migration')], [[], null])
  },
)

test('two tabs that keep the sign-in in the local storage renew it in turn', { skip }, async () => {
  const options = "storage: 'local',"
  await using first = await open({ options })
  await first.evaluate('chat.open()')
  await first.ask('heart doctor near 02903')
  await verify(first, 'otto@acme.example')
  await first.evaluate('chat.migrate(true)')
  await first.waitFor("trace.includes('< history.migrated')")
  await using second = await open({ options, beside: first })
  await second.waitFor("chat.state.entries.length === 2 && chat.state.authentication === 'signed-in'")
  for (const minutes of [26, 52]) {
    const late = `clockShiftMs = ${minutes * minuteMs}`
    await Promise.all([first.evaluate(late), second.evaluate(late)])
    await Promise.all([first.ask(`a woman ${minutes}`), second.ask(`a man ${minutes}`)])
  }
  for (const tab of [first, second]) {
    assert.deepEqual(await tab.problems(), [])
    assert.equal(await tab.evaluate('chat.state.authentication'), 'signed-in')
    assert.ok((await tab.countSteps('POST /sdk/token refresh_token')) >= 2)
  }
})

test('five tabs that load at once and share the sign-in are all signed in', { skip }, async () => {
  const options = {
    options: "storage: 'local',",
    prepare: (page: Page) =>
      page.route('**/sdk/token', async (route) => {
        const response = await route.fetch()
        await pause(100)
        await route.fulfill({ response })
      }),
  }
  await using first = await open(options)
  await first.ask('heart doctor near 02903')
  await verify(first, 'olga@acme.example')
  await first.evaluate('chat.migrate(true); chat.open()')
  await first.waitFor("trace.includes('< history.migrated')")
  await using second = await open({ ...options, beside: first })
  await using third = await open({ ...options, beside: first })
  await using fourth = await open({ ...options, beside: first })
  await using fifth = await open({ ...options, beside: first })
  const tabs = [first, second, third, fourth, fifth]
  for (const tab of tabs) await tab.waitForState('authentication', 'signed-in')
  await Promise.all(tabs.map((tab) => tab.load()))
  for (const tab of tabs) {
    await tab.waitFor("['signed-in', 'failed'].includes(chat.state.authentication)")
    assert.equal(await tab.evaluate('chat.state.authentication'), 'signed-in')
  }
})

test(
  'a user who signs out in one tab is signed out in the tabs that share the sign-in',
  { skip },
  async () => {
    const options = "storage: 'local',"
    await using first = await open({ options })
    await first.evaluate('chat.open()')
    await verify(first, 'rosa@acme.example')
    await first.ask('heart doctor near 02903')
    await using second = await open({ options, beside: first })
    await second.waitFor("chat.state.entries.length === 2 && chat.state.authentication === 'signed-in'")
    await first.evaluate("chat.setAuthentication({ authType: 'passwordless', idTokenProvider: null })")
    await second.waitForState('authentication', 'anonymous')
    assert.deepEqual(await second.transcript(), [])
    assert.deepEqual(await second.problems(), [])
    await second.ask('hello')
    assert.equal(await second.evaluate('chat.state.authentication'), 'anonymous')
    assert.equal(await second.countSteps('POST /sdk/token'), 1)
  },
)

interface Form {
  readonly step: string
  readonly isBusy: boolean
  readonly problem: { readonly code: string; readonly attempts_left: number | null } | null
}
