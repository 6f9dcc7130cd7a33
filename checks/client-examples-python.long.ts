/** The typed client in Python, with its generated package: the answer, a status other than 0 for a wrong one, and the snippet of docs/clients.md. */
import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { describe, test } from 'node:test'
import { promisify } from 'node:util'
import { runServer } from '@careatlas/server/running.fixture'
import { testClientExample } from './client-example.fixture.ts'
import { findBlocks } from './code-blocks.fixture.ts'

const root = resolve(import.meta.dirname, '..')
const folder = join(root, 'node_modules/.cache/client-python')
const installTimeoutMs = 300_000

const python = generateClient()
const skip =
  python === null &&
  'the PyPI package openapi-python-client cannot be installed; that requires python3 (3.10 or later) with venv, and PyPI'

describe('the example in Python', { skip }, () => {
  testClientExample([python ?? '', join(root, 'examples/python/find_clinician.py')], { PYTHONPATH: folder })

  test('the snippet in Python of docs/clients.md prints clinicians', async () => {
    await using server = await runServer()
    const [snippet = ''] = findBlocks('docs/clients.md', 'python')
    const script = snippet
      .replace('http://127.0.0.1:8080', server.url)
      .replace('heart doctor who speaks spanish', 'cardiologist')
    const env = { ...process.env, PYTHONPATH: folder, CAREATLAS_KEY: server.key }
    const { stdout } = await promisify(execFile)(python!, ['-c', script], { env })
    assert.match(stdout, /^.+ [\d.]+\n/)
  })
})

/** Installs the generator in a virtual environment, which later runs use again, and generates the package; null if it cannot be installed. */
function generateClient(): string | null {
  const program = join(folder, 'bin/python')
  const requirements = join(root, 'examples/python/requirements.txt')
  const steps = [
    ['python3', '-m', 'venv', folder],
    [program, '-m', 'pip', 'install', '--quiet', '--requirement', requirements],
  ] as const
  const isInstalled = steps.every(
    ([name, ...options]) => spawnSync(name, options, { timeout: installTimeoutMs }).status === 0,
  )
  if (!isInstalled) return null
  const document = join(root, 'contract/openapi.json')
  const output = join(folder, 'careatlas_client')
  const { status, stdout } = spawnSync(
    join(folder, 'bin/openapi-python-client'),
    ['generate', '--path', document, '--meta', 'none', '--output-path', output, '--overwrite'],
    { encoding: 'utf8' },
  )
  assert.equal(status, 0, stdout)
  return program
}
