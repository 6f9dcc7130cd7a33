import assert from 'node:assert/strict'
import { mkdtempDisposableSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { createDataFolder } from './data-folder.ts'

describe('the folder of DATA_DIR', () => {
  test('is created with its parents, and unchanged if it exists', () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'data-'))
    const path = join(folder.path, 'a/b/c')
    createDataFolder(path)
    writeFileSync(join(path, 'kept'), '')
    createDataFolder(path)
    assert.ok(statSync(join(path, 'kept')).isFile())
  })

  test('may be a symbolic link to a folder', () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'data-'))
    const link = join(folder.path, 'link')
    symlinkSync(folder.path, link)
    createDataFolder(join(link, 'a'))
    assert.ok(statSync(join(folder.path, 'a')).isDirectory())
  })

  for (const [path, why] of [
    ['/etc/passwd', 'is a file, not a folder'],
    ['/dev/null/x/y', 'cannot be created: /dev/null is a file, not a folder'],
    ['/proc/nope', 'cannot be created: ENOENT: .*'],
    ['/proc/nope/deeper', 'cannot be created: ENOENT: .*'],
  ] as const)
    test(`is rejected at ${path} in one sentence`, () =>
      assert.throws(() => createDataFolder(path), {
        name: 'DataFolderError',
        message: new RegExp(`^DATA_DIR ${path} ${why}\\.$`),
      }))
})
