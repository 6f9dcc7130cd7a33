/** Takes minutes: `npm run test:long`. */
import assert from 'node:assert/strict'
import { mkdtempDisposableSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { allConcepts } from '../concept.ts'
import { train, writeModel } from './train.ts'

test('retraining gives the committed model, byte by byte', () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'model-'))
  writeModel(
    folder.path,
    train(allConcepts(), () => {}),
  )
  const committed = join(import.meta.dirname, '..', 'model')
  for (const name of ['model.json', 'words.txt', 'rows.i8', 'scales.f32'])
    assert.deepEqual(readFileSync(join(folder.path, name)), readFileSync(join(committed, name)), name)
})
