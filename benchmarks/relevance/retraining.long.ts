/** Half an hour and 5 GB of Python packages: `npm run test:long`. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempDisposableSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { installPython, textsFolder, train } from '@careatlas/vocabulary/training/train'

/** The greatest difference of the mean nDCG@10 of all sets. */
const differenceMax = 0.005

function skipReason(): string | false {
  try {
    installPython()
    return false
  } catch {
    return 'the Python packages of vocabulary/training/requirements.txt cannot be installed; that requires python3 (3.10 or later) with venv, and PyPI'
  }
}

test(
  'a model that is trained again finds as much, also before quantization',
  { skip: skipReason() },
  async () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'model-'))
    train(folder.path)
    for (const model of [folder.path, join(textsFolder, 'float')]) {
      const { committed, other } = await measureBoth(model)
      assert.ok(Math.abs(committed - other) <= differenceMax, `${committed} and ${other}`)
    }
  },
)

/** The mean nDCG@10 of the committed model and of `model`, over all queries of `npm run eval`. */
async function measureBoth(model: string): Promise<{ readonly committed: number; readonly other: number }> {
  const program = resolve(import.meta.dirname, '../relevance.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [program, '--model', model])
  const table = stdout
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.split('|').map((cell) => cell.trim()))
  const columns = table[0]!
  const mean = (column: string): number => {
    const rows = table.slice(2).filter((cells) => cells[columns.indexOf('nDCG@10')] !== '')
    const total = rows.reduce((sum, cells) => sum + Number(cells[columns.indexOf('n')]), 0)
    return (
      rows.reduce(
        (sum, cells) => sum + Number(cells[columns.indexOf('n')]) * Number(cells[columns.indexOf(column)]),
        0,
      ) / total
    )
  }
  return { committed: mean('nDCG@10'), other: mean('other model') }
}
