/** The assistant says whether the directory serves a place that the user asks about. */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { converse, openSmallAssistant } from './assistant.fixture.ts'
import { parseContext } from './conversation-context.ts'

const directory = await openSmallAssistant({})
after(() => directory[Symbol.asyncDispose]())

async function last(...texts: readonly string[]) {
  const answer = (await converse(directory.assistant, texts)).at(-1)!
  return { answer, context: parseContext(answer.context) }
}

describe('a question whether a place is served', () => {
  for (const text of [
    'do you guys cover Warwick?',
    'are you in Cranston',
    'does this site serve Westerly RI',
  ])
    test(`"${text}" is affirmed`, async () =>
      assert.match((await last(text)).answer.text, /^Yes, this directory serves the area of /))

  for (const text of ['do you serve Boston', 'hi, do you cover Denver?', 'are you available in Chicago'])
    test(`"${text}" is denied, and keeps the place of the search`, async () => {
      const { answer, context } = await last('heart doctor near 02903', 'skip', text)
      assert.match(answer.text, /^No, this directory does not serve the area of /)
      assert.equal(context.place?.label, '02903')
    })

  test('is answered in Spanish', async () => {
    assert.match(
      (await last('¿cubren Warwick?')).answer.text,
      /^Sí, este directorio cubre la zona de Warwick/,
    )
    assert.match(
      (await last('¿atienden en Boston?')).answer.text,
      /^No, este directorio no cubre la zona de /,
    )
  })

  test('moves the search to a served place', async () => {
    const { answer, context } = await last('heart doctor near 02903', 'skip', 'do you cover Cranston?')
    assert.deepEqual([context.place?.label, context.need?.text], ['Cranston, RI', 'heart doctor'])
    assert.equal(answer.cards.length, 1)
  })

  for (const text of ['do you cover medicare', 'do you take blue cross', 'are you in network'])
    test(`"${text}" is none`, async () =>
      assert.doesNotMatch((await last(text)).answer.text, /serves? the area/))
})
