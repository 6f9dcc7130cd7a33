/**
 * Trains the built-in model: `npm run train [FOLDER]`, by default into `vocabulary/model`. It writes the texts, installs the
 * Python packages of `requirements.txt` in a virtual environment, and runs `train.py`, which takes half an hour on one core.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { writeTexts } from './texts.ts'

const cache = resolve(import.meta.dirname, '../../node_modules/.cache/training')

/** The texts, and in `float` the model before quantization. */
export const textsFolder = join(cache, 'texts')

/** Writes the model into `folder`; throws if Python 3.10 or later, or PyPI, is missing. */
export function train(folder: string): void {
  mkdirSync(textsFolder, { recursive: true })
  writeTexts(textsFolder)
  const program = join(import.meta.dirname, 'train.py')
  execFileSync(installPython(), [program, textsFolder, folder], { stdio: 'inherit' })
}

/** The program of a virtual environment with the requirements, which later runs use again. */
export function installPython(): string {
  const program = join(cache, 'python/bin/python')
  execFileSync('python3', ['-m', 'venv', join(cache, 'python')])
  const requirements = join(import.meta.dirname, 'requirements.txt')
  execFileSync(program, ['-m', 'pip', 'install', '--quiet', '--requirement', requirements])
  return program
}

if (import.meta.main) train(resolve(process.argv[2] ?? join(import.meta.dirname, '../model')))
