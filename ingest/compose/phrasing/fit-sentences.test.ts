import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { fitSentences } from './fit-sentences.ts'

const sentences = [
  { text: 'Who.', dropPriority: 0 },
  { text: 'Where.', dropPriority: 1 },
  { text: 'First school.', dropPriority: 6 },
  { text: 'Second school.', dropPriority: 6 },
]

test('sentences that fit stay, with the notice last', () => {
  assert.equal(fitSentences(sentences, 60, 'Note.'), 'Who. Where. First school. Second school. Note.')
})

test('sentences with the highest priority to drop are omitted first, from the last to the first; the notice stays', () => {
  assert.equal(fitSentences(sentences, 40, 'Note.'), 'Who. Where. First school. Note.')
  assert.equal(fitSentences(sentences, 12, 'Note.'), 'Who. Note.')
})

test('a required sentence that is too long is cut between words, before the notice', () => {
  const long = [{ text: 'Adams and Bell and Chase practice.', dropPriority: 0 }]
  assert.equal(fitSentences(long, 22, 'Note.'), 'Adams and Bell… Note.')
  assert.equal(fitSentences([{ text: 'x'.repeat(40), dropPriority: 0 }], 10, null), `${'x'.repeat(9)}…`)
})

test('a text never exceeds its limit and has no partial sentence', () => {
  const someSentences = fc.array(
    fc.record({ text: fc.stringMatching(/^[a-z]{1,30}\.$/), dropPriority: fc.integer({ min: 1, max: 6 }) }),
  )
  fc.assert(
    fc.property(someSentences, fc.integer({ min: 4, max: 200 }), (extra, limit) => {
      const text = fitSentences([{ text: 'Who.', dropPriority: 0 }, ...extra], limit, null)
      assert.ok(text.length <= limit)
      assert.ok(
        text.split(' ').every((word) => word === 'Who.' || extra.some((sentence) => sentence.text === word)),
      )
    }),
  )
})
