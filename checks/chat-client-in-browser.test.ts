/** The chat client in a real browser, on a page of another origin, with a real service: what it sends, in which order, and when. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { openChromium } from './chromium.fixture.ts'
import { ChatPage, type Partnership, startPartnership } from './chat-page.fixture.ts'

const chromium = await openChromium()
after(() => chromium?.close())
const skip = chromium === null && 'Chromium is not installed; installing it requires root and apt-get'

let partnership: Partnership
before(async () => (partnership = await startPartnership()))
after(() => partnership[Symbol.asyncDispose]())

describe('passwordless', () => {
  test('connects with the first message, and gets its answer', { skip }, async () => {
    await using chat = await ChatPage.open(chromium!, partnership)
    await chat.waitFor("events.some(([name]) => name === 'ready')")
    assert.deepEqual(await chat.trace(), ['create', 'created', 'GET /sdk/config'])
    const answer = await chat.ask('heart doctor near 02903')
    assert.ok(answer.length > 20)
    assert.deepEqual((await chat.trace()).slice(3, 8), [
      'socket 1',
      '< session.started',
      '< sdk.session.created',
      '> message.send',
      '< message.accepted',
    ])
    assert.deepEqual(await chat.evaluate('[...timers.values()]'), [])
  })
})
