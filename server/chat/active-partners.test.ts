/** How soon a change of a partner takes effect. */
import assert from 'node:assert/strict'
import { mkdtempDisposableSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { Partners } from '@careatlas/state/partners'
import { openState } from '@careatlas/state/state'
import { ActivePartners } from './active-partners.ts'
import { acmeOrigin, createSettings } from './tokens/token-server.fixture.ts'

test('a new, changed or disabled partner is known a second later', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'partners-'))
  await using state = await openState({ folder: folder.path })
  const partners = new Partners(state, { service: 'careatlas' })
  const clock = { now: 0 }
  const active = new ActivePartners(partners, { now: () => clock.now })
  assert.equal(await active.hasOrigin(acmeOrigin), false)
  const { publicKey } = await partners.add('acme', createSettings(null))
  clock.now += 1000
  assert.deepEqual(
    [
      (await active.find('acme'))?.publicKey,
      await active.hasKey(publicKey),
      await active.hasOrigin(acmeOrigin),
    ],
    [publicKey, true, true],
  )

  const rotated = await partners.rotateKey('acme')
  clock.now += 1000
  assert.deepEqual(
    [await active.hasKey(publicKey), await active.hasKey(rotated?.publicKey ?? '')],
    [false, true],
  )

  await partners.disable('acme')
  clock.now += 999
  assert.notEqual(await active.find('acme'), null)
  clock.now += 1
  assert.deepEqual(
    [
      await active.find('acme'),
      await active.hasKey(rotated?.publicKey ?? ''),
      await active.hasOrigin(acmeOrigin),
    ],
    [null, false, false],
  )

  await partners.enable('acme')
  clock.now += 1000
  assert.notEqual(await active.find('acme'), null)
})
