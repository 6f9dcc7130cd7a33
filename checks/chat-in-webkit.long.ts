import { testDrivenChat } from './driven-chat.suite.ts'
import { testDrivenDialog } from './driven-dialog.suite.ts'
import { testDrivenFailures } from './driven-failures.suite.ts'
import { testDrivenInterface } from './driven-interface.suite.ts'
import { testDrivenTheme } from './driven-theme.suite.ts'
import { testDrivenTranscript } from './driven-transcript.suite.ts'
import { testDrivenVerification } from './driven-verification.suite.ts'
import { webKit } from './webkit.fixture.ts'

testDrivenChat(webKit)
testDrivenDialog(webKit)
testDrivenFailures(webKit)
testDrivenInterface(webKit)
testDrivenTheme(webKit)
testDrivenTranscript(webKit)
testDrivenVerification(webKit)
