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

describe('a rash beside the mouth is of the skin', () => {
  for (const text of [
    'a blistery rash around her mouth',
    'my toddler has crusty spots next to his lips, like a rash near the mouth',
    'eczema patches around my lips',
    'tiene granitos alrededor de la boca',
    'le salió sarpullido cerca de la boca',
  ])
    test(text, async () => {
      const [answer] = await converse(directory.assistant, [text])
      assert.match(answer!.text, /dermatolog|dermatólogo|pediatra/)
    })

  for (const text of [
    'sores in my mouth',
    'a rash on my gums',
    'my tooth hurts near the mouth',
    'hives and numb around the mouth',
  ])
    test(`not: ${text}`, () => assert.equal(writeOutSpokenWords(text), text))
})

describe('a walk-in is urgent care', () => {
  for (const text of [
    'walk in',
    'a walk-in would be best',
    'just a walk in place please',
    'walk-in clinic',
    'ok any walk in then',
  ])
    test(text, () => assert.equal(writeOutSpokenWords(text), 'walk-in urgent care'))

  for (const text of [
    'do they take walk ins',
    'walk ins?',
    'i cant walk in the morning',
    'can i walk in tomorrow',
  ])
    test(`not: ${text}`, () => assert.equal(writeOutSpokenWords(text), text))
})

describe('how long it has hurt changes no field', () => {
  for (const [text, field] of [
    ['me duele la espalda desde hace dos meses', /espalda$/],
    ['dolor de cuello desde hace días', /cuello$/],
    ['hace tres semanas que me duele la rodilla', /rodilla$/],
    ['me duele el hombro hace un año', /hombro$/],
  ] as const)
    test(text, async () => {
      const [answer] = await converse(directory.assistant, [text])
      assert.match((answer!.context as { need: { text: string } }).need.text, field)
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
