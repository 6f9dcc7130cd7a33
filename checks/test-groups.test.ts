import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { globSync, mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { filesPerGroup, groupTestFiles, type Sharing, sharingOf, writeGroups } from './test-groups.ts'

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

test('a hook that runs after the tests of one file does not end what another file still uses', () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'test-group-'))
  const imports = `import { after, test } from 'node:test'\nimport { setTimeout as pause } from 'node:timers/promises'`
  writeFileSync(join(folder.path, 'first.mjs'), `${imports}\nafter(() => pause(300))\ntest('a', () => {})\n`)
  writeFileSync(
    join(folder.path, 'second.mjs'),
    `${imports}
await pause(100)
let isOpen = true
after(() => (isOpen = false))
for (const name of ['b', 'c'])
  test(name, async () => {
    await pause(200)
    if (!isOpen) throw new Error('ended')
  })
`,
  )
  const [group] = writeGroups(folder.path, [['first.mjs', 'second.mjs']])
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const { status, stdout } = spawnSync(process.execPath, ['--test', group!], { encoding: 'utf8', env })
  assert.equal(status, 0, stdout)
  assert.match(stdout, /pass 3\n/)
})

const sources: Readonly<Record<string, readonly [source: string, sharing: Sharing]>> = {
  'with only tests and a root hook that opens a server': [
    "before(async () => {})\ntest('x', () => {})",
    'any',
  ],
  'with a hook of one suite': ['describe(() => {\n  beforeEach(() => {})\n})', 'any'],
  'with a hook of every test': ['beforeEach(() => {})', 'alone'],
  'that stops the clock in a test': ["context.mock.timers.enable({ apis: ['Date'] })", 'mocked timers'],
  'that stops the clock for longer': ["mock.timers.enable({ apis: ['Date'] })", 'alone'],
  'that mocks a method': ["context.mock.method(AbortSignal, 'timeout')", 'alone'],
  'that stops the clock with a fixture': [
    "import { mockClock } from '../mock-clock.fixture.ts'",
    'stopped clock',
  ],
  'that stops the clock with a fixture and has a mock': [
    "import { mockClock } from '../mock-clock.fixture.ts'\ncontext.mock.timers.enable({ apis: ['setTimeout'] })",
    'alone',
  ],
  'that changes the environment': ["process.env.PORT = '0'", 'alone'],
  'that changes a variable by its name': ["process.env['PORT'] = '0'", 'alone'],
  'that starts a command': ["import { spawn } from 'node:child_process'\nspawn(process.execPath)", 'any'],
  'that runs the CLI': ["import { Installation } from './command.fixture.ts'", 'any'],
  'that reads a variable of the environment': ["const rounds = Number(process.env['ROUNDS'] ?? 2)", 'any'],
  'that copies the environment': ['const env = { ...process.env, PORT: 0 }', 'any'],
  'that compares a variable of the environment': ["const isSlow = process.env.SLOW_TESTS === 'all'", 'any'],
  'that imports the fixture of a process': [
    "import { ServerProcess } from './server-process.fixture.ts'",
    'any',
  ],
  'that opens a browser': ["import { openChromium } from './chromium.fixture.ts'", 'browser'],
  'that opens the interface of the chat': [
    "import { openInterface } from './chat-interface.fixture.ts'",
    'browser',
  ],
  'that opens pages of users': ["import { openUserTests } from './chat-users.fixture.ts'", 'browser'],
  'that reads a global of a page': [
    "import { openChromium } from './chromium.fixture.ts'\nglobalThis.chat",
    'browser',
  ],
  'that reads a global': ['globalThis.chat', 'alone'],
  'that measures time': ['const elapsedMs = performance.now() - start', 'alone'],
  'that has a deadline': ['const deadline = performance.now() + 100', 'any'],
}
for (const [name, [source, sharing]] of Object.entries(sources))
  test(`the sharing of a test file ${name} is "${sharing}"`, () => assert.equal(sharingOf(source), sharing))
