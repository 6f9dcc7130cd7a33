import { testDrivenChat } from './driven-chat.suite.ts'
import { testDrivenInterface } from './driven-interface.suite.ts'
import { isWebKitInstalled, WebKitPage } from './webkit.fixture.ts'

const skip =
  !isWebKitInstalled && 'WebKit is not installed; apt-get install webkit2gtk-driver xvfb installs it'

testDrivenChat('WebKit', skip, () => WebKitPage.open())
testDrivenInterface('WebKit', skip, () => WebKitPage.open())
