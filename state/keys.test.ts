import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempDisposableSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { createApiKey } from './api-key.ts'
import { Keys } from './keys.ts'
import { openState } from './state.ts'

const service = 'atlas'

describe('keys', () => {
  test('a created key verifies, and only that one', () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'keys-'))
    using state = openState(folder.path)
    const keys = new Keys(state, { service })
    const { id, key } = keys.create('front desk')
    assert.deepEqual(keys.verify(key), { keyId: id })
    assert.equal(keys.verify(createApiKey(service)), null)
    assert.equal(keys.verify(createApiKey('other')), null)
    assert.equal(keys.verify(''), null)
  })

  test('a key survives the process that made it', () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'keys-'))
    const { id, key } = create(folder.path, 'first')
    using state = openState(folder.path)
    assert.deepEqual(new Keys(state, { service }).verify(key), { keyId: id })
  })

  test('a key revoked by another process is refused from the next request on', async () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'keys-'))
    using state = openState(folder.path)
    const keys = new Keys(state, { service })
    const { id, key } = keys.create('stolen')
    assert.ok(keys.verify(key))
    revokeInAnotherProcess(folder.path, id)
    await setImmediate()
    assert.equal(keys.verify(key), null)
    assert.equal(keys.revoke(id), false, 'it is revoked once')
  })

  test('a key revoked by the same process is refused at once', () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'keys-'))
    using state = openState(folder.path)
    const keys = new Keys(state, { service })
    const { id, key } = keys.create('stolen')
    assert.ok(keys.verify(key))
    assert.ok(keys.revoke(id))
    assert.equal(keys.verify(key), null)
  })

  test('the file holds no key', () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'keys-'))
    const { key } = create(folder.path, 'secret')
    assert.ok(!readFileSync(join(folder.path, 'state.sqlite')).includes(key.slice('atlas_sk_'.length, -4)))
  })

  test('the file is for its owner alone', () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'keys-'))
    create(folder.path, 'any')
    assert.equal(statSync(join(folder.path, 'state.sqlite')).mode & 0o077, 0)
  })

  test('a list tells label, display form and instants', async () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'keys-'))
    using state = openState(folder.path)
    let now = Date.parse('2026-11-01T00:00:00Z')
    const keys = new Keys(state, { service, now: () => now })
    const { id, key } = keys.create('  nightly job ')
    keys.verify(key)
    await setImmediate()
    now += 30_000
    keys.verify(key)
    now += 90_000
    keys.revoke(id)
    assert.deepEqual(keys.list(), [
      {
        id,
        label: 'nightly job',
        display: `atlas_sk_…${key.slice(-4)}`,
        createdAt: '2026-11-01T00:00:00.000Z',
        lastUsedAt: '2026-11-01T00:00:00.000Z',
        revokedAt: '2026-11-01T00:02:00.000Z',
      },
    ])
  })

  test('a use a minute later is written', async () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'keys-'))
    using state = openState(folder.path)
    let now = Date.parse('2026-11-01T00:00:00Z')
    const keys = new Keys(state, { service, now: () => now })
    const { key } = keys.create('any')
    keys.verify(key)
    await setImmediate()
    now += 60_000
    keys.verify(key)
    assert.equal(keys.list()[0]?.lastUsedAt, '2026-11-01T00:01:00.000Z')
  })

  for (const [label, why] of [
    ['', '1 to 64'],
    ['   ', '1 to 64'],
    ['x'.repeat(65), '1 to 64'],
    ['a\nb', 'control'],
    ['a\0b', 'control'],
    ['a\u202Eb', 'invisible'],
  ] as const) {
    test(`the label ${JSON.stringify(label)} is refused`, () => {
      using folder = mkdtempDisposableSync(join(tmpdir(), 'keys-'))
      using state = openState(folder.path)
      const keys = new Keys(state, { service })
      assert.throws(() => keys.create(label), { code: 'invalid_parameter', message: new RegExp(why) })
      assert.deepEqual(keys.list(), [])
    })
  }
})

function create(folder: string, label: string) {
  using state = openState(folder)
  return new Keys(state, { service }).create(label)
}

function revokeInAnotherProcess(folder: string, id: string): void {
  const script = `
    const [keysModule, stateModule, folder, id] = process.argv.slice(1)
    const { Keys } = await import(keysModule)
    const { openState } = await import(stateModule)
    using state = openState(folder)
    if (!new Keys(state, { service: '${service}' }).revoke(id)) process.exit(1)
  `
  const modules = ['./keys.ts', './state.ts'].map((name) => import.meta.resolve(name))
  execFileSync(process.execPath, ['--input-type=module', '--eval', script, ...modules, folder, id])
}
