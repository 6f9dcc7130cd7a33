import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { readStaticModel } from '@careatlas/vocabulary/static-model'
import { wordsOf } from '@careatlas/vocabulary/words'
import { UrgencyModel } from './urgency-model.ts'

const folder = join(import.meta.dirname, 'urgency-model')
const model = new UrgencyModel(folder)
const file = JSON.parse(readFileSync(join(folder, 'model.json'), 'utf8'))

/** The trainer computes with 32-bit numbers, the product with weights of 8 bits. */
const differenceMax = 0.25

function scoreOf(text: string): number {
  return model.score(wordsOf(text)).get('urgent')!
}

describe('the urgency model', () => {
  test('was trained with the word vectors of the built-in model', () => {
    assert.equal(model.wordVectorsOf, readStaticModel().id)
  })

  test('has the files that the trainer wrote', () => {
    for (const [name, digest] of Object.entries(file.sha256))
      assert.equal(
        createHash('sha256')
          .update(readFileSync(join(folder, name)))
          .digest('hex'),
        digest,
      )
  })

  for (const { text, urgent } of file.samples)
    test(`scores as the trainer: ${text}`, () => {
      assert.ok(Math.abs(scoreOf(text) - urgent) < differenceMax, `${scoreOf(text)} instead of ${urgent}`)
    })

  test('reads the order of words', () => {
    assert.notEqual(scoreOf('he hit me'), scoreOf('me hit he'))
  })

  test('finds no urgency without words', () => {
    assert.equal(scoreOf(''), -Infinity)
  })

  test('reads only the first words of a long text', () => {
    const words = wordsOf('my knee hurts '.repeat(20))
    assert.deepEqual(model.score(words), model.score([...words, 'chest', 'pain']))
  })
})
