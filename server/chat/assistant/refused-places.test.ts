/** A town or state that a message refuses is never the place of the search, and its records are left out from then on. */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { converse, openSmallAssistant } from './assistant.fixture.ts'
import { parseContext } from './conversation-context.ts'

const directory = await openSmallAssistant({})
after(() => directory[Symbol.asyncDispose]())

async function say(...texts: readonly string[]) {
  const answer = (await converse(directory.assistant, ['heart doctor in Warwick', 'skip', ...texts])).at(-1)!
  const { place, refusedPlaces } = parseContext(answer.context)
  return { text: answer.text, place: place?.label ?? null, refused: refusedPlaces }
}

describe('a refused town is left out', () => {
  for (const text of [
    'nothing in Providence please',
    'she will not go to Providence, the parking is awful',
    "I can't drive all the way up to Providence",
    'anywhere but Providence',
    "we'd like to stay out of Providence",
    'no doctors in Providence please, my ex works there',
    'a cardiologist who is not in Providence RI',
    'he says no to Providence, he got lost there once',
    'Cranston would be fine, Providence is out',
    'Providence does not work for us',
    'en Providence no, no tengo carro',
    'a Providence no puede ir, le da miedo manejar',
    'nada en Providence, por favor',
    'que no sea en Providence',
    'cualquier lugar menos Providence',
    'Providence queda muy lejos para ella',
  ])
    test(text, async () => {
      const { place, refused, text: answer } = await say(text)
      assert.notEqual(place, 'Providence, RI')
      assert.deepEqual(refused, ['Providence, RI'])
      assert.match(answer, /Providence, RI/)
    })
})

describe('a refused state is left out', () => {
  for (const [text, state] of [
    ["I won't cross over into Massachusetts for this", 'MA'],
    ['but not across to connecticut, my plan is only good here', 'CT'],
    ['nada en Connecticut por favor', 'CT'],
    ['avoid Massachusetts, the bridge is closed', 'MA'],
  ] as const)
    test(text, async () => assert.deepEqual(await refusedOf(text), [state]))
})

async function refusedOf(text: string) {
  const { place, refused } = await say(text)
  assert.equal(place, 'Warwick, RI')
  return refused
}

describe('a town that is only named, asked for or corrected is not refused', () => {
  for (const text of [
    'Providence',
    'no, in Providence',
    "I can't find anyone in Providence",
    'not far from Providence',
    'not only in Providence',
    'no more than 5 miles from Providence',
    'nothing in Providence?',
    'why not in Providence?',
    "I'm not in Warwick, I'm in Providence",
    "I've never been to Providence but that works",
    'en Providence, ¿no?',
    'not the one in Providence',
    "don't you have anyone in Providence",
    "if Providence is too far I'll say so",
    "Providence isn't too far",
    'no tengo problema en ir a Providence',
    'no hay nadie en Providence?',
  ])
    test(text, async () => assert.deepEqual((await say(text)).refused, []))
})

test('a refused town stays refused until the search is for it', async () => {
  const later = await say('nothing in Providence please', 'any women?', 'what about Cranston')
  assert.deepEqual(later.refused, ['Providence, RI'])
  const back = await say('nothing in Providence please', 'ok, in Providence then')
  assert.deepEqual([back.place, back.refused], ['Providence, RI', []])
})

test('a first message that only refuses a town asks for the place', async () => {
  const [answer] = await converse(directory.assistant, ['dentist please, but nothing in Providence'])
  assert.equal(answer!.asked, 'place')
  assert.deepEqual(parseContext(answer!.context).refusedPlaces, ['Providence, RI'])
})

describe('a search around a refused town leaves out its care', () => {
  for (const text of [
    'not in Warwick, my ex works there. somewhere near it',
    'anywhere around it but not in Warwick',
    'nothing in Warwick, a town nearby is fine',
    "I don't want Warwick itself, so not in Warwick, but close by",
    'no en Warwick, ahí me conocen. algo cerca',
    'en Warwick no, por favor, pero alrededor',
  ])
    test(text, async () => {
      for (const first of ['dentist please', 'dentist near Warwick']) {
        const [, answer] = await converse(directory.assistant, [first, text])
        const { place, refusedPlaces } = parseContext(answer!.context)
        assert.deepEqual([place?.label, refusedPlaces], ['Warwick, RI', ['Warwick, RI']], answer!.text)
      }
    })

  test('but not around the user', async () => {
    const [, answer] = await converse(directory.assistant, ['dentist near Warwick', 'not in Warwick please'])
    assert.equal(parseContext(answer!.context).place, null)
  })
})
