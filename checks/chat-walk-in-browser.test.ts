/** A walk through the chat: only what a user does. */
import { after, test } from 'node:test'
import { walkThroughChat } from './chat-walk.fixture.ts'
import { openChromium } from './chromium.fixture.ts'

const chromium = await openChromium()
after(() => chromium?.close())
const skip = chromium === null && 'Chromium is not installed; installing it requires root and apt-get'

test(
  'a user asks, gets cards, verifies the address, keeps the messages and finds them after a reload',
  { skip },
  () => walkThroughChat(chromium!),
)
