/** The chat client in a real browser when something fails: each failure is shown and can be retried, and no text is lost. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { openChromium } from './chromium.fixture.ts'
import { ChatPage, type ChatPageOptions } from './chat-page.fixture.ts'
import { type Partnership, startPartnership } from './chat-partnership.fixture.ts'

const chromium = await openChromium()
after(() => chromium?.close())
const skip = chromium === null && 'Chromium is not installed; installing it requires root and apt-get'

let partnership: Partnership
/** Its chat requires signing in. */
let signedInOnly: Partnership
before(async () => {
  partnership = await startPartnership()
  signedInOnly = await startPartnership({ partner: { authTypes: ['tokenExchange'] } })
})
after(async () => {
  await partnership[Symbol.asyncDispose]()
  await signedInOnly[Symbol.asyncDispose]()
})

/** The client waits less. */
const fast = { delayFactor: 0.01, timeoutFactor: 0.3 }
/** For what never answers: no other request has this short timeout. */
const faster = { ...fast, timeoutFactor: 0.1 }
const open = (options: ChatPageOptions = {}) => ChatPage.open(chromium!, partnership, options)
const signIn = () => partnership.signIn('ana')
const minuteMs = 60_000
const exchange = 'POST /sdk/token token-exchange'
/** Half an hour passes. The next socket would correct the clock. */
const expire = `clockShiftMs = ${31 * minuteMs}; isLost = (text) => /session.started/.test(text)`

const notAvailable = 'This chat is not available on this page.'
const notReached = 'The chat cannot be reached.'
const notSignedIn = 'You could not be signed in.'

interface Words {
  readonly retry: string
  readonly signingIn: string
}

const english: Words = { retry: 'Try again', signingIn: 'Send (signing in…)' }
const spanish: Words = { retry: 'Intentar otra vez', signingIn: 'Enviar (iniciando sesión…)' }

/** Asserts what a user sees of a failure: this sentence, a button if another try can help, and nothing that still seems to work. */
async function assertFailureShown(
  chat: ChatPage,
  sentence: string,
  { canRetry, words = english }: { readonly canRetry: boolean; readonly words?: Words },
): Promise<void> {
  const { page } = chat
  await chat.evaluate('chat.open()')
  await page.locator('[part=problem]').getByRole('alert').getByText(sentence, { exact: true }).waitFor()
  assert.equal(await page.getByRole('button', { name: words.retry }).count(), canRetry ? 1 : 0)
  await assertNothingIsBusy(chat, words)
}

async function assertNothingIsBusy({ page }: ChatPage, words = english): Promise<void> {
  const busy = page.locator('.spinner, [part=typing], [aria-busy=true]').filter({ visible: true })
  assert.equal(await busy.count(), 0)
  assert.equal(await page.getByRole('button', { name: words.signingIn }).count(), 0)
}

/** Presses the button of a failure once, which fails again: the user sees the same again. */
async function assertRetryFails(chat: ChatPage, sentence: string, words = english): Promise<void> {
  const problems = await chat.problems()
  await chat.page.getByRole('button', { name: words.retry }).click()
  await chat.waitFor(`events.filter(([name]) => name === 'error').length > ${problems.length}`)
  assert.deepEqual(await chat.problems(), [...problems, problems.at(-1)])
  await assertFailureShown(chat, sentence, { canRetry: true, words })
}

async function assertNoFailureShown(chat: ChatPage): Promise<void> {
  await chat.evaluate('chat.open()')
  await chat.page.locator('[part~=answer-entry][aria-busy=false]').last().waitFor()
  assert.equal(await chat.page.locator('[part=problem]').isVisible(), false)
  await assertNothingIsBusy(chat)
}

const respond = (status: number, body: string) => (page: Page) =>
  page.route('**/sdk/config', (route) =>
    route.fulfill({ status, body, headers: { 'access-control-allow-origin': '*' } }),
  )

/** Asserts that the console tells the developer of the page what to check, after each failure once. */
function assertAdvice(chat: ChatPage, origin: string, count: number): void {
  const advice = chat.console.filter((line) => line.includes('careatlas partners update acme --origin'))
  assert.equal(advice.length, count)
  for (const part of [`${partnership.service.url}/sdk/config`, 'publicKey', ` ${origin} `])
    assert.ok(advice[0]?.includes(part), part)
}

