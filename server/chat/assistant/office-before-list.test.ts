/** A question about an office or a list before any list is answered as such, and the question for the place goes on. */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { converse, openSmallAssistant } from './assistant.fixture.ts'

const directory = await openSmallAssistant()
after(() => directory[Symbol.asyncDispose]())
const { assistant } = directory

describe('while the place is open, what no source states is said and the place is asked for', () => {
  for (const text of [
    'do they do strep tests',
    'can they put in stitches there',
    'will they clean ears',
    'do they check for lice',
    '¿hacen pruebas de embarazo?',
    '¿ponen yesos?',
    '¿revisan moretones?',
    'se puede llevar a un niño',
  ])
    test(text, async () => {
      const answer = (await converse(assistant, ['urgent care', text])).at(-1)!
      assert.match(answer.text, /does not state that|no indica eso/)
      assert.equal((answer.context as { asked: string }).asked, 'place')
    })
})

describe('where the directory has nothing, the question is answered the same way', () => {
  for (const text of ['can they do an ekg', 'do they treat burns', '¿hacen radiografías?'])
    test(text, async () => {
      const answer = (await converse(assistant, ['urgent care in Seattle, WA', text])).at(-1)!
      assert.match(answer.text, /does not state that|no indica eso/)
    })
})

describe('a question about a list that does not exist says so', () => {
  for (const text of [
    'what is the difference between the first two',
    'difference between the first one and the second one?',
    '¿cuál es la diferencia entre el primero y el segundo?',
  ])
    test(text, async () => {
      const answer = (await converse(assistant, ['urgent care in Seattle, WA', text])).at(-1)!
      assert.match(answer.text, /not listed anything|no he mostrado/)
    })
})

describe('care and places are still read', () => {
  for (const text of ['are they in 02903', '02903, do they do x rays'])
    test(text, async () => {
      const answer = (await converse(assistant, ['heart doctor', text])).at(-1)!
      assert.ok(answer.facts.includes('cards'), answer.text)
    })

  test('a clinician that a question asks for', async () => {
    const answer = (await converse(assistant, ['urgent care', 'do they have a cardiologist near 02903'])).at(
      -1,
    )!
    assert.ok(answer.facts.includes('cards'), answer.text)
  })
})

describe('the office is called by the user', () => {
  for (const text of [
    'call them',
    'that one, call them for me',
    'ok call the first one',
    'please call the office now',
    'llámelos por favor',
  ])
    test(text, async () => {
      const answer = (await converse(assistant, ['heart doctor near 02903', 'skip', text])).at(-1)!
      assert.ok(answer.facts.includes('cannot_booking'), answer.text)
    })

  for (const text of ["i'll call them monday", 'should i call them', 'what do they call it'])
    test(`not: ${text}`, async () => {
      const answer = (await converse(assistant, ['heart doctor near 02903', 'skip', text])).at(-1)!
      assert.ok(!answer.facts.includes('cannot_booking'), answer.text)
    })
})
