import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { tmpdir } from 'node:os'
import { test } from 'node:test'
import { claim } from './claim.ts'

test('a second ingest is refused at once and told who holds the folder', () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'claim-'))
  using _first = claim(folder.path)
  assert.throws(() => claim(folder.path), {
    name: 'StorageError',
    message: new RegExp(`process ${process.pid}`),
  })
})

test('the claim is free again when it is disposed', () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'claim-'))
  claim(folder.path)[Symbol.dispose]()
  using _again = claim(folder.path)
})

test('the claim of a killed process is free', async (t) => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'claim-'))
  const script = `
    import { claim } from ${JSON.stringify(import.meta.resolve('./claim.ts'))}
    // Held: an unreferenced claim would be collected, and its lock with it.
    globalThis.held = claim(${JSON.stringify(folder.path)})
    console.log('claimed')
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  t.after(() => child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  assert.throws(() => claim(folder.path), { message: new RegExp(`process ${child.pid}`) })
  child.kill('SIGKILL')
  await once(child, 'exit')
  using _mine = claim(folder.path)
})

const unlockable: Readonly<Record<string, (path: string) => void>> = {
  'is a folder': (path) => mkdirSync(path),
  'holds something else': (path) => writeFileSync(path, 'no database '.repeat(100)),
}
for (const [what, make] of Object.entries(unlockable)) {
  test(`a lock file that ${what} is not mistaken for another ingest`, () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'claim-'))
    make(join(folder.path, 'ingest.lock'))
    assert.throws(() => claim(folder.path), {
      name: 'StorageError',
      message: /ingest\.lock cannot be locked/,
    })
  })
}
