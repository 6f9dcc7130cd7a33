/** How soon a change of a partner takes effect. */
import assert from 'node:assert/strict'
import { mkdtempDisposableSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { closeCodes } from '@careatlas/contract/chat-frames'
import { Partners } from '@careatlas/state/partners'
import { openState } from '@careatlas/state/state'
import { readConfig } from '../config.ts'
import { ActivePartners } from './active-partners.ts'
import { runChat } from './chat-server.fixture.ts'
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

for (const [what, change] of [
  ['is disabled', (partners: Partners) => partners.disable('acme')],
  ['has another key', (partners: Partners) => partners.rotateKey('acme')],
] as const)
  test(`open sockets are closed after their partner ${what}, and new ones are refused`, async () => {
    await using server = await runChat({}, { chatLimits: { sweepMs: 20 } })
    await using client = await server.connect()
    await client.ask('hello')
    await using state = await openState(readConfig({ DATA_DIR: server.dataDir }).state)
    await change(new Partners(state, { service: 'careatlas' }))
    assert.equal((await client.closed()).code, closeCodes.refused)
    await assert.rejects(server.connect(), /401/)
  })