describe('the configuration', () => {
  test('with a wrong key is not retried, and the message stays in the composer', { skip }, async () => {
    await using chat = await open({ publicKey: 'careatlas_pk_wrong' })
    await chat.waitForState('connection', 'blocked')
    assert.deepEqual(await chat.problems(), ['invalid_credentials'])
    assert.equal(await chat.countSteps('GET /sdk/config'), 1)
    await chat.send('hello')
    assert.equal(await chat.composer(), 'hello')
    assert.ok(!(await chat.trace()).some((step) => step.startsWith('socket')))
    await assertFailureShown(chat, notAvailable, { canRetry: false })
    assert.equal(await chat.page.getByLabel('Message', { exact: true }).isEditable(), false)
    assertAdvice(chat, partnership.origin, 1)
  })

  test('on a page of another partner is refused', { skip }, async () => {
    await using other = await startPartnership()
    await using chat = await open({ origin: other.origin, ...fast })
    await chat.waitFor('chat.state.problem !== null')
    assert.deepEqual(await chat.problems(), ['config_unavailable'])
    assert.equal((await chat.state())['connection'], 'idle')
    await assertFailureShown(chat, notReached, { canRetry: true })
    assertAdvice(chat, other.origin, 1)
    await assertRetryFails(chat, notReached)
    assertAdvice(chat, other.origin, 2)
  })

  for (const [name, prepare, code, requests, waits = fast] of [
    ['that fails with 500 three times', respond(500, '{}'), 'config_unavailable', 3],
    ['that is not JSON', respond(200, '<html>'), 'config_malformed', 3],
    ['that lacks a member', respond(200, '{"clientId":"a","audience":"b"}'), 'config_malformed', 3],
    [
      'whose token address lacks TLS',
      respond(200, '{"clientId":"a","audience":"b","tokenExchangeUrl":"http://acme.example/token"}'),
      'config_malformed',
      3,
    ],
    [
      'that is refused',
      respond(403, '{"error":{"code":"partner_mismatch","message":"no"}}'),
      'partner_mismatch',
      1,
    ],
    [
      'that never comes',
      (page: Page) => page.route('**/sdk/config', () => undefined),
      'config_unavailable',
      3,
      faster,
    ],
  ] as const)
    test(`${name} becomes a problem after ${requests} requests`, { skip }, async () => {
      await using chat = await open({ prepare, ...waits })
      await chat.waitFor('chat.state.problem !== null')
      assert.deepEqual(await chat.problems(), [code])
      assert.equal(await chat.countSteps('GET /sdk/config'), requests)
      assert.deepEqual(await chat.evaluate('[...timers.values()]'), [])
      const canRetry = code !== 'partner_mismatch'
      const sentence = canRetry ? notReached : notAvailable
      await assertFailureShown(chat, sentence, { canRetry })
      if (!canRetry) return
      await assertRetryFails(chat, sentence)
      assert.equal(await chat.countSteps('GET /sdk/config'), 2 * requests)
    })

  test('that is slow delays the message, which is not lost', { skip }, async () => {
    await using chat = await open({
      prepare: (page) =>
        page.route('**/sdk/config', async (route) => {
          await pause(1500)
          await route.continue()
        }),
    })
    await chat.ask('hello')
    assert.deepEqual(await chat.problems(), [])
    assert.equal(await chat.countSteps('GET /sdk/config'), 1)
    await assertNoFailureShown(chat)
  })

  test('is loaded again with the next message after a failure', { skip }, async () => {
    let isFailing = true
    await using chat = await open({
      ...fast,
      prepare: (page) =>
        page.route('**/sdk/config', (route) => (isFailing ? route.abort() : route.continue())),
    })
    await chat.send('hello')
    await chat.waitFor('chat.state.problem !== null')
    assert.equal(await chat.composer(), 'hello')
    await assertFailureShown(chat, notReached, { canRetry: true })
    isFailing = false
    await chat.ask('hello')
    assert.equal((await chat.state())['problem'], null)
    await assertNoFailureShown(chat)
  })
})

