/** Messages about a list, an office or an appointment have no notice by the scores of their words. */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { foldText } from '@careatlas/vocabulary/words'
import { isAboutMind } from './everyday-words.ts'
import { converse, openSmallAssistant } from './assistant.fixture.ts'

const directory = await openSmallAssistant()
after(() => directory[Symbol.asyncDispose]())

const kinds = async (...texts: readonly string[]) =>
  (await converse(directory.assistant, texts)).at(-1)!.notices.map(({ kind }) => kind)

const search = 'heart doctor near 02903'

describe('after a search, ordinary words are no emergency, crisis, poisoning or violence', () => {
  for (const text of [
    'is the last one gone from there',
    'tell me about the last one',
    'i hope they have something soon',
    'my mom will come with me',
    'she thinks it changed color',
    'this is taking forever',
    'i am so done with this search',
    'y el último tiene otro idioma',
    'no quiero esperar más',
    'y si no contestan',
  ])
    test(text, async () => assert.deepEqual(await kinds(search, text), []))
})

describe('signs are urgent after a search, too', () => {
  for (const text of [
    'my lips went numb and the room tilts, worst headache ever',
    'i want it over with, i have pills here',
    'my boyfriend is hitting me',
    'the baby drank bleach',
    'mi abuelo no despierta y está azul',
    'i dont want to be here anymore',
  ])
    test(text, async () => assert.notDeepEqual(await kinds(search, text), []))
})

test('a few everyday words may be a sign of a crisis after a search for mental health', () => {
  for (const need of ['therapist', 'psychiatrist for my son', 'terapeuta', 'psicólogo', 'rehab'])
    assert.ok(isAboutMind(foldText(need)), need)
  for (const need of ['dentist', 'heart doctor', 'dermatólogo']) assert.ok(!isAboutMind(foldText(need)), need)
})
