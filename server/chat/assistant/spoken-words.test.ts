/** Spoken names of organs and clinicians find their field, and the same words elsewhere stay. */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { converse, openSmallAssistant } from './assistant.fixture.ts'
import { writeOutSpokenWords } from './spoken-words.ts'

const directory = await openSmallAssistant()
after(() => directory[Symbol.asyncDispose]())

describe('the usual clinician follows', () => {
  for (const [text, field] of [
    ['im having trouble with my waterworks', /urologist/],
    ['his water works act up at night', /urologist/],
    ['my junk itches and it burns when i pee', /urologist/],
    ['i need a lady doctor for down there', /gynecologist/],
    ['a female dr to check my lady parts', /gynecologist/],
    ['a dr for my ticker', /cardiologist/],
    ['busco una doctora de la mujer', /ginec/],
    ['ando mal de los nervios', /terapeuta|psic|consejer/],
  ] as const)
    test(text, async () => {
      const [answer] = await converse(directory.assistant, [text])
      assert.match(answer!.text, field)
      assert.deepEqual(answer!.notices, [])
    })
})

describe('other meanings stay', () => {
  for (const text of [
    'my junk mail',
    'a lady doctor for my knee',
    'the water works are closed on my street',
    'my junk drawer cut my hand',
  ])
    test(text, () => assert.ok(!/penis|gynecologist/.test(writeOutSpokenWords(text))))
})