describe('the socket', () => {
  test('that another service refuses becomes a problem, and the message is not lost', { skip }, async () => {
    await using other = await startPartnership()
    const websocketUrl = `${other.service.url.replace('http', 'ws')}/sdk/ws`
    const options = `serviceUrl: '${partnership.service.url}', websocketUrl: '${websocketUrl}',`
    await using chat = await open({ ...fast, options })
    await chat.send('hello')
    await chat.waitFor('chat.state.problem !== null')
    assert.deepEqual(await chat.problems(), ['unreachable'])
    assert.equal((await chat.state())['connection'], 'reconnecting')
    await chat.page.locator('#chat').getByText('hello').first().waitFor({ state: 'attached' })
    await assertFailureShown(chat, notReached, { canRetry: true })
    await assertRetryFails(chat, notReached)
  })

  test('that is refused while the user signs in shows no spinner beside the problem', { skip }, async () => {
    const options = `serviceUrl: '${partnership.service.url}', websocketUrl: 'ws://127.0.0.1:9/',`
    await using chat = await open({ ...fast, options, authType: 'tokenExchange', provideIdToken: signIn })
    await chat.waitFor('chat.state.problem !== null')
    assert.equal((await chat.state())['authentication'], 'signing-in')
    await assertFailureShown(chat, notReached, { canRetry: true })
    // The message removes the problem, which returns.
    for (const count of [2, 3]) {
      await chat.send('hello')
      await chat.waitFor(`events.filter(([name]) => name === 'error').length === ${count}`)
      await assertFailureShown(chat, notReached, { canRetry: true })
    }
  })

  test('reconnects with random delays that grow to 30 seconds', { skip }, async () => {
    const options = `serviceUrl: '${partnership.service.url}', websocketUrl: 'ws://127.0.0.1:9/',`
    await using chat = await open({ delayFactor: 0.0001, options })
    await chat.evaluate('Math.random = () => 0.999')
    await chat.send('hello')
    await chat.waitFor('delays.length >= 9')
    const delays = await chat.evaluate<readonly number[]>('delays.map(Math.round)')
    assert.deepEqual(delays.slice(0, 9), [500, 999, 1998, 3996, 7992, 15_984, 29_970, 29_970, 29_970])
  })
})

test('a chat that is created offline says so, without a spinner', { skip }, async () => {
  await using chat = await open({ authType: 'tokenExchange', provideIdToken: signIn, isCreated: false })
  await chat.page.context().setOffline(true)
  await chat.create()
  await chat.evaluate('chat.open()')
  await chat.page.getByRole('status').getByText('You are offline.').waitFor()
  assert.equal((await chat.state())['authentication'], 'signing-in')
  await assertNothingIsBusy(chat)
})

/** As if the service could not begin an answer, because it is busy. */
async function receiveUnavailable(chat: ChatPage): Promise<void> {
  const message = 'The server is busy; the answer follows when you reconnect.'
  const data = JSON.stringify({ type: 'error', data: { code: 'unavailable', message } })
  await chat.evaluate(
    `sockets[0].dispatchEvent(new MessageEvent('message', { data: ${JSON.stringify(data)} }))`,
  )
}

/** Replies to the next frame of this type as the service would. */
async function replyToNext(chat: ChatPage, type: string, reply: object): Promise<void> {
  await chat.evaluate(`{
    const socket = sockets.at(-1)
    const { send } = socket
    socket.send = (text) => {
      const frame = JSON.parse(text)
      if (frame.type !== '${type}') return send.call(socket, text)
      const data = JSON.stringify({ ...${JSON.stringify(reply)}, re: frame.id })
      setTimeout(() => socket.dispatchEvent(new MessageEvent('message', { data })), 1)
      socket.send = send
    }
  }`)
}

const refusal = { type: 'error', data: { code: 'rate_limited', message: 'Later.' } }

