import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempDisposableSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import {
  readCurrentGeneration,
  pointerFile,
  listPublishedGenerations,
  listServableGenerations,
  snapshotFolder,
} from './current.ts'

const published = ['2026-11-16.10', '2026-11-09.9', '2018-12-01.11', '2026-11-02.8']

/** The generations that may be served, the best first, for each text of the pointer file; null: no pointer file. */
const pointers: readonly (readonly [
  what: string,
  text: string | null,
  current: string | null,
  servable: readonly string[],
])[] = [
  [
    'the last one published',
    '2018-12-01.11\n',
    '2018-12-01.11',
    ['2018-12-01.11', '2026-11-16.10', '2026-11-09.9', '2026-11-02.8'],
  ],
  [
    'an older generation, so the newest is not served',
    '2026-11-16.10\n',
    '2026-11-16.10',
    ['2026-11-16.10', '2026-11-09.9', '2026-11-02.8'],
  ],
  [
    'a missing generation',
    '2026-11-09.10\n',
    '2026-11-09.10',
    ['2026-11-09.10', '2026-11-09.9', '2026-11-02.8'],
  ],
  [
    'no generation, because the file is missing',
    null,
    null,
    ['2018-12-01.11', '2026-11-16.10', '2026-11-09.9', '2026-11-02.8'],
  ],
  [
    'no generation, because the file is empty',
    '',
    null,
    ['2018-12-01.11', '2026-11-16.10', '2026-11-09.9', '2026-11-02.8'],
  ],
  [
    'a path outside the folder',
    '../../../etc\n',
    null,
    ['2018-12-01.11', '2026-11-16.10', '2026-11-09.9', '2026-11-02.8'],
  ],
  [
    'a generation with a path after it',
    '2018-12-01.11/../x\n',
    null,
    ['2018-12-01.11', '2026-11-16.10', '2026-11-09.9', '2026-11-02.8'],
  ],
]

for (const [what, text, current, servable] of pointers) {
  test(`the pointer names ${what}`, () => {
    using data = mkdtempDisposableSync(join(tmpdir(), 'current-'))
    for (const name of [...published, '2026-11-09.9.bak', '.building-1', 'notes'])
      mkdirSync(snapshotFolder(data.path, name), { recursive: true })
    if (text !== null) writeFileSync(join(data.path, pointerFile), text)
    assert.equal(readCurrentGeneration(data.path), current)
    assert.deepEqual(listServableGenerations(data.path), servable)
  })
}

for (const [what, create] of [
  ['a pipe', (file: string) => execFileSync('mkfifo', [file])],
  ['a device', (file: string) => symlinkSync('/dev/zero', file)],
  ['a folder', (file: string) => mkdirSync(file)],
  ['a large file', (file: string) => writeFileSync(file, `${'\n'.repeat(64)}2018-12-01.11`)],
] as const)
  test(`${what} as the pointer names no generation`, () => {
    using data = mkdtempDisposableSync(join(tmpdir(), 'current-'))
    create(join(data.path, pointerFile))
    assert.equal(readCurrentGeneration(data.path), null)
  })

test('an empty or missing data folder has no generations', () => {
  using data = mkdtempDisposableSync(join(tmpdir(), 'current-'))
  for (const path of [data.path, join(data.path, 'nowhere')]) {
    assert.equal(readCurrentGeneration(path), null)
    assert.deepEqual(listPublishedGenerations(path), [])
    assert.deepEqual(listServableGenerations(path), [])
  }
})
