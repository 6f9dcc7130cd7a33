import { test } from 'node:test'
import { walkThroughChat } from './driven-page.fixture.ts'
import { FirefoxPage, isFirefoxInstalled } from './firefox.fixture.ts'

const skip = !isFirefoxInstalled && 'Firefox is not installed; apt-get install firefox-esr installs it'

test(
  'in Firefox, a user asks, gets cards, verifies the address, keeps the messages and finds them after a reload',
  { skip },
  async () => {
    await using page = await FirefoxPage.open()
    await walkThroughChat(page)
  },
)
