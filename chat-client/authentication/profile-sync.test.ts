import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, mock, test } from 'node:test'
import { ProfileSync } from '@careatlas/contract/chat-frames'
import { loadProfile, readProfile } from './profile-sync.ts'

const warnings: string[] = []
beforeEach(() => {
  warnings.length = 0
  mock.method(console, 'warn', (text: string) => warnings.push(text))
})
afterEach(() => mock.restoreAll())

const complete = {
  user_profile: {
    first_name: 'Ana',
    last_name: 'Sol',
    email: 'ana@acme.example',
    phone: '+14015550100',
    date_of_birth: '1980-02-28',
    preferred_language: 'es',
  },
  user_address: {
    address_line_1: '1 Main St',
    address_line_2: 'Apt 2',
    city: 'Providence',
    state: 'RI',
    zip_code: '02903-1234',
  },
  user_insurance: [
    {
      carrier_code: 'BCBSRI',
      carrier_name: 'Blue Cross',
      plan_name: 'Gold',
      plan_id: '1',
      member_id: '2',
      group_number: '3',
      priority: 'primary',
      relationship_to_subscriber: 'self',
    },
  ],
  user_dependents: [
    { first_name: 'Leo', last_name: 'Sol', date_of_birth: '2015-12-31', relationship: 'child' },
  ],
}

test('a complete profile is kept, as the contract describes it', () => {
  assert.deepEqual(readProfile(complete), complete)
  assert.deepEqual(ProfileSync.parse(complete), complete)
  assert.deepEqual(warnings, [])
})

describe('an invalid member is dropped with a warning that does not contain its value', () => {
  for (const [path, value] of [
    ['user_profile.first_name', 'x'.repeat(129)],
    ['user_profile.date_of_birth', '1980-13-01'],
    ['user_profile.email', 7],
    ['user_address.state', 'Rhode Island'],
    ['user_address.zip_code', '0290'],
  ] as const)
    test(path, () => {
      const [object = '', member = ''] = path.split('.')
      const profile = readProfile({ ...complete, [object]: { [member]: value, city: 'X', last_name: 'Y' } })
      assert.ok(!(member in ((profile as unknown as Record<string, object>)[object] ?? {})))
      assert.deepEqual(warnings, [`authUpgradeProfileSync: ${path} is not valid.`])
      ProfileSync.parse(profile)
    })

  test('of a list', () => {
    const user_insurance = [{ plan_name: 'Gold', priority: 'first' }, 5, { priority: 'zero' }]
    assert.deepEqual(readProfile({ user_insurance }), { user_insurance: [{ plan_name: 'Gold' }] })
    assert.equal(warnings.length, 3)
  })
})

test('unknown members are dropped silently', () => {
  const value = { shoe_size: 38, user_profile: { first_name: 'Ana', toString: 'x', constructor: 'y' } }
  assert.deepEqual(readProfile(value), { user_profile: { first_name: 'Ana' } })
  assert.deepEqual(warnings, [])
})

test('lists have at most 5 insurances and 15 dependents', () => {
  const user_insurance = Array.from({ length: 9 }, () => ({ plan_id: '1' }))
  const user_dependents = Array.from({ length: 30 }, () => ({ first_name: 'Leo' }))
  const profile = readProfile({ user_insurance, user_dependents })
  assert.deepEqual([profile?.user_insurance?.length, profile?.user_dependents?.length], [5, 15])
  assert.deepEqual(warnings, [
    'authUpgradeProfileSync: Only the first 5 of user_insurance are used.',
    'authUpgradeProfileSync: Only the first 15 of user_dependents are used.',
  ])
})

for (const value of [undefined, null, 'Ana', 5, [], {}, { user_profile: {} }])
  test(`${JSON.stringify(value)} is no profile`, () => assert.equal(readProfile(value), null))

test('a function that rejects, throws or is slow leaves the profile out', async () => {
  const { signal } = new AbortController()
  assert.equal(await loadProfile(() => Promise.reject(new Error('x')), 'ana', signal), null)
  assert.equal(
    await loadProfile(
      () => {
        throw new Error('x')
      },
      'ana',
      signal,
    ),
    null,
  )
  mock.timers.enable({ apis: ['setTimeout'] })
  const slow = loadProfile(() => new Promise(() => undefined), 'ana', signal)
  await Promise.resolve()
  mock.timers.tick(5000)
  assert.equal(await slow, null)
  mock.timers.reset()
  assert.deepEqual(await loadProfile(async () => ({ user_address: { city: 'X' } }), 'ana', signal), {
    user_address: { city: 'X' },
  })
})
