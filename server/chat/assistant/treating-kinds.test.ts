/** A message that asks which kind of clinician treats a complaint is answered with it, and searches for the complaint. */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { converse, openSmallAssistant } from './assistant.fixture.ts'
import { parseContext } from './conversation-context.ts'

const directory = await openSmallAssistant({})
after(() => directory[Symbol.asyncDispose]())

async function say(...texts: readonly string[]) {
  const { text, context } = (await converse(directory.assistant, texts)).at(-1)!
  return { text, need: parseContext(context).need?.text ?? null }
}

describe('the kind of clinician is named', () => {
  for (const [text, kind] of [
    ['which type of specialist handles gout', /rheumatologist/],
    ['who fixes bunions?', /podiatrist/],
    ['ok, who deals with migraines', /neurologist/],
    ['what kind of doctor would I see for vertigo', /otolaryngologist/],
    ['who treats kidney stones', /urologist/],
    ['¿qué tipo de doctor trata la gota?', /reumatólogo/],
  ] as const)
    test(text, async () => assert.match((await say(text)).text, kind))
})

test('also for the need that the conversation has', async () => {
  const { text, need } = await say('I get bad migraines', 'what kind of doctor would I see for that')
  assert.match(text, /neurologist/)
  assert.match(need!, /migraines/)
})

describe('no kind is named for other questions', () => {
  for (const text of ['who handles billing there', 'what kind of doctor is she', 'who do I talk to about it'])
    test(text, async () => {
      const { text: answer, need } = await say('cardiologist near 02903', 'skip', text)
      assert.doesNotMatch(answer, /That is usually|For that I look for/)
      assert.equal(need, 'cardiologist')
    })

  test('two kinds are compared', async () => {
    const { text } = await say('who treats hives, an allergist or a dermatologist')
    assert.match(text, /^Allergist: .*\nDermatologist: /)
  })
})
