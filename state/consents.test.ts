import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Accounts } from './accounts.ts'
import { Consents } from './consents.ts'
import { engines } from './engines.fixture.ts'
import { OAuthRecords } from './oauth-records.ts'
import { openState, type StatePlace } from './state.ts'

const begin = 1_800_000_000_000
const day = 86_400_000
const life = 3600 * 24 * 365
const nurse = { clientId: 'https://nurse.example/client.json', name: 'Nurse', site: 'nurse.example' }
const agent = { clientId: 'agent', name: 'Agent', site: null }

for (const { name, skip, createPlace } of engines) {
  describe(`connected apps in ${name}`, { skip }, () => {
    test('are listed once, the newest first, with the first authorization and the last renewal', async () => {
      await using at = await consentsIn(await createPlace())
      await at.letIn('g1', at.ana, agent)
      at.clock.now += day
      await at.letIn('g2', at.ana, nurse)
      await at.letIn('g3', at.ana, { ...agent, name: 'Agent 2' })
      await at.letIn('g4', at.bob, agent)
      at.clock.now += day
      await at.records.consume('RefreshToken', 'token of g1')
      assert.deepEqual(await at.consents.list(at.ana), [
        { ...nurse, authorizedAt: new Date(begin + day).toISOString(), lastRenewedAt: null },
        {
          ...agent,
          name: 'Agent 2',
          authorizedAt: new Date(begin).toISOString(),
          lastRenewedAt: new Date(begin + 2 * day).toISOString(),
        },
      ])
    })

    test('are revoked with their codes and tokens, without effect on other users', async () => {
      await using at = await consentsIn(await createPlace())
      await at.letIn('g1', at.ana, agent)
      await at.letIn('g2', at.ana, agent)
      await at.letIn('g3', at.ana, nurse)
      await at.letIn('g4', at.bob, agent)
      assert.equal(await at.consents.revoke('agent', at.ana), true)
      assert.deepEqual(await at.grantIds(), ['g3', 'g4'])
      assert.deepEqual(
        (await at.consents.list(at.ana)).map(({ clientId }) => clientId),
        [nurse.clientId],
      )
      assert.equal((await at.consents.list(at.bob)).length, 1)
      assert.equal(await at.consents.revoke('agent', at.ana), false)
      assert.equal(await at.consents.revoke(nurse.clientId, at.bob), false)
      assert.deepEqual(await at.grantIds(), ['g3', 'g4'])
    })

    test('are not listed after revocation of the grant, deletion of the account or a year', async () => {
      await using at = await consentsIn(await createPlace())
      await at.letIn('g1', at.ana, agent)
      await at.records.destroy('Grant', 'g1')
      assert.deepEqual(await at.consents.list(at.ana), [])
      await at.letIn('g2', at.bob, agent)
      at.clock.now += life * 1000
      assert.deepEqual(await at.consents.list(at.bob), [])
      await at.letIn('g3', at.ana, agent)
      await new Accounts(at.state).delete(at.ana.accountId)
      assert.deepEqual(await at.consents.list(at.ana), [])
      assert.deepEqual(await at.grantIds(), [])
    })
  })
}

/** Two users, and a clock that the test sets. */
async function consentsIn(place: StatePlace) {
  const state = await openState(place)
  const clock = { now: begin }
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
    letIn: async (
      grantId: string,
      owner: { readonly accountId: string },
      program: typeof nurse | typeof agent,
    ) => {
      grants.push(grantId)
      const parties = { ...owner, clientId: program.clientId }
      await records.upsert('Grant', grantId, { jti: grantId, ...parties }, life)
      await consents.add(grantId, owner, program, life)
      for (const [model, id] of [
        ['AuthorizationCode', `code of ${grantId}`],
        ['RefreshToken', `token of ${grantId}`],
      ] as const)
        await records.upsert(model, id, { jti: id, grantId, ...parties }, life)
    },
    /** Grants that still have records. */
    grantIds: async () => {
      const left = await Promise.all(
        grants.map(async (grantId) => {
          const found = await Promise.all([
            records.isGranted(grantId),
            records.find('AuthorizationCode', `code of ${grantId}`),
            records.find('RefreshToken', `token of ${grantId}`),
          ])
          return found.some(Boolean) ? [grantId] : []
        }),
      )
      return left.flat()
    },
    [Symbol.asyncDispose]: () => state[Symbol.asyncDispose](),
  }
}
