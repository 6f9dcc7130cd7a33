/**
 * Runs every benchmark with little data, so that the commands in `benchmarks/results` keep working. `npm test` runs the quickest ones,
 * and all of them with SLOW_TESTS=all; the slowest but `reader`, which rejects no arguments, are always started with wrong ones.
 */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { after, test } from 'node:test'
import { skipSlow } from '@careatlas/fixtures/slow-tests.fixture'
import { ValkeyServer } from '@careatlas/server/access/rate-limit/valkey-server.fixture'
import { debianBinaries } from '@careatlas/state/postgres-cluster.fixture'

const root = resolve(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'benchmarks-'))
after(() => rmSync(folder, { recursive: true }))
const dataDir = join(folder, 'data')

const skipPostgres = existsSync(debianBinaries) ? false : 'PostgreSQL is not installed'
const skipChromium = existsSync('/usr/bin/chromium') ? false : 'Chromium is not installed'

/** The arguments of each benchmark. `pages`, `mcp`, `server-memory`, `suggest` and `get-provider` use the directory that `search` creates. */
const runs: readonly (readonly [name: string, args: readonly string[], skip?: false | string])[] = [
  ['credentials', ['1', '200', '50']],
  ['embedding', [], skipSlow],
  ['ingest', ['500'], skipSlow],
  ['location-identity', ['1000', '--generated']],
  ['limits', ['1', '2000', '50'], skipSlow || skipPostgres || ValkeyServer.installed()],
  [
    'search',
    ['--rows', '1000', '--requests', '3', '--peers', 'postgres,sqlite', dataDir],
    skipSlow || skipPostgres,
  ],
  ['pages', ['--rounds', '1', dataDir], skipSlow || skipPostgres || skipChromium],
  ['mcp', ['--seconds', '0.1', '--rounds', '1', dataDir], skipSlow || skipPostgres],
  ['server-memory', ['--requests', '50', '--rounds', '1', dataDir], skipSlow || skipPostgres],
  ['tool-choice', []],
  ['triage', [], skipSlow],
  ['chat', [], skipSlow],
  ['chat-sockets', ['--idle', '20', '--active', '5', '--seconds', '2', dataDir], skipSlow || skipPostgres],
  ['chat-client', ['--rounds', '1', '--messages', '120'], skipSlow || skipChromium],
  ['languages', [], skipSlow],
  ['suggest', [dataDir, '5'], skipSlow || skipPostgres],
  ['get-provider', [dataDir, '0.1', '1', '100'], skipSlow || skipPostgres],
  ['relevance', [], skipSlow],
  ['calibration', [], skipSlow],
  ['reader', ['2'], skipSlow],
]

/** Wrong arguments, with the error. A benchmark reads its arguments after its modules are loaded, so that this tests its imports. */
const wrongArguments: Readonly<Record<string, readonly [args: readonly string[], error: RegExp]>> = {
  calibration: [['--unknown'], /Unknown option '--unknown'/],
  'chat-client': [['--unknown'], /Unknown option '--unknown'/],
  'chat-sockets': [[], /Give a data directory/],
  'get-provider': [[], /Give a data directory/],
  languages: [['--unknown'], /Unknown option '--unknown'/],
  pages: [[], /Give a data directory/],
  relevance: [['--unknown'], /Unknown option '--unknown'/],
}

interface Repetition {
  readonly file: string
  readonly name: string
  readonly nodeOptions: readonly string[]
  /** The options of the benchmark in the sentences about the command. */
  readonly options: readonly string[]
}

/** Results of scripts that are not in the repository, as the file says. */
const unrepeatable = 'facility-lists.md'

const results = join(root, 'benchmarks/results')
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>
}
const repetitions = globSync('*.md', { cwd: results })
  .filter((file) => file !== unrepeatable)
  .flatMap(readRepetitions)

/** The benchmark after each "Repeat with" in a file of results. */
function readRepetitions(file: string): readonly Repetition[] {
  const paragraphs = readFileSync(join(results, file), 'utf8').split('\n\n')
  return paragraphs.flatMap((paragraph) => {
    const [, sentences] = /\bRepeat (?:the ingest )?with ([^]*)/.exec(paragraph.replaceAll('\n', ' ')) ?? []
    if (sentences === undefined) return []
    const command = sentences.replace(/npm run (\w+)/, (_, script: string) => String(scripts[script]))
    const [, nodeOptions = '', name = ''] =
      /bin\/node ((?:--[\w-]+ )*)benchmarks\/([\w-]+)\.ts/.exec(command) ?? []
    const options = command.match(/(?<=[ `])--[a-z-]+(?=[ `])/g) ?? []
    const others = [
      '--no-save',
      '--prefix',
      '--ignore-scripts',
      '--legacy-peer-deps',
      ...nodeOptions.split(' '),
    ]
    return [
      {
        file,
        name,
        nodeOptions: nodeOptions.split(' ').filter(Boolean),
        options: options.filter((option) => !others.includes(option)),
      },
    ]
  })
}

test('every file of results names the benchmark that repeats it, with options that exist', () => {
  const files = globSync('*.md', { cwd: results }).filter((file) => file !== unrepeatable)
  assert.deepEqual(new Set(repetitions.map(({ file }) => file)), new Set(files))
  for (const { file, name, options } of repetitions) {
    assert.ok(
      runs.some(([run]) => run === name),
      `${file}: ${name}`,
    )
    const script = readFileSync(join(root, 'benchmarks', `${name}.ts`), 'utf8')
    for (const option of options)
      assert.ok(script.includes(`${option.slice(2)}: { type:`), `${file}: ${option}`)
  }
})

for (const [name, [args, error]] of Object.entries(wrongArguments))
  test(`benchmarks/${name}.ts loads its modules and rejects wrong arguments`, () => {
    const command = [join(root, 'benchmarks', `${name}.ts`), ...args]
    const { status, stderr } = spawnSync(join(root, 'bin/node'), command, { encoding: 'utf8' })
    assert.notEqual(status, 0)
    assert.match(stderr, error)
  })

for (const [name, args, skip = false] of runs)
  test(`benchmarks/${name}.ts runs and prints its table`, { skip }, () => {
    const nodeOptions = repetitions.find((repetition) => repetition.name === name)!.nodeOptions
    const command = [...nodeOptions, `benchmarks/${name}.ts`, ...args]
    const { status, stdout, stderr } = spawnSync(join(root, 'bin/node'), command, {
      cwd: root,
      encoding: 'utf8',
    })
    assert.equal(status, 0, stderr)
    assert.match(stdout, /^\|.*\|\n\|[-| ]+\|\n\|.*\d.*\|$/m)
    if (name === 'search') assert.match(stdout, /PostgreSQL: .*Indexed in/)
  })
