/** Of several needs in one message, the assistant answers the first and offers the others. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { converse, openSmallAssistant } from './assistant.fixture.ts'
import { parseContext } from './conversation-context.ts'

const directory = await openSmallAssistant({})
after(() => directory[Symbol.asyncDispose]())

async function ask(text: string) {
  const answer = (await converse(directory.assistant, [text, 'skip'])).at(0)!
  return { answer, need: parseContext(answer.context).need?.text }
}

for (const [text, need, other] of [
  [
    'I need a cardiologist for my husband and a mammogram for me near 02903',
    /cardiologist for my husband$/,
    'mammogram',
  ],
  [
    'a cardiologist for me and an eye doctor for my son near 02903',
    /cardiologist(?: for me)?$/,
    'eye doctor',
  ],
  ['cardiologist and eye exam near 02903', /cardiologist$/, 'eye exam'],
] as const)
  test(`"${text}" offers ${other}`, async () => {
    const { answer, need: found } = await ask(text)
    assert.match(found ?? '', need)
    assert.match(answer.text, new RegExp(`Ask me next for: ${other}`))
  })

test('a message with one need offers no other', async () => {
  const { answer } = await ask('a cardiologist for my wife and me near 02903')
  assert.doesNotMatch(answer.text, /Ask me next/)
})
