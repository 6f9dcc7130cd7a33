import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { usContacts } from '@careatlas/search/notices'
import { parseQuery } from '@careatlas/search/query/parse-query'
import type { QueryResources } from '@careatlas/search/query/query-resources'
import { readUrgency } from './read-urgency.ts'
import { emptyResources } from '@careatlas/search/query/empty-resources.fixture'

/** Those of a directory without records. */
const resources: QueryResources = {
  ...emptyResources,
  vectors: null,
}

function read(text: string, earlier: readonly string[] = [], isDescription = true) {
  const parsed = [parseQuery(text, 'providers', 'lexical', resources)]
  return readUrgency({
    pieces: [text],
    parsed,
    earlier,
    isDescription,
    described: text,
    contacts: usContacts,
  })
}

const needsCare = (...parameters: Parameters<typeof read>) => read(...parameters).needsEmergencyCare
const kinds = (...parameters: Parameters<typeof read>) => read(...parameters).notices.map(({ kind }) => kind)

describe('an emergency beside the name of a field', () => {
  test('is one if it happens now', () => {
    const found = read(
      'neurologist please, my wifes face is drooping and she cant talk right since 20 minutes',
    )
    assert.deepEqual([found.notices[0]?.kind, found.needsEmergencyCare], ['emergency', true])
  })

  for (const text of [
    'stroke neurologist',
    'pulmonologist for shortness of breath and dizzy spells',
    'seizure specialist',
  ])
    test(`"${text}" is only a search`, () => assert.deepEqual(kinds(text), []))
})

test('signs in two messages are read together, but an earlier emergency does not repeat itself', () => {
  const [first, second] = ['stung by a bee', 'my lips are swelling up']
  assert.deepEqual([needsCare(first), needsCare(second), needsCare(second, [first])], [false, false, true])
  assert.deepEqual(kinds('a dentist in warwick', ['crushing chest pain and my arm is numb']), [])
})

describe('a sign of a patient of an earlier message', () => {
  const spots = 'wicked headache since last night and sparkly spots before my eyes'
  for (const patient of [
    'an OB in Warwick, 34 weeks along',
    'she is pregnant',
    'necesito ginecologa, embarazada',
  ])
    test(`"${patient}" makes a headache with spots an emergency`, () =>
      assert.deepEqual(kinds(spots, [patient, 'blue cross']), ['emergency', 'pregnancy_urgent']))

  test('is found in one sentence of several', () =>
    assert.deepEqual(
      kinds(
        "ok will call them monday. had a wicked headache since last night, tylenol didn't touch it and there's sparkly spots when I look at my phone, guess I need sleep",
        ['an OB in Warwick, 34 weeks along'],
      ),
      ['emergency', 'pregnancy_urgent'],
    ))

  test('a newborn makes a fever an emergency', () =>
    assert.ok(needsCare('now she has a fever of 101', ['pediatrician, my baby is 3 weeks old', '02903'])))

  test('changes nothing if the message is about something else', () =>
    assert.deepEqual(kinds('do they take new patients', ['an OB, 34 weeks along']), []))
})

test('a message that describes nothing has no notice by the scores of its words', () => {
  assert.deepEqual(kinds('and the first?', [], false), [])
  assert.deepEqual(kinds('i want to kill myself', [], false), ['crisis'])
})

describe('naloxone at hand', () => {
  for (const text of [
    'i found a narcan in his bag do i use it',
    'how do i give naloxone',
    'tengo narcan, se lo pongo',
  ])
    test(`"${text}" needs emergency care`, () => assert.ok(needsCare(text)))

  for (const text of ['where can i get narcan kits', 'we ran a narcan training'])
    test(`"${text}" does not`, () => assert.deepEqual(kinds(text), []))
})

describe('violence against a person whom the user knows', () => {
  for (const text of [
    'mi vecina tiene miedo de su marido, la golpea',
    'a mi prima su novio le pegó',
    'la pareja de mi hija, su pareja la amenaza',
    'su ex la ahorcó ayer',
    'my coworkers boyfriend hits her',
    'her husband beats her and the kids',
    'my friend is terrified of her husband',
    'i am hiding from my ex',
  ])
    test(text, () => assert.ok(kinds(text).includes('violence')))

  for (const text of [
    'her husband drives her to the visits',
    'her husband hits tennis balls and hurt his elbow',
    'su esposo le llama después',
    'my ex has the insurance',
  ])
    test(`not in "${text}"`, () => assert.ok(!kinds(text).includes('violence')))

  const companion = 'mi hermana viene con su marido'
  test(`not in "${companion}"`, { todo: true }, () => assert.ok(!kinds(companion).includes('violence')))
})