describe('a message', () => {
  test(
    'that was not sent returns to the field when the user begins another conversation',
    { skip },
    async () => {
      await using chat = await open(fast)
      await chat.evaluate('chat.open()')
      await chat.ask('hello')
      await replyToNext(chat, 'message.send', refusal)
      await chat.send('a woman')
      await chat.page.getByText('Not sent.').waitFor()
      await chat.page.getByRole('button', { name: 'New conversation' }).click()
      await chat.waitFor(
        "document.querySelector('#chat').firstChild.shadowRoot.querySelector('textarea').value !== ''",
      )
      assert.equal(await chat.composer(), 'a woman')
    },
  )

  test('whose answer could not begin is answered after the user tries again', { skip }, async () => {
    await using chat = await open()
    await chat.evaluate('isLost = (text) => /message\\.(?:started|delta|completed)/.test(text)')
    await chat.send('hello')
    await chat.waitFor("texts('user').length > 0")
    await receiveUnavailable(chat)
    await assertFailureShown(chat, 'The service is busy.', { canRetry: true })
    await chat.evaluate('isLost = () => false')
    await chat.page.getByRole('button', { name: 'Try again' }).click()
    await assertNoFailureShown(chat)
    assert.equal(await chat.countSteps('> message.send'), 1)
  })

  test('of 4,001 characters is not sent and stays in the field; one of 4,000 is sent', { skip }, async () => {
    await using chat = await open()
    const text = 'heart '.repeat(667).slice(0, 4000)
    await assert.rejects(() => chat.send(`${text}.`), /TypeError: text is too long/)
    await chat.evaluate('chat.open()')
    const field = chat.page.getByLabel('Message', { exact: true })
    await field.fill(`${text}.`)
    await field.press('Enter')
    await chat.page.getByRole('alert').getByText('Characters to remove: 1').waitFor()
    assert.equal(await chat.composer(), `${text}.`)
    await field.fill(text)
    await field.press('Enter')
    await chat.waitFor("texts('user').length > 0")
    assert.deepEqual(await chat.messages('user'), [text])
    assert.equal(await chat.countSteps('> message.send'), 1)
  })
})

test(
  'a list of conversations that the service refuses is a problem, and the user can try again',
  { skip },
  async () => {
    await using chat = await open({ authType: 'tokenExchange', provideIdToken: signIn, ...fast })
    await chat.ask('heart doctor near 02903')
    await chat.evaluate('chat.open()')
    await replyToNext(chat, 'conversation.list', refusal)
    const list = chat.page.locator('[part=conversations]')
    await chat.page.getByRole('button', { name: 'More actions' }).click()
    await chat.page.getByRole('button', { name: 'Conversations' }).click()
    await chat.page.getByText('Too many attempts. Try again later.').waitFor()
    assert.equal(await list.getByText('Loading…').count(), 0)
    await chat.page.getByRole('button', { name: 'Try again' }).click()
    await list.getByRole('button', { name: /^heart doctor near 02903/ }).waitFor()
    assert.equal((await chat.state())['problem'], null)
    // What the list covers cannot be reached.
    assert.equal(await chat.page.locator('[part=log]').isVisible(), false)
    await chat.page.getByRole('button', { name: 'Back to the chat' }).click()
    assert.equal(await chat.page.locator('[part=log]').isVisible(), true)
  },
)

test('a list that needs a new sign-in is a problem, and trying again signs in', { skip }, async () => {
  await using chat = await open({ authType: 'tokenExchange', provideIdToken: signIn, ...fast })
  await chat.ask('heart doctor near 02903')
  await chat.evaluate('chat.open()')
  const data = { code: 'token_expired', message: 'The access token has expired.', retryable: true }
  await replyToNext(chat, 'conversation.list', { type: 'auth.failed', data })
  await chat.page.getByRole('button', { name: 'More actions' }).click()
  await chat.page.getByRole('button', { name: 'Conversations' }).click()
  await assertFailureShown(chat, notSignedIn, { canRetry: true })
  await chat.page.getByRole('button', { name: 'Try again' }).click()
  const list = chat.page.locator('[part=conversations]')
  await list.getByRole('button', { name: /^heart doctor near 02903/ }).waitFor()
})

