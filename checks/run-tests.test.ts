import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'

/** Fails at its first run only. */
const source = `
import assert from 'node:assert/strict'
import { existsSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'

test('has run before', () => {
  const mark = import.meta.filename + '.mark'
  const hasRun = existsSync(mark)
  writeFileSync(mark, '')
  assert.ok(hasRun)
})
`

for (const [option, status] of [
  ['--retry', 0],
  ['--test-timeout=60000', 1],
] as const)
  test(`a file that fails once ends with status ${status} with ${option}`, () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'run-tests-'))
    const file = join(folder.path, 'once.test.mjs')
    writeFileSync(file, source)
    // With this variable of the outer runner, the inner one runs no tests.
    const env = { ...process.env, NODE_TEST_CONTEXT: undefined }
    const command = [join(import.meta.dirname, 'run-tests.ts'), option, file]
    const { status: exitStatus, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8', env })
    assert.equal(exitStatus, status, stderr)
    assert.equal(stderr.includes(`again, once: ${file}`), status === 0)
  })
