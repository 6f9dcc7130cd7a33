/** A record of the last list that the user does not want: the results leave it out. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { emptyContext } from './conversation-context.ts'
import { findRejectedRecord } from './rejected-record.ts'

const records = ['Ana Costa', 'Ben Silva', 'Cleo Rossi'].map((name, index) => ({
  kind: 'provider' as const,
  id: String(index + 1),
  name,
}))
const shown = { records, nextOffset: null, farthestMiles: null }
const about = { ...emptyContext, shown, focus: { kind: 'provider' as const, id: '3' } }
const reject = (text: string, context: typeof emptyContext = about): string | null =>
  findRejectedRecord(text, null, context)?.name ?? null

describe('the record that the message names', () => {
  for (const text of [
    'I already went to the second one',
    "we've seen the 2nd guy already and he was useless",
    'the second one I already saw',
    'my mom already tried the second doctor',
    'the second one never called back',
    "the second office isn't taking new patients",
    'I went to the second one and hated it',
    "I don't like the second one",
    'ya fui con el segundo',
    'Not the second one, he was rude to my mother',
    'cross out the second one',
    'take the second one off',
    'scratch the second doctor',
    'quite el segundo por favor',
    'the second one is too far, anything closer to the mall',
    'hmm the second one is way too far for us. who is nearer',
    'that second one is too far by bus, anyone closer?',
    'the second office is really far, something closer please',
    'the 2nd is too far, what else is there',
    'el segundo está muy lejos, algo más cerca',
    'el segundo me queda demasiado lejos, ¿hay uno más cerca?',
    'la segunda queda muy lejos',
  ])
    test(text, () => assert.equal(reject(text), 'Ben Silva'))
})

describe('the record of the last answer', () => {
  for (const text of [
    'That one I already saw, who else is there',
    'I already saw him, who else',
    'she has already been to that place',
    'not him, someone else',
    'I used to see her before and it was awful',
  ])
    test(text, () => assert.equal(reject(text), 'Cleo Rossi'))

  test('is not known after a list of several', () =>
    assert.equal(reject('I already saw him', { ...about, focus: null }), null))
})

describe('no record is rejected', () => {
  for (const text of [
    'tell me about the second one',
    'can I see the second one on Friday',
    'is the second one taking new patients?',
    'I already have a cardiologist',
    'has she seen kids before?',
    'I saw a doctor last year about this',
    'the second one please',
    'is the second one too far to walk?',
    '¿el segundo está lejos?',
    'how far is the second one',
    'what about the other guy',
    'I called the office and they said to ask you',
  ])
    test(text, () => assert.equal(reject(text), null))
})
