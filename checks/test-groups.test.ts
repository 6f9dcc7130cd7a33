import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { filesPerGroup, groupTestFiles, runsAlone } from './test-groups.ts'

const root = join(import.meta.dirname, '..')

test('every test file of the repository runs once, in a group of its package or alone', () => {
  const { alone, groups } = groupTestFiles(root)
  const all = globSync('*/**/*.test.ts', { cwd: root, exclude: (name) => name === 'node_modules' })
  assert.ok(all.length >= 380, `${all.length} test files`)
  assert.deepEqual([...alone, ...groups.flat()].toSorted(), all.toSorted())
  for (const group of groups) {
    assert.equal(new Set(group.map((file) => file.split('/')[0])).size, 1)
    assert.ok(group.length <= filesPerGroup)
  }
})

const sources: Readonly<Record<string, readonly [source: string, alone: boolean]>> = {
  'with only tests and a root hook that opens a server': [
    "before(async () => {})\ntest('x', () => {})",
    false,
  ],
  'with a hook of one suite': ['describe(() => {\n  beforeEach(() => {})\n})', false],
  'with a hook of every test': ['beforeEach(() => {})', true],
  'that stops the clock': ["context.mock.timers.enable({ apis: ['Date'] })", true],
  'that stops the clock with a fixture': ["import { mockClock } from '../mock-clock.fixture.ts'", true],
  'that changes the environment': ["process.env.PORT = '0'", true],
  'that changes a variable by its name': ["process.env['PORT'] = '0'", true],
  'that starts a command': ["import { spawn } from 'node:child_process'\nspawn(process.execPath)", false],
  'that runs the CLI': ["import { Installation } from './command.fixture.ts'", false],
  'that reads a variable of the environment': ["const rounds = Number(process.env['ROUNDS'] ?? 2)", false],
  'that copies the environment': ['const env = { ...process.env, PORT: 0 }', false],
  'that opens a browser': ["import { openChromium } from './chromium.fixture.ts'", true],
  'that measures time': ['const start = performance.now()', true],
}
for (const [name, [source, alone]] of Object.entries(sources))
  test(`a test file ${name} ${alone ? 'runs alone' : 'can share a process'}`, () =>
    assert.equal(runsAlone(source), alone))
