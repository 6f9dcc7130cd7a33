/**
 * Runs every benchmark with little data, so that the commands in `benchmarks/results` keep working. The slowest benchmarks run only
 * with BENCHMARKS=all, which `npm run test:long` sets.
 */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { after, test } from 'node:test'
import { debianBinaries } from '@careatlas/state/postgres-cluster.fixture'

const root = resolve(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'benchmarks-'))
after(() => rmSync(folder, { recursive: true }))
const dataDir = join(folder, 'data')

const skipSlow = process.env['BENCHMARKS'] === 'all' ? false : 'npm run test:long runs it'
const skipPostgres = existsSync(debianBinaries) ? false : 'PostgreSQL is not installed'

/** The arguments of each benchmark. `mcp` and `get-provider` use the directory that `search` creates. */
const runs: readonly (readonly [name: string, args: readonly string[], skip?: false | string])[] = [
  ['credentials', ['1', '200', '50']],
  ['embedding', []],
  ['ingest', ['500']],
  ['location-identity', ['1000', '--generated']],
  ['limits', ['1', '2000'], skipPostgres],
  ['search', ['--rows', '1000', '--requests', '3', '--peers', 'postgres,sqlite', dataDir], skipPostgres],
  ['mcp', ['--seconds', '0.1', '--rounds', '1', dataDir], skipPostgres],
  ['tool-choice', []],
  ['get-provider', [dataDir, '0.1', '1', '100'], skipSlow || skipPostgres],
  ['relevance', [], skipSlow],
  ['reader', ['2'], skipSlow],
]

for (const [name, args, skip = false] of runs)
  test(`benchmarks/${name}.ts runs and prints its table`, { skip }, () => {
    const script = join(root, 'benchmarks', `${name}.ts`)
    const { status, stdout, stderr } = spawnSync(process.execPath, ['--expose-gc', script, ...args], {
      encoding: 'utf8',
    })
    assert.equal(status, 0, stderr)
    assert.match(stdout, /^\|.*\|\n\|[-| ]+\|\n\|.*\d.*\|$/m)
    if (name === 'search') assert.match(stdout, /PostgreSQL: .*Indexed in/)
  })
