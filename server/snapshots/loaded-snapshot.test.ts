import assert from 'node:assert/strict'
import { mkdtempDisposableSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { defaultVocabulary, type Vocabulary } from '@careatlas/search/query/query-resources'
import { physicalRedFlags } from '@careatlas/search/query/triage/detect-emergency'
import * as z from 'zod'
import { LoadedSnapshot } from './loaded-snapshot.ts'
import { publishSmallDirectory } from '../small-directory.fixture.ts'

test('a snapshot that fails to open leaves no worker thread running', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'loaded-snapshot-'))
  await publishSmallDirectory(folder.path, '2026-11-09.1')
  {
    await using _open = await LoadedSnapshot.open(folder.path, '2026-11-09.1')
    assert.ok(countWorkers() > 0)
  }
  const unreadable: Vocabulary = {
    ...defaultVocabulary(),
    get isEnglish(): never {
      throw new Error('no vocabulary')
    },
  }
  await assert.rejects(
    LoadedSnapshot.open(folder.path, '2026-11-09.1', { vocabulary: unreadable }),
    /no vocabulary/,
  )
  assert.equal(countWorkers(), 0)
})

test('the first query of a snapshot compiles no red flags, because they are used twice before it is open', async (context) => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'loaded-snapshot-'))
  await publishSmallDirectory(folder.path, '2026-11-09.1')
  const { mock } = context.mock.method(RegExp.prototype, 'exec')
  await using _open = await LoadedSnapshot.open(folder.path, '2026-11-09.1')
  mock.restore()
  const uses = Map.groupBy(mock.calls, ({ this: pattern }) => pattern)
  const cold = physicalRedFlags.filter(({ has }) =>
    has.some((pattern) => (uses.get(pattern)?.length ?? 0) < 2),
  )
  assert.deepEqual(cold, [])
})

function countWorkers(): number {
  return z.object({ workers: z.array(z.unknown()) }).parse(process.report.getReport()).workers.length
}
