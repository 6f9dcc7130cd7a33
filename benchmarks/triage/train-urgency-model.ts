/**
 * Trains `search/query/triage/urgency-model`: writes the examples, installs the Python packages of
 * `vocabulary/training/requirements.txt` in a virtual environment, and runs `train-urgency-model.py`, which takes 7 minutes on one core.
 * Usage: `bin/node benchmarks/triage/train-urgency-model.ts [FOLDER]`
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { scoredWordsMax } from '@careatlas/search/query/triage/urgency-model'
import { readStaticModel, tokenize } from '@careatlas/vocabulary/static-model'
import { installPython } from '@careatlas/vocabulary/training/train'
import { readUrgencyExamples, type UrgencyExample } from './urgency-examples.ts'

const root = join(import.meta.dirname, '../..')
const target = resolve(process.argv[2] ?? join(root, 'search/query/triage/urgency-model'))

const folder = mkdtempSync(join(tmpdir(), 'urgency-'))
try {
  const examples = join(folder, 'examples.jsonl')
  writeFileSync(examples, `${readUrgencyExamples().flatMap(toLine).join('\n')}\n`)
  const program = join(import.meta.dirname, 'train-urgency-model.py')
  const source = join(root, 'vocabulary/model')
  execFileSync(installPython(), [program, examples, source, target], { stdio: 'inherit' })
  execFileSync(join(root, 'checks/tools/run'), ['oxfmt', join(target, 'model.json')], { stdio: 'inherit' })
} finally {
  rmSync(folder, { recursive: true })
}

/** The example with the rows of the built-in model for each of its words; none for a text without words. */
function toLine({ text, kinds, share }: UrgencyExample): readonly string[] {
  const words = tokenize(text).slice(0, scoredWordsMax)
  const rows = words.map((word) => readStaticModel().wordRows(word))
  return words.length === 0 ? [] : [JSON.stringify({ text, rows, kinds: [...kinds], share })]
}
