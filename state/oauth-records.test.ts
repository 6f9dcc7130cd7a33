import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Accounts } from './accounts.ts'
import { engines } from './engines.fixture.ts'
import {
  idleClientLifetimeMs,
  unusedClientLifetimeMs,
  refreshGraceMs,
  OAuthRecords,
} from './oauth-records.ts'
import { openState, type State, type StatePlace } from './state.ts'

const id = 'a-secret-id'

for (const { name, skip, createPlace } of engines) {
  describe(`OAuth records in ${name}`, { skip }, () => {
    test('are found by ID until they expire, and can be replaced', async () => {
      await using fixture = await openRecords(await createPlace())
      await fixture.records.upsert('Grant', id, { jti: id, version: 1 }, 60)
      await fixture.records.upsert('Grant', id, { jti: id, version: 2 }, 60)
      assert.deepEqual(await fixture.records.find('Grant', id), { jti: id, version: 2 })
      assert.equal(await fixture.records.find('Session', id), null)
      assert.equal(await fixture.records.find('Grant', 'another'), null)
      fixture.clock.now += 60_000
      assert.equal(await fixture.records.find('Grant', id), null)
    })

    test('contain no ID in clear text, even if the payload repeats it', async () => {
      await using fixture = await openRecords(await createPlace())
      await fixture.records.upsert(
        'Interaction',
        id,
        { jti: id, returnTo: `https://atlas.example/${id}` },
        60,
      )
      assert.ok(!JSON.stringify(await readRows(fixture.state)).includes(id))
      assert.deepEqual(await fixture.records.find('Interaction', id), {
        jti: id,
        returnTo: `https://atlas.example/${id}`,
      })
    })

    test('are found by uid, without their ID', async () => {
      await using fixture = await openRecords(await createPlace())
      await fixture.records.upsert('Session', id, { jti: id, uid: 'u1' }, 60)
      assert.deepEqual(await fixture.records.findByUid('Session', 'u1'), { jti: '', uid: 'u1' })
      assert.equal(await fixture.records.findByUid('Session', 'u2'), null)
    })

    test('allow exactly one of many concurrent uses of a code', async () => {
      await using fixture = await openRecords(await createPlace())
      await fixture.records.upsert('AuthorizationCode', id, { jti: id }, 60)
      const results = await Promise.all(
        Array.from({ length: 8 }, () => fixture.records.consume('AuthorizationCode', id)),
      )
      assert.equal(results.filter(Boolean).length, 1)
      assert.equal(
        (await fixture.records.find('AuthorizationCode', id))?.['consumed'],
        fixture.clock.now / 1000,
      )
    })

    test('keep the time of use when a code is stored again', async () => {
      await using fixture = await openRecords(await createPlace())
      await fixture.records.upsert('AuthorizationCode', id, { jti: id }, 60)
      await fixture.records.consume('AuthorizationCode', id)
      await fixture.records.upsert('AuthorizationCode', id, { jti: id }, 60)
      assert.equal(await fixture.records.consume('AuthorizationCode', id), false)
    })

    test('accept a used refresh token for one minute after its first use', async () => {
      await using fixture = await openRecords(await createPlace())
      await fixture.records.upsert('RefreshToken', id, { jti: id }, 3600)
      for (const wait of [0, refreshGraceMs / 2, refreshGraceMs / 2 - 1]) {
        fixture.clock.now += wait
        assert.equal(await fixture.records.consume('RefreshToken', id), true)
        assert.equal((await fixture.records.find('RefreshToken', id))?.['consumed'], undefined)
      }
      fixture.clock.now += 1
      assert.equal(await fixture.records.consume('RefreshToken', id), false)
      assert.ok((await fixture.records.find('RefreshToken', id))?.['consumed'])
    })

    test('of one grant are revoked together, without effect on other grants', async () => {
      await using fixture = await openRecords(await createPlace())
      for (const [token, grantId] of [
        ['a', 'g1'],
        ['b', 'g1'],
        ['c', 'g2'],
      ] as const)
        await fixture.records.upsert('RefreshToken', token, { jti: token, grantId }, 60)
      await fixture.records.revokeByGrant('RefreshToken', 'g1')
      assert.equal(await fixture.records.find('RefreshToken', 'a'), null)
      assert.equal(await fixture.records.find('RefreshToken', 'b'), null)
      assert.ok(await fixture.records.find('RefreshToken', 'c'))
    })

    test('of a client without a grant expire after a day, even if it is looked up', async () => {
      await using fixture = await openRecords(await createPlace())
      await fixture.records.upsert('Client', id, { client_id: id })
      fixture.clock.now += unusedClientLifetimeMs - 1
      assert.deepEqual(await fixture.records.find('Client', id), { client_id: id })
      fixture.clock.now += 1
      assert.equal(await fixture.records.find('Client', id), null)
    })

    test('of a client expire 90 days after its last grant or refresh', async () => {
      await using fixture = await openRecords(await createPlace())
      await fixture.records.upsert('Client', id, { client_id: id })
      await fixture.records.upsert('Client', 'other', { client_id: 'other' })
      await fixture.records.upsert('Grant', 'g', { jti: 'g', clientId: id }, 60)
      fixture.clock.now += idleClientLifetimeMs - 1
      assert.ok(await fixture.records.find('Client', id))
      assert.equal(await fixture.records.find('Client', 'other'), null)
      await fixture.records.upsert('RefreshToken', 'r', { jti: 'r', clientId: id }, 60)
      fixture.clock.now += idleClientLifetimeMs - 1
      assert.ok(await fixture.records.find('Client', id))
      fixture.clock.now += 1
      assert.equal(await fixture.records.find('Client', id), null)
    })

    test('are deleted after expiry on the next write', async () => {
      await using fixture = await openRecords(await createPlace())
      await fixture.records.upsert('Grant', 'old', { jti: 'old' }, 60)
      fixture.clock.now += 60_000
      await fixture.records.upsert('Grant', 'new', { jti: 'new' }, 60)
      assert.equal((await readRows(fixture.state)).length, 1)
    })

    test('are deleted with their account', async () => {
      await using fixture = await openRecords(await createPlace())
      const accounts = new Accounts(fixture.state)
      const { account } = await accounts.signIn('ana@example.org')
      const accountId = account.id
      await fixture.records.upsert('RefreshToken', 'a', { jti: 'a', accountId }, 60)
      await fixture.records.upsert('Interaction', 'b', { jti: 'b', session: { accountId } }, 60)
      await fixture.records.upsert('Interaction', 'c', { jti: 'c', result: { login: { accountId } } }, 60)
      await accounts.delete(accountId)
      assert.deepEqual(await readRows(fixture.state), [])
    })

    test('show whether a grant is valid', async () => {
      await using fixture = await openRecords(await createPlace())
      await fixture.records.upsert('Grant', id, { jti: id }, 60)
      assert.equal(await fixture.records.isGrantValid(id), true)
      assert.equal(await fixture.records.isGrantValid('another'), false)
      fixture.clock.now += 60_000
      assert.equal(await fixture.records.isGrantValid(id), false)
      await fixture.records.upsert('Grant', id, { jti: id }, 60)
      await fixture.records.destroy('Grant', id)
      assert.equal(await fixture.records.isGrantValid(id), false)
    })

    test('of a realm need no account, and are separate from other records with the same ID', async () => {
      await using fixture = await openRecords(await createPlace())
      const { records, state, clock } = fixture
      const chat = new OAuthRecords(state, () => clock.now, { realm: 'Chat' })
      const payload = { jti: id, accountId: 'no account', clientId: 'chat-web-acme', grantId: 'g' }
      await chat.upsert('Grant', 'g', { ...payload, jti: 'g' }, 60)
      await chat.upsert('RefreshToken', id, payload, 60)
      assert.deepEqual(await chat.find('RefreshToken', id), payload)
      assert.equal(await records.find('RefreshToken', id), null)
      assert.deepEqual([await chat.isGrantValid('g'), await records.isGrantValid('g')], [true, false])
      await records.revokeGrant('g')
      assert.equal(await chat.isGrantValid('g'), true)

      assert.equal(await chat.consume('RefreshToken', id), true)
      assert.deepEqual(await chat.find('RefreshToken', id), payload)
      clock.now += refreshGraceMs
      assert.equal(await chat.consume('RefreshToken', id), false)
      await chat.revokeGrant('g')
      assert.deepEqual([await chat.isGrantValid('g'), await chat.find('RefreshToken', id)], [false, null])
    })
  })
}

/** Records in a state, with a clock that the test sets. */
async function openRecords(place: StatePlace) {
  const state = await openState(place)
  const clock = { now: 1_800_000_000_000 }
  const records = new OAuthRecords(state, () => clock.now)
  return { state, clock, records, [Symbol.asyncDispose]: () => state[Symbol.asyncDispose]() }
}

function readRows({ database }: State) {
  return database.selectFrom('oauth_record').select(['payload', 'grant_id', 'uid']).execute()
}
