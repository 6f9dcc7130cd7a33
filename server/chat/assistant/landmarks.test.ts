/** Streets and landmarks beside the place of the search. */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { converse, openSmallAssistant } from './assistant.fixture.ts'
import { parseContext } from './conversation-context.ts'

const directory = await openSmallAssistant()
after(() => directory[Symbol.asyncDispose]())

async function last(...texts: readonly string[]) {
  const { context, text, asked } = (await converse(directory.assistant, texts)).at(-1)!
  return { label: parseContext(context).place?.label, text, asked }
}

describe('a landmark beside the place of the conversation', () => {
  for (const text of [
    'near Broad Street',
    'by Kennedy Plaza if possible',
    'close to the Warwick Mall',
    'something off Hope Street',
    'around Miller Park',
    'close to Kent Hospital',
    'within 3 miles of Kent Hospital',
    'cerca del Hospital Kent',
    'the first one, how far is it from Elm Grove',
    'closer to Elmgrove if possible',
    "I'm staying near the airport",
    'how far is the first one from the train station',
    'cardiologist in Providence close to Thayer Corner',
  ])
    test(text, async () => {
      const { label, text: answer } = await last('heart doctor near Providence RI', 'skip', text)
      assert.equal(label, 'Providence, RI')
      assert.match(answer, /I do not know where .+ is, so I measure from Providence, RI/)
    })

  for (const text of [
    'closer to Dr. Moreau',
    'closer to home',
    'closer to Pawtucket',
    'closest to Work',
    'anyone else',
  ])
    test(`none in "${text}"`, async () => {
      const { text: answer } = await last('heart doctor near Providence RI', 'skip', text)
      assert.doesNotMatch(answer, /I do not know where/)
    })

  test('without a place is asked for', async () => {
    const { asked, text } = await last('heart doctor near Park Avenue')
    assert.equal(asked, 'place')
    assert.match(text, /Park Avenue/)
  })
})

describe('a town of the message decides', () => {
  test('and the landmark is said to be unknown', async () => {
    const { text } = await last('heart doctor in Pawtucket on Wayland Street')
    assert.match(text, /I do not know where Wayland Street is, so I measure from Pawtucket, RI/)
  })

  for (const text of [
    'heart doctor on Smith Street in Pawtucket',
    'cardiologist in Pawtucket near the park',
    'heart doctor in Pawtucket, by Brown Street',
    'heart doctor near Kent Hospital in Pawtucket',
    'heart doctor in Pawtucket, closest to Kent Hospital',
  ])
    test(text, async () => assert.equal((await last(text)).label, 'Pawtucket, RI'))
})
