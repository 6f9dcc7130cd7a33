import { testDrivenChat } from './driven-chat.suite.ts'
import { drivenChromium } from './driven-chromium.fixture.ts'
import { testDrivenDialog } from './driven-dialog.suite.ts'
import { testDrivenFailures } from './driven-failures.suite.ts'
import { testDrivenInterface } from './driven-interface.suite.ts'
import { testDrivenTheme } from './driven-theme.suite.ts'
import { testDrivenTranscript } from './driven-transcript.suite.ts'
import { testDrivenVerification } from './driven-verification.suite.ts'

testDrivenChat(drivenChromium)
testDrivenDialog(drivenChromium)
testDrivenFailures(drivenChromium)
testDrivenInterface(drivenChromium)
testDrivenTheme(drivenChromium)
testDrivenTranscript(drivenChromium)
testDrivenVerification(drivenChromium)
