import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { wordsOf } from '@careatlas/vocabulary/words'
import { UrgencyModel } from './urgency-model.ts'

const folder = join(import.meta.dirname, 'urgency-model')
const file = JSON.parse(readFileSync(join(folder, 'model.json'), 'utf8'))
const model = new UrgencyModel(folder, file.outputs)

/** The trainer computes with 32-bit numbers, the server with int8 weights and int16 states. */
const differenceMax = 0.25

function scoreOf(text: string): number {
  return model.score(wordsOf(text)).get('urgent')!
}

describe('the urgency model', () => {
  test('is rejected with other outputs, with other word vectors or with another number of rows', () => {
    assert.throws(() => new UrgencyModel(folder, ['urgent']), /has the outputs urgent,emergency/)
    const copy = mkdtempSync(join(tmpdir(), 'urgency-'))
    cpSync(folder, copy, { recursive: true })
    const scales = readFileSync(join(folder, 'scales.f32'))
    writeFileSync(join(copy, 'scales.f32'), scales.subarray(4))
    assert.throws(() => new UrgencyModel(copy, file.outputs), /fewer than/)
    writeFileSync(join(copy, 'scales.f32'), Buffer.concat([scales, scales.subarray(0, 4)]))
    assert.throws(() => new UrgencyModel(copy, file.outputs), /more than/)
    writeFileSync(join(copy, 'model.json'), JSON.stringify({ ...file, wordVectorsOf: 'static-other' }))
    assert.throws(() => new UrgencyModel(copy, file.outputs), /word vectors of static-other/)
    rmSync(copy, { recursive: true })
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
