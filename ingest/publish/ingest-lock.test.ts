import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { tmpdir } from 'node:os'
import { test } from 'node:test'
import { acquireIngestLock } from './ingest-lock.ts'

test('rejects a second ingest immediately, with the process that holds the lock', () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'lock-'))
  using _first = acquireIngestLock(folder.path)
  assert.throws(() => acquireIngestLock(folder.path), {
    name: 'StorageError',
    message: new RegExp(`process ${process.pid}`),
  })
})

test('disposal releases the lock', () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'lock-'))
  acquireIngestLock(folder.path)[Symbol.dispose]()
  using _again = acquireIngestLock(folder.path)
})

test('the lock of a killed process is released', async (t) => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'lock-'))
  const script = `
    import { acquireIngestLock } from ${JSON.stringify(import.meta.resolve('./ingest-lock.ts'))}
    // Keeps a reference: an unreferenced lock would be garbage-collected and released.
    globalThis.held = acquireIngestLock(${JSON.stringify(folder.path)})
    console.log('locked')
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  t.after(() => child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  assert.throws(() => acquireIngestLock(folder.path), { message: new RegExp(`process ${child.pid}`) })
  child.kill('SIGKILL')
  await once(child, 'exit')
  using _mine = acquireIngestLock(folder.path)
})

const invalidLockFiles: Readonly<Record<string, (path: string) => void>> = {
  'is a folder': (path) => mkdirSync(path),
  'is not a database': (path) => writeFileSync(path, 'no database '.repeat(100)),
}
for (const [what, create] of Object.entries(invalidLockFiles)) {
  test(`a lock file that ${what} does not count as another ingest`, () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'lock-'))
    create(join(folder.path, 'ingest.lock'))
    assert.throws(() => acquireIngestLock(folder.path), {
      name: 'StorageError',
      message: /ingest\.lock cannot be locked/,
    })
  })
}
