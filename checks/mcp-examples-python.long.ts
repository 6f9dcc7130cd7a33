/** The example with the official Python client: the answer, and a status other than 0 for a wrong one. */
import { spawnSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { describe } from 'node:test'
import { testExample } from './mcp-example.fixture.ts'

const root = resolve(import.meta.dirname, '..')
const installTimeoutMs = 300_000

const python = installPython()
const skip =
  python === null &&
  'the PyPI package mcp cannot be installed; that requires python3 (3.10 or later) with venv, and PyPI'

describe('the example in Python', { skip }, () =>
  testExample([python ?? '', join(root, 'examples/mcp/find_cardiologist.py')]),
)

/** The Python of a virtual environment, which later runs use again; null if the package cannot be installed. */
function installPython(): string | null {
  const folder = join(root, 'node_modules/.cache/mcp-python')
  const program = join(folder, 'bin/python')
  const requirements = join(root, 'examples/mcp/requirements.txt')
  const steps = [
    ['python3', '-m', 'venv', folder],
    [program, '-m', 'pip', 'install', '--quiet', '--requirement', requirements],
  ] as const
  const isInstalled = steps.every(
    ([name, ...options]) => spawnSync(name, options, { timeout: installTimeoutMs }).status === 0,
  )
  return isInstalled ? program : null
}
