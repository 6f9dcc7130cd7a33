import { test } from 'node:test'
import { walkThroughChat } from './driven-page.fixture.ts'
import { isWebKitInstalled, WebKitPage } from './webkit.fixture.ts'

const skip =
  !isWebKitInstalled && 'WebKit is not installed; apt-get install webkit2gtk-driver xvfb installs it'

test(
  'in WebKit, a user asks, gets cards, verifies the address, keeps the messages and finds them after a reload',
  { skip },
  async () => {
    await using page = await WebKitPage.open()
    await walkThroughChat(page)
  },
)
