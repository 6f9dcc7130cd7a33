/** A message that rejects the place of the search replaces it, or the assistant asks for another one. */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { converse, openSmallAssistant } from './assistant.fixture.ts'
import { parseContext } from './conversation-context.ts'

const directory = await openSmallAssistant({})
after(() => directory[Symbol.asyncDispose]())

/** After a search in Warwick. */
async function say(text: string) {
  const answer = (await converse(directory.assistant, ['heart doctor in Warwick', 'skip', text])).at(-1)!
  return { asked: answer.asked, place: parseContext(answer.context).place?.label ?? null }
}

describe('a rejected place', () => {
  for (const text of [
    'Cranston, not Warwick',
    'not Warwick, Cranston',
    'oops, I meant Cranston. Not Warwick.',
    "it's not warwick it's cranston",
    'Cranston instead of Warwick',
    'en Cranston, no en Warwick',
  ])
    test(`"${text}" replaces it`, async () =>
      assert.deepEqual(await say(text), { asked: null, place: 'Cranston, RI' }))

  for (const text of [
    'not Warwick',
    'not in Warwick please',
    'not there',
    'somewhere else',
    'no en Warwick',
    'ahí no',
  ])
    test(`"${text}" asks for another one`, async () =>
      assert.deepEqual(await say(text), { asked: 'place', place: null }))

  for (const text of ['not Providence', 'not far from Warwick', 'not the one in Warwick', 'not him'])
    test(`"${text}" keeps the place`, async () => assert.equal((await say(text)).place, 'Warwick, RI'))

  test('"no Cranston" corrects the place', async () =>
    assert.equal((await say('no, Cranston')).place, 'Cranston, RI'))
})