test('feedback that the service refuses is not thanked for, and the comment stays', { skip }, async () => {
  await using chat = await open({ options: 'feedback: true,', ...fast })
  await chat.evaluate('chat.open()')
  await chat.ask('heart doctor near 02903')
  const { page } = chat
  await page.getByRole('button', { name: 'Not helpful' }).click()
  await page.locator('[part~=thumb-down][aria-pressed=true]').waitFor()
  await page.getByLabel('What could be better? (optional)').fill('wrong number')
  await replyToNext(chat, 'message.feedback', refusal)
  const sendComment = page.locator('[part=comment-form]').getByRole('button', { name: 'Send' })
  await sendComment.click()
  await page.getByText('Too many attempts. Try again later.').waitFor()
  assert.equal(await page.getByText('Thank you.').count(), 0)
  await sendComment.click()
  await page.getByText('Thank you.').waitFor()
})

/** The number of received frames of this type, as source. */
const countFrames = (type: string) => `trace.filter((step) => step === '< ${type}').length`

test(
  'the list of conversations stays open while the chat connects again, and is loaded again',
  { skip },
  async () => {
    await using chat = await open({ authType: 'tokenExchange', provideIdToken: signIn })
    const list = chat.page.locator('[part=conversations]')
    await chat.ask('heart doctor near 02903')
    await chat.evaluate('chat.open()')
    await chat.page.getByRole('button', { name: 'More actions' }).click()
    await chat.page.getByRole('button', { name: 'Conversations' }).click()
    const item = list.getByRole('button', { name: /^heart doctor near 02903/ })
    await item.focus()
    await chat.evaluate("sockets[0].dispatchEvent(new CloseEvent('close', { code: 1006 }))")
    await chat.waitFor(`${countFrames('conversation.listed')} === 2`)
    assert.equal(await chat.countSteps('socket'), 2)
    const focused = chat.page.locator(':focus')
    await item.and(focused).waitFor()
    await using other = await open({ authType: 'tokenExchange', provideIdToken: signIn })
    await other.evaluate('chat.newConversation()')
    await other.ask('a dentist near 02906')
    await chat.evaluate("sockets[1].dispatchEvent(new CloseEvent('close', { code: 1006 }))")
    await list.getByRole('button', { name: /^a dentist near 02906/ }).waitFor()
    await list.getByRole('button', { name: 'Back to the chat' }).and(focused).waitFor()
    await chat.evaluate("void chat.setAuthType('passwordless')")
    await list.waitFor({ state: 'hidden' })
  },
)

test(
  'the list of conversations is loaded again after a connection that no frame has shown',
  { skip },
  async () => {
    await using chat = await open({ authType: 'tokenExchange', provideIdToken: signIn, ...fast })
    await chat.ask('heart doctor near 02903')
    await chat.evaluate('chat.open()')
    await chat.page.getByRole('button', { name: 'More actions' }).click()
    await chat.page.getByRole('button', { name: 'Conversations' }).click()
    await chat.waitFor(`${countFrames('conversation.listed')} === 1`)
    await chat.evaluate(`
    globalThis.held = []
    globalThis.requestAnimationFrame = (task) => held.push(task)
    sockets[0].dispatchEvent(new CloseEvent('close', { code: 1006 }))`)
    await chat.waitFor(`${countFrames('session.resumed')} === 1`)
    await chat.evaluate('setTimeout(() => held.forEach((task) => task()), 100)')
    await chat.waitFor(`${countFrames('conversation.listed')} === 2`)
  },
)

const openFailing = (provideIdToken: () => Promise<string | null>, options: ChatPageOptions = {}) =>
  open({ authType: 'tokenExchange', provideIdToken, ...fast, ...options })

