import { testDrivenChat } from './driven-chat.suite.ts'
import { testDrivenDialog } from './driven-dialog.suite.ts'
import { testDrivenFailures } from './driven-failures.suite.ts'
import { testDrivenInterface } from './driven-interface.suite.ts'
import { testDrivenTheme } from './driven-theme.suite.ts'
import { testDrivenTranscript } from './driven-transcript.suite.ts'
import { testDrivenVerification } from './driven-verification.suite.ts'
import { firefox } from './firefox.fixture.ts'

testDrivenChat(firefox)
testDrivenDialog(firefox)
testDrivenFailures(firefox)
testDrivenInterface(firefox)
testDrivenTheme(firefox)
testDrivenTranscript(firefox)
testDrivenVerification(firefox)
