/** Sign-ins of the chat in a real browser: each one ends, as a success or as one problem, and no token remains of a session that has ended. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { loseSocket, replyToNext } from './chat-page.fixture.ts'
import { openUserTests } from './chat-users.fixture.ts'

const { skip, partnership, open, openExchange, verify, askWhetherToKeep } = await openUserTests()

const minuteMs = 60_000

describe('a sign-in', () => {
  test('that the service refuses is one problem', { skip }, async () => {
    await using chat = await openExchange(() => partnership.signIn('dora'), {
      prepare: (page) =>
        page.routeWebSocket(/./, (socket) => {
          const server = socket.connectToServer()
          server.onMessage((text) => {
            const frame = JSON.parse(String(text)) as { readonly type: string }
            const data = { code: 'rate_limited', message: 'Too many.', status: 429, docs: '' }
            const isReplaced = frame.type === 'auth.upgraded'
            socket.send(isReplaced ? JSON.stringify({ ...frame, type: 'error', data }) : text)
          })
        }),
    })
    await chat.waitForState('authentication', 'failed')
    assert.deepEqual(await chat.problems(), ['rate_limited'])
  })

  test('succeeds although the service no longer has the anonymous conversation', { skip }, async () => {
    await using chat = await open()
    await chat.evaluate(replyToNext('session.resume', 'error', 'not_found'))
    await askWhetherToKeep(chat, 'pia')
    await chat.waitForState('authentication', 'signed-in')
    await chat.ask('a dentist near 02903')
  })

  test('that ends while it is renewed leaves no token', { skip }, async () => {
    await using chat = await open()
    for (let microtasks = 0; microtasks < 10; microtasks += 1) {
      await verify(chat, `rita-${microtasks}@acme.example`)
      await chat.evaluate(`new Promise((resolve) => {
        const realFetch = fetch
        globalThis.fetch = async (url, init) => {
          const response = await realFetch(url, init)
          if (!url.endsWith('/sdk/token')) return response
          globalThis.fetch = realFetch
          const text = await response.text()
          const signOut = async () => {
            for (let count = 0; count < ${microtasks}; count += 1) await null
            resolve(chat.setAuthentication({ authType: 'passwordless', idTokenProvider: null }))
          }
          return { status: 200, text: async () => { void signOut(); return text } }
        }
        clockShiftMs += ${26 * minuteMs}
        chat.sendMessage('hello')
      })`)
      const stored = JSON.parse(await chat.evaluate('Object.values(sessionStorage)[0]')) as object
      assert.deepEqual(
        [Reflect.get(stored, 'refreshToken'), Reflect.get(stored, 'subject')],
        [null, undefined],
        `after ${microtasks} microtasks`,
      )
    }
  })

  test('that a message follows in one of the next microtasks delivers it', { skip }, async () => {
    await using chat = await open()
    for (let microtasks = 0; microtasks < 8; microtasks += 1) {
      const text = `message ${microtasks}`
      await chat.evaluate(`(async () => {
        await chat.setAuthentication({ authType: 'passwordless', idTokenProvider: null })
        for (let count = 0; count < ${microtasks}; count += 1) await null
        chat.sendMessage('${text}')
      })()`)
      await chat.waitFor(`texts('user').at(-1) === '${text}'`)
    }
  })

  test('after a failed renewal sends the message to the conversation that is shown', { skip }, async () => {
    let isFailing = false
    await using chat = await openExchange(() =>
      isFailing ? Promise.reject(new Error('x')) : partnership.signIn('hal'),
    )
    await chat.ask('heart doctor near 02903')
    await chat.evaluate('chat.newConversation()')
    await chat.ask('dentist near 02906')
    await chat.evaluate('chat.listConversations()')
    await chat.waitFor('chat.state.conversations?.length === 2')
    await chat.evaluate(
      "chat.openConversation(chat.state.conversations.find(({ title }) => title.startsWith('heart')).conversation_id)",
    )
    await chat.waitFor("chat.state.entries[0]?.text === 'heart doctor near 02903'")
    isFailing = true
    await chat.evaluate(`clockShiftMs = ${31 * minuteMs}`)
    await chat.send('a woman')
    await chat.waitForState('authentication', 'failed')
    isFailing = false
    assert.equal(await chat.evaluate('chat.takeDraft()'), 'a woman')
    await chat.ask('a woman')
    const transcript = await chat.transcript()
    assert.deepEqual([transcript[0], transcript[2]], ['heart doctor near 02903', 'a woman'])
  })

  test('of no user never fails, however often the connection is lost', { skip }, async () => {
    await using chat = await openExchange(async () => null)
    for (let round = 1; round <= 4; round += 1) {
      await chat.waitFor(
        `sockets.length === ${round} && chat.state.authentication === 'anonymous' && chat.state.connection === 'connected'`,
      )
      await chat.ask('heart doctor near 02903')
      await chat.evaluate(loseSocket)
    }
    assert.deepEqual(await chat.problems(), [])
  })

  test('that an error listener begins with setAuthType ends', { skip }, async () => {
    await using chat = await openExchange(() => Promise.reject(new Error('x')))
    const authentication = await chat.evaluate(`new Promise((resolve, reject) => {
      chat.on('error', () => {
        chat.setAuthentication({ authType: 'passwordless', idTokenProvider: null })
          .then(() => resolve(chat.state.authentication), reject)
      })
      setTimeout(() => reject(new Error('pending')), 200_000)
    })`)
    assert.equal(authentication, 'anonymous')
  })

  for (const begun of ['anonymous', 'signed-in'])
    test(`that a listener of authchange begins with setAuthType succeeds: ${begun}`, { skip }, async () => {
      const idToken = Promise.withResolvers<string | null>()
      await using chat = await openExchange(() => idToken.promise)
      await chat.page.exposeFunction('signIn', () => partnership.signIn('ida'))
      await chat.evaluate(`{
        Object.assign(globalThis, { results: [], heard: [] })
        const begin = () => chat.setAuthentication({ authType: 'tokenExchange', idTokenProvider: signIn })
          .then(() => results.push('resolved'), ({ code }) => results.push(code))
        let isBegun = false
        chat.on('authchange', (authentication) => {
          if (authentication !== '${begun}' || isBegun) return
          isBegun = true
          void begin()
        })
        chat.on('authchange', (authentication) => heard.push(authentication))
      }`)
      idToken.resolve(begun === 'anonymous' ? null : await partnership.signIn('ida'))
      await chat.waitFor('results.length === 1')
      assert.deepEqual(await chat.evaluate('[results, chat.state.authentication, heard]'), [
        ['resolved'],
        'signed-in',
        [begun, 'signing-in', 'signed-in'],
      ])
    })

  test(
    'that a listener begins when setAuthType has ended the session is the only one that continues',
    { skip },
    async () => {
      await using chat = await openExchange(() => partnership.signIn('jana'))
      await chat.page.exposeFunction('signIn', () => partnership.signIn('jana'))
      await chat.waitForState('authentication', 'signed-in')
      await chat.evaluate(`{
      globalThis.results = []
      const set = (name, authType) => chat.setAuthentication({ authType, idTokenProvider: signIn })
        .then(() => results.push(name), ({ code }) => results.push(name + ' ' + code))
      let isBegun = false
      chat.on('authchange', (authentication) => {
        if (authentication !== 'anonymous' || isBegun) return
        isBegun = true
        set('inner', 'tokenExchange')
      })
      set('outer', 'passwordless')
    }`)
      await chat.waitFor('results.length === 2')
      await chat.ask('heart doctor near 02903')
      assert.deepEqual(await chat.evaluate('[results, chat.state.authType, chat.state.authentication]'), [
        ['outer', 'inner'],
        'tokenExchange',
        'signed-in',
      ])
    },
  )

  for (const [event, condition] of [
    ['authchange', "detail === 'signed-in'"],
    ['message', "sockets.length === 2 && detail.text.startsWith('This may be an emergency')"],
  ] as const)
    test(`shows nothing of a user whom a listener of ${event} signs out`, { skip }, async () => {
      const user = `kai-${event}`
      await using other = await openExchange(() => partnership.signIn(user))
      await other.ask('dentist near 02903')
      await using chat = await openExchange(() => partnership.signIn(user))
      await chat.waitFor('chat.state.entries.length === 2')
      await chat.evaluate(`chat.on('${event}', (detail) => {
        if (${condition}) chat.setAuthentication({ authType: 'passwordless', idTokenProvider: null })
      })`)
      await chat.page.context().setOffline(true)
      await chat.waitForState('connection', 'offline')
      await other.ask('crushing chest pain right now')
      await chat.page.context().setOffline(false)
      await chat.waitFor("chat.state.authType === 'passwordless'")
      await pause(200)
      assert.deepEqual(
        [
          await chat.transcript(),
          await chat.evaluate('chat.state.notices'),
          (await chat.state())['authentication'],
        ],
        [[], [], 'anonymous'],
      )
    })

  for (const code of [1000, 4408])
    test(`continues on another socket if its own is closed with ${code}`, { skip }, async () => {
      const idToken = Promise.withResolvers<string>()
      await using chat = await open()
      await chat.page.exposeFunction('signIn', () => idToken.promise)
      await chat.evaluate(`{
        globalThis.result = null
        void chat.setAuthentication({ authType: 'tokenExchange', idTokenProvider: signIn }).then(() => (result = 'resolved'))
      }`)
      await chat.waitFor("trace.includes('< sdk.session.created')")
      await chat.evaluate(`sockets.at(-1).dispatchEvent(new CloseEvent('close', { code: ${code} }))`)
      idToken.resolve(await partnership.signIn('sam'))
      await chat.waitFor("result === 'resolved'")
      assert.equal((await chat.state())['authentication'], 'signed-in')
    })

  test('whose token expires before the conversation is continued begins again', { skip }, async () => {
    await using chat = await openExchange(() => partnership.signIn('bea'))
    await chat.ask('heart doctor near 02903')
    await chat.evaluate(`${replyToNext('session.resume', 'auth.failed', 'token_expired')}; ${loseSocket}`)
    await chat.waitFor("trace.includes('< session.resumed')")
    await chat.ask('a woman')
    assert.deepEqual(
      [(await chat.transcript()).length, await chat.countSteps('socket'), await chat.problems()],
      [4, 3, []],
    )
  })

  test('whose socket is lost ends without an endless spinner', { skip }, async () => {
    let isSlow = false
    await using chat = await openExchange(async () => {
      if (isSlow) await pause(300)
      return partnership.signIn('jon')
    })
    await chat.ask('hello')
    isSlow = true
    await chat.evaluate(
      `${replyToNext('conversation.list', 'auth.failed', 'token_expired')}; void chat.listConversations()`,
    )
    await chat.waitForState('authentication', 'failed')
    await chat.evaluate('chat.retry()')
    await chat.waitForState('authentication', 'signing-in')
    await chat.evaluate(loseSocket)
    await chat.waitForState('authentication', 'signed-in')
  })

  test(
    'with a code for an address that the user has given up asks again for an address',
    { skip },
    async () => {
      await using chat = await open()
      await chat.evaluate(`
        chat.startVerification()
        chat.requestCode('email', 'typo@acme.example')
        chat.cancelVerification()
        chat.startVerification()`)
      await chat.waitFor("trace.includes('< verification.sent')")
      assert.equal(await chat.evaluate('chat.state.verification.step'), 'destination')
    },
  )

  test(
    'with a code for an address waits for its own code, not for that of the address given up',
    { skip },
    async () => {
      await using chat = await open()
      await chat.evaluate(`
      chat.startVerification()
      chat.requestCode('email', 'wrong@acme.example')
      chat.cancelVerification()
      chat.startVerification()
      chat.requestCode('email', 'right@acme.example')`)
      await chat.waitFor("trace.filter((step) => step === '< verification.sent').length === 2")
      await chat.waitFor("chat.state.verification.step === 'code'")
      assert.match(await chat.evaluate('chat.state.verification.sent.destination_masked'), /^r/)
    },
  )

  test('with a code ends when the user cancels it before the reply', { skip }, async () => {
    await using chat = await open()
    await chat.ask('hello')
    await chat.evaluate(
      "chat.startVerification(); chat.requestCode('email', 'kim@acme.example'); chat.cancelVerification()",
    )
    await chat.waitFor("trace.includes('< verification.sent')")
    assert.equal(await chat.evaluate('chat.state.verification'), null)
  })
})

test(
  'setAuthType rejects while the service is unreachable, also if an action has failed',
  { skip },
  async () => {
    await using chat = await open()
    await chat.evaluate(`WebSocket = class extends WebSocket { constructor() { super('ws://127.0.0.1:1/') } }
    void chat.setAuthentication({ authType: 'tokenExchange', idTokenProvider: async () => null })
      .catch(({ code }) => (globalThis.rejection = code))
    void chat.listConversations()`)
    await chat.waitFor("chat.state.problem?.code === 'not_connected'")
    await chat.waitFor("globalThis.rejection === 'unreachable'")
  },
)

test('a verification on a page with a token exchange leaves no refresh token', { skip }, async () => {
  await using chat = await openExchange(async () => null)
  await chat.ask('heart doctor near 02903')
  await verify(chat, 'tora@acme.example')
  assert.doesNotMatch(await chat.evaluate('Object.values(sessionStorage)[0]'), /"refreshToken":"/)
  await chat.evaluate(`clockShiftMs = ${31 * minuteMs}`)
  await chat.send('a woman')
  await chat.waitForState('authentication', 'anonymous')
  assert.equal(await chat.evaluate('chat.takeDraft()'), 'a woman')
})

test('a sign-out removes the tokens of a verification, also from a full storage', { skip }, async () => {
  await using chat = await open()
  await verify(chat, 'petra@acme.example')
  await chat.evaluate(`{
    chat.open()
    let text = ''
    for (let size = 2 ** 23; size >= 1; size /= 2)
      try {
        sessionStorage.setItem('page', text + 'x'.repeat(size))
        text += 'x'.repeat(size)
      } catch {}
    chat.close()
  }`)
  await chat.evaluate("chat.setAuthentication({ authType: 'passwordless', idTokenProvider: null })")
  const stored = await chat.evaluate<readonly string[]>(
    "Object.entries(sessionStorage).flatMap(([name, value]) => (name === 'page' ? [] : [value]))",
  )
  assert.doesNotMatch(stored.join(), /"refreshToken":"/)
})

for (const where of ['the ID token', 'the exchange'])
  test(
    `a sign-in that the loss of the network interrupts during ${where} continues later`,
    { skip },
    async () => {
      const begun = Promise.withResolvers<void>()
      let isOffline = false
      await using chat = await openExchange(
        async () => {
          if (where === 'the exchange') return partnership.signIn('otis')
          begun.resolve()
          await pause(300)
          if (isOffline) throw new Error('offline')
          return partnership.signIn('otis')
        },
        {
          prepare: (page) =>
            page.route('**/sdk/token', async (route) => {
              begun.resolve()
              await pause(300)
              await (isOffline ? route.abort() : route.continue())
            }),
        },
      )
      await begun.promise
      isOffline = true
      await chat.page.context().setOffline(true)
      await chat.waitForState('authentication', 'failed')
      isOffline = false
      await chat.page.context().setOffline(false)
      await chat.waitForState('authentication', 'signed-in')
      assert.equal(await chat.evaluate('chat.state.problem'), null)
    },
  )

test('a sign-in continues if the network returns right after the last try', { skip }, async () => {
  let isOffline = false
  const begun = Promise.withResolvers<void>()
  await using chat = await openExchange(() => partnership.signIn('oriol'), {
    delayFactor: 1,
    prepare: (page) =>
      page.route('**/sdk/token', async (route) => {
        begun.resolve()
        await pause(50)
        await (isOffline ? route.abort() : route.continue())
      }),
  })
  await begun.promise
  isOffline = true
  await chat.page.context().setOffline(true)
  await pause(1000)
  isOffline = false
  await chat.page.context().setOffline(false)
  await chat.waitForState('authentication', 'signed-in')
})

test(
  'a sign-in that the identity provider has refused is one problem, however often the network returns',
  { skip },
  async () => {
    await using chat = await openExchange(() => Promise.resolve('x.y.z'))
    await chat.waitForState('authentication', 'failed')
    for (let count = 0; count < 3; count += 1) {
      await chat.page.context().setOffline(true)
      await chat.waitForState('connection', 'offline')
      await chat.page.context().setOffline(false)
      await chat.waitForState('connection', 'idle')
    }
    await pause(200)
    assert.deepEqual(await chat.problems(), ['id_token_refused'])
  },
)