describe('the provider of ID tokens', () => {
  for (const [name, provide, waits = fast] of [
    ['that rejects', () => Promise.reject(new Error('no session'))],
    ['that never answers', () => new Promise<never>(() => undefined), faster],
    ['that answers with something else', async () => 5 as unknown as string],
  ] as const)
    test(`${name} is called once more, then the sign-in has failed`, { skip }, async () => {
      await using chat = await openFailing(provide, waits)
      await chat.waitForState('authentication', 'failed')
      assert.deepEqual(await chat.problems(), ['id_token_unavailable'])
      assert.equal(await chat.countSteps('provider'), 2)
      assert.deepEqual(await chat.evaluate('[...timers.values()]'), [])
      await assertFailureShown(chat, notSignedIn, { canRetry: true })
      await assertRetryFails(chat, notSignedIn)
      assert.equal(await chat.countSteps('provider'), 4)
    })

  test(
    'that fails keeps a typed message in the composer, and the next message signs in again',
    { skip },
    async () => {
      let isFailing = true
      await using chat = await openFailing(() =>
        isFailing ? Promise.reject(new Error('offline')) : signIn(),
      )
      await chat.send('hello')
      await chat.waitForState('authentication', 'failed')
      assert.equal(await chat.composer(), 'hello')
      await assertFailureShown(chat, notSignedIn, { canRetry: true })
      isFailing = false
      await chat.ask('hello')
      assert.equal((await chat.state())['authentication'], 'signed-in')
      assert.equal((await chat.state())['problem'], null)
      await assertNoFailureShown(chat)
    },
  )

  test('that returns a refused token again causes one exchange', { skip }, async () => {
    await using chat = await openFailing(async () => 'not.a.token')
    await chat.waitForState('authentication', 'failed')
    assert.equal(await chat.countSteps(exchange), 1)
    assert.deepEqual(await chat.problems(), ['id_token_refused'])
    await assertFailureShown(chat, notSignedIn, { canRetry: true })
    await assertRetryFails(chat, notSignedIn)
    assert.equal(await chat.countSteps(exchange), 1)
  })

  test('that resolves to null leaves the user anonymous, without a problem', { skip }, async () => {
    await using chat = await openFailing(async () => null)
    await chat.ask('hello')
    assert.equal((await chat.state())['authentication'], 'anonymous')
    await assertNoFailureShown(chat)
  })

  test('that returns a new token after a refusal signs in', { skip }, async () => {
    const tokens = ['not.a.token']
    await using chat = await openFailing(async () => tokens.shift() ?? signIn())
    await chat.waitForState('authentication', 'signed-in')
    assert.equal(await chat.countSteps(exchange), 2)
  })

  test('that fails before a message that the token still covers only warns', { skip }, async () => {
    let isFailing = false
    await using chat = await openFailing(() => (isFailing ? Promise.reject(new Error('offline')) : signIn()))
    await chat.waitForState('authentication', 'signed-in')
    isFailing = true
    await chat.evaluate(`clockShiftMs = ${27 * minuteMs}`)
    await chat.ask('heart doctor near 02903')
    assert.deepEqual(await chat.problems(), ['sign_in_ends_soon'])
    assert.equal((await chat.state())['authentication'], 'signed-in')
    await assertFailureShown(chat, 'Your sign-in ends soon.', { canRetry: true })
  })

  test('that fails after the token has expired keeps the message in the composer', { skip }, async () => {
    let isFailing = false
    await using chat = await openFailing(() => (isFailing ? Promise.reject(new Error('offline')) : signIn()))
    await chat.waitForState('authentication', 'signed-in')
    isFailing = true
    await chat.evaluate(`clockShiftMs = ${31 * minuteMs}`)
    await chat.send('heart doctor near 02903')
    await chat.waitForState('authentication', 'failed')
    assert.equal(await chat.composer(), 'heart doctor near 02903')
    assert.equal(await chat.countSteps('> message.send'), 0)
    await assertFailureShown(chat, notSignedIn, { canRetry: true })
    isFailing = false
    await chat.ask('heart doctor near 02903')
    assert.equal((await chat.state())['authentication'], 'signed-in')
  })

  test('causes at most two exchanges for each message while the token endpoint fails', { skip }, async () => {
    let isFailing = false
    await using chat = await openFailing(signIn, {
      prepare: (page) =>
        page.route('**/sdk/token', (route) =>
          isFailing ? route.fulfill({ status: 503 }) : route.continue(),
        ),
    })
    await chat.waitForState('authentication', 'signed-in')
    const earlier = await chat.countSteps(exchange)
    isFailing = true
    await chat.evaluate(expire)
    await chat.send('hello')
    await chat.waitForState('authentication', 'failed')
    assert.equal((await chat.countSteps(exchange)) - earlier, 2)
    assert.equal(await chat.composer(), 'hello')
    await assertFailureShown(chat, notSignedIn, { canRetry: true })
    await assertRetryFails(chat, notSignedIn)
    assert.equal((await chat.countSteps(exchange)) - earlier, 4)
  })

  test('that returns the same expired token forever never keeps the chat busy', { skip }, async () => {
    const idToken = await signIn()
    let current = idToken
    await using chat = await openFailing(async () => current)
    await chat.waitForState('authentication', 'signed-in')
    current = `${idToken.slice(0, -8)}AAAAAAAA`
    await chat.evaluate(expire)
    for (const text of ['one', 'two']) {
      await chat.send(text)
      await chat.waitFor(`chat.state.authentication === 'failed'`)
    }
    assert.equal(await chat.countSteps(exchange), 2)
    assert.equal(await chat.composer(), 'one\ntwo')
    await assertFailureShown(chat, notSignedIn, { canRetry: true })
    await assertRetryFails(chat, notSignedIn)
    assert.equal(await chat.countSteps(exchange), 2)
  })
})

