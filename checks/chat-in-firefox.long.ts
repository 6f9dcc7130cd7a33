import { testDrivenChat } from './driven-chat.suite.ts'
import { testDrivenInterface } from './driven-interface.suite.ts'
import { FirefoxPage, isFirefoxInstalled } from './firefox.fixture.ts'

const skip = !isFirefoxInstalled && 'Firefox is not installed; apt-get install firefox-esr installs it'

testDrivenChat('Firefox', skip, () => FirefoxPage.open())
testDrivenInterface('Firefox', skip, () => FirefoxPage.open())
