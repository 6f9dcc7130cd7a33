import assert from 'node:assert/strict'
import { test } from 'node:test'
import { byTrust } from './trust.ts'

function saidBy(source: string, asOf: string | null = '2026-03-01') {
  return { source, asOf }
}

test('a fresher statement counts more than a more trusted one, and an undated one least', () => {
  const statements = [
    saidBy('nppes', null),
    saidBy('nppes', '2026-02-01'),
    saidBy('plan_network', '2026-03-01'),
  ]
  assert.deepEqual(statements.toSorted(byTrust), statements.toReversed())
})

test('of one day the registry counts most, then Medicare, its facilities, any observer, and a payer least', () => {
  const order = ['nppes', 'cms_doctors_clinicians', 'cms_facilities', 'survey', 'plan_network']
  assert.deepEqual(
    order
      .map((source) => saidBy(source))
      .toReversed()
      .toSorted(byTrust)
      .map(({ source }) => source),
    order,
  )
})

test('two observers of one day are equally trusted', () => {
  assert.equal(byTrust(saidBy('survey'), saidBy('partner')), 0)
})