test(
  'a chat that requires signing in keeps the message of an anonymous user, until the user signs in',
  { skip },
  async () => {
    let idToken: string | null = null
    await using chat = await ChatPage.open(chromium!, signedInOnly, {
      authType: 'tokenExchange',
      provideIdToken: async () => idToken,
    })
    await chat.send('hello')
    await chat.waitForState('authentication', 'failed')
    assert.equal(await chat.composer(), 'hello')
    await assertFailureShown(chat, notSignedIn, { canRetry: true })
    idToken = await signedInOnly.signIn('ana')
    await chat.ask('hello')
  },
)

test('an authType that the partner does not allow is a problem', { skip }, async () => {
  await using chat = await ChatPage.open(chromium!, signedInOnly)
  await chat.waitForState('connection', 'blocked')
  assert.deepEqual(await chat.problems(), ['auth_type_not_allowed'])
  await assertFailureShown(chat, notAvailable, { canRetry: false })
  await chat.evaluate("chat.setAuthType('tokenExchange', { idTokenProvider: provideIdToken })")
  assert.equal((await chat.state())['connection'], 'connected')
})

/** Each causes its problem on the page as it happens to a user. */
const failuresInSpanish: readonly {
  readonly code: string
  readonly sentence: string
  readonly options?: ChatPageOptions
  readonly cause: (chat: ChatPage) => Promise<unknown>
  readonly canRetry?: boolean
}[] = [
  {
    code: 'config_malformed',
    sentence: 'No hay conexión con el chat.',
    options: { prepare: respond(200, '<html>') },
    cause: (chat) => chat.create(),
  },
  {
    code: 'unavailable',
    sentence: 'El servicio está ocupado.',
    cause: async (chat) => {
      await chat.create()
      await chat.evaluate('isLost = (text) => /message\\.(?:started|delta|completed)/.test(text)')
      await chat.send('hola')
      await chat.waitFor("texts('user').length > 0")
      await receiveUnavailable(chat)
    },
  },
  {
    code: 'queue_full',
    sentence: 'Demasiados mensajes en espera.',
    cause: async (chat) => {
      await chat.create()
      await chat.waitFor("events.some(([name]) => name === 'ready')")
      await chat.page.context().setOffline(true)
      await chat.waitForState('connection', 'offline')
      await chat.evaluate(
        "for (let count = 0; count < 99 && !chat.state.problem; count += 1) chat.sendMessage('hola')",
      )
    },
    canRetry: false,
  },
  {
    code: 'not_found',
    sentence: 'Ya no está disponible.',
    options: { authType: 'tokenExchange', provideIdToken: signIn },
    cause: async (chat) => {
      await chat.create()
      await chat.ask('hola')
      // As if another tab had deleted it.
      await chat.evaluate(`{
        chat.open()
        const { send } = WebSocket.prototype
        WebSocket.prototype.send = function (text) {
          send.call(this, text.replace(/(?<="conversation_id":".{30})\\w+/, '000000'))
        }
      }`)
      for (const name of ['Más acciones', 'Conversaciones'])
        await chat.page.getByRole('button', { name }).click()
      await chat.page.locator('[part=conversation]').first().click()
    },
  },
  {
    code: 'verification_expired',
    sentence: 'Su sesión venció.',
    cause: async (chat) => {
      await chat.create()
      await chat.evaluate(`{
        chat.open()
        chat.destroy()
        const [name] = Object.keys(sessionStorage)
        sessionStorage[name] = JSON.stringify({ isOpen: true, resumeToken: 'x', refreshToken: 'ended' })
      }`)
      await chat.create()
    },
  },
  {
    code: 'too_many_exchanges',
    sentence: 'No se pudo iniciar su sesión.',
    options: {
      authType: 'tokenExchange',
      provideIdToken: signIn,
      prepare: (page) =>
        page.route('**/sdk/token', (route) =>
          route.fulfill({
            json: { access_token: 'not.a.token' },
            headers: { 'access-control-allow-origin': '*' },
          }),
        ),
    },
    cause: (chat) => chat.create(),
  },
  {
    code: 'not_delivered',
    sentence: 'No se envió.',
    cause: async (chat) => {
      await chat.create()
      await chat.evaluate(`{
        const { send } = WebSocket.prototype
        WebSocket.prototype.send = function (text) {
          if (JSON.parse(text).type === 'message.send') this.dispatchEvent(new CloseEvent('close', { code: 1006 }))
          else send.call(this, text)
        }
      }`)
      await chat.send('hola')
    },
  },
]

