/** Over the demo region: a message with a question for the hours of a list and a plan gets both. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openDemoDirectory } from './demo-directory.ts'
import { runMessages } from './run-dialogue.ts'

const directory = await openDemoDirectory()
after(() => directory[Symbol.asyncDispose]())

for (const text of ['are they open saturday? also i have medicare', '¿abren el sábado? tengo medicare'])
  test(text, async () => {
    const { turns } = await runMessages(['eye doctor in Warwick RI', text], directory)
    const { answer } = turns[1]!
    assert.match(answer.text, /Medicare/)
    assert.match(answer.text, /Hours unknown|Horario desconocido/)
  })
