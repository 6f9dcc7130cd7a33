import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Accounts } from './accounts.ts'
import { Consents } from './consents.ts'
import { engines } from './engines.fixture.ts'
import { OAuthRecords } from './oauth-records.ts'
import { openState, type StatePlace } from './state.ts'

const start = 1_800_000_000_000
const dayMs = 86_400_000
const lifetimeSeconds = 3600 * 24 * 365
const nurse = { clientId: 'https://nurse.example/client.json', name: 'Nurse', site: 'nurse.example' }
const agent = { clientId: 'agent', name: 'Agent', site: null }

for (const { name, skip, createPlace } of engines) {
  describe(`connected apps in ${name}`, { skip }, () => {
    test('are listed once, the newest first, with the first authorization and the last renewal', async () => {
      await using fixture = await openConsents(await createPlace())
      await fixture.authorize('g1', fixture.ana, agent)
      fixture.clock.now += dayMs
      await fixture.authorize('g2', fixture.ana, nurse)
      await fixture.authorize('g3', fixture.ana, { ...agent, name: 'Agent 2' })
      await fixture.authorize('g4', fixture.bob, agent)
      fixture.clock.now += dayMs
      await fixture.records.consume('RefreshToken', 'token of g1')
      assert.deepEqual(await fixture.consents.list(fixture.ana), [
        { ...nurse, authorizedAt: new Date(start + dayMs).toISOString(), lastRenewedAt: null },
        {
          ...agent,
          name: 'Agent 2',
          authorizedAt: new Date(start).toISOString(),
          lastRenewedAt: new Date(start + 2 * dayMs).toISOString(),
        },
      ])
    })

    test('are revoked with their codes and tokens, without effect on other users', async () => {
      await using fixture = await openConsents(await createPlace())
      await fixture.authorize('g1', fixture.ana, agent)
      await fixture.authorize('g2', fixture.ana, agent)
      await fixture.authorize('g3', fixture.ana, nurse)
      await fixture.authorize('g4', fixture.bob, agent)
      assert.equal(await fixture.consents.revoke('agent', fixture.ana), true)
      assert.deepEqual(await fixture.grantIds(), ['g3', 'g4'])
      assert.deepEqual(
        (await fixture.consents.list(fixture.ana)).map(({ clientId }) => clientId),
        [nurse.clientId],
      )
      assert.equal((await fixture.consents.list(fixture.bob)).length, 1)
      assert.equal(await fixture.consents.revoke('agent', fixture.ana), false)
      assert.equal(await fixture.consents.revoke(nurse.clientId, fixture.bob), false)
      assert.deepEqual(await fixture.grantIds(), ['g3', 'g4'])
    })

    test('are not listed after revocation of the grant, deletion of the account or a year', async () => {
      await using fixture = await openConsents(await createPlace())
      await fixture.authorize('g1', fixture.ana, agent)
      await fixture.records.destroy('Grant', 'g1')
      assert.deepEqual(await fixture.consents.list(fixture.ana), [])
      await fixture.authorize('g2', fixture.bob, agent)
      fixture.clock.now += lifetimeSeconds * 1000
      assert.deepEqual(await fixture.consents.list(fixture.bob), [])
      await fixture.authorize('g3', fixture.ana, agent)
      await new Accounts(fixture.state).delete(fixture.ana.accountId)
      assert.deepEqual(await fixture.consents.list(fixture.ana), [])
      assert.deepEqual(await fixture.grantIds(), [])
    })
  })
}

/** Consents of two users, with a clock that the test sets. */
async function openConsents(place: StatePlace) {
  const state = await openState(place)
  const clock = { now: start }
  const now = () => clock.now
  const [records, consents] = [new OAuthRecords(state, now), new Consents(state, now)]
  const accounts = new Accounts(state)
  const [ana, bob] = await Promise.all(
    ['ana@example.org', 'bob@example.org'].map(async (email) => ({
      accountId: (await accounts.signIn(email)).account.id,
    })),
  )
  const grants: string[] = []
  return {
    state,
    clock,
    records,
    consents,
    ana: ana!,
    bob: bob!,
    /** Adds a consent with its grant, code and refresh token, as the authorization server does. */
    authorize: async (
      grantId: string,
      owner: { readonly accountId: string },
      app: typeof nurse | typeof agent,
    ) => {
      grants.push(grantId)
      const ids = { ...owner, clientId: app.clientId }
      await records.upsert('Grant', grantId, { jti: grantId, ...ids }, lifetimeSeconds)
      await consents.add(grantId, owner, app, lifetimeSeconds)
      for (const [model, id] of [
        ['AuthorizationCode', `code of ${grantId}`],
        ['RefreshToken', `token of ${grantId}`],
      ] as const)
        await records.upsert(model, id, { jti: id, grantId, ...ids }, lifetimeSeconds)
    },
    /** Grants that still have records. */
    grantIds: async () => {
      const remaining = await Promise.all(
        grants.map(async (grantId) => {
          const found = await Promise.all([
            records.isGrantValid(grantId),
            records.find('AuthorizationCode', `code of ${grantId}`),
            records.find('RefreshToken', `token of ${grantId}`),
          ])
          return found.some(Boolean) ? [grantId] : []
        }),
      )
      return remaining.flat()
    },
    [Symbol.asyncDispose]: () => state[Symbol.asyncDispose](),
  }
}