describe('on a page in Spanish', () => {
  for (const { code, sentence, options = {}, cause, canRetry = true } of failuresInSpanish)
    test(`${code} is shown in Spanish`, { skip }, async () => {
      await using chat = await open({ ...fast, ...options, isCreated: false })
      await chat.evaluate("document.documentElement.lang = 'es'")
      await cause(chat)
      await chat.waitFor('chat.state.problem !== null')
      assert.deepEqual(await chat.problems(), [code])
      await assertFailureShown(chat, sentence, { canRetry, words: spanish })
    })
})

describe('devRoute', () => {
  test('replaces the address of the exchange on a local host', { skip }, async () => {
    await using chat = await open({
      authType: 'tokenExchange',
      provideIdToken: signIn,
      options: `devRoute: '${partnership.service.url}/dev/exchange',`,
      prepare: async (page) =>
        page.route('**/dev/exchange', (route) =>
          route.continue({ url: `${partnership.service.url}/sdk/token` }),
        ),
    })
    await chat.waitForState('authentication', 'signed-in')
    assert.deepEqual(
      (await chat.trace()).filter((step) => step.startsWith('POST')),
      ['POST /dev/exchange token-exchange'],
    )
    assert.deepEqual(chat.console, [])
  })

  test('is ignored elsewhere, with one warning: the exchange is at the service', { skip }, async () => {
    const origin = 'https://www.acme.example'
    await using remote = await startPartnership({ partner: { origins: [origin] } })
    const url = `${origin}/`
    await using chat = await ChatPage.open(chromium!, remote, {
      ...fast,
      isCreated: false,
      origin: url,
      authType: 'tokenExchange',
      provideIdToken: () => remote.signIn('ana'),
      prepare: async (page) => {
        await page.context().grantPermissions(['local-network-access'])
        await page.route(`${url}**`, (route) =>
          route.fulfill({ contentType: 'text/html', body: '<div id=chat>' }),
        )
      },
      options: `devRoute: '${partnership.service.url}/sdk/token',`,
    })
    const posted: string[] = []
    chat.page.on('request', (request) => {
      if (request.method() === 'POST') posted.push(request.url())
    })
    await chat.create()
    await chat.waitForState('authentication', 'signed-in')
    assert.deepEqual(posted, [`${remote.service.url}/sdk/token`])
    assert.deepEqual(
      chat.console.filter((line) => line.includes('devRoute')),
      ['devRoute is ignored: the page is not on a local host'],
    )
  })
})
