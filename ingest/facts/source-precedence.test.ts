import assert from 'node:assert/strict'
import { test } from 'node:test'
import { byPrecedence, sortByPrecedence, latestStatement } from './source-precedence.ts'

function saidBy(source: string, asOf: string | null = '2026-03-01') {
  return { source, asOf }
}

test('a fresher statement counts more than a more trusted one, and an undated one least', () => {
  const statements = [
    saidBy('nppes', null),
    saidBy('nppes', '2026-02-01'),
    saidBy('plan_network', '2026-03-01'),
  ]
  assert.deepEqual(statements.toSorted(byPrecedence), statements.toReversed())
})

test('of one day the registry counts most, then Medicare, its facilities, any observer, and a payer least', () => {
  const order = ['nppes', 'cms_doctors_clinicians', 'cms_facilities', 'survey', 'plan_network']
  assert.deepEqual(
    order
      .map((source) => saidBy(source))
      .toReversed()
      .toSorted(byPrecedence)
      .map(({ source }) => source),
    order,
  )
})

test('two observers of one day are equally trusted', () => {
  assert.equal(byPrecedence(saidBy('survey'), saidBy('partner')), 0)
})

test('of equally fresh and trusted statements the later file counts first', () => {
  const [survey, partner] = [saidBy('survey'), saidBy('partner')]
  assert.deepEqual(sortByPrecedence([survey, partner]), [partner, survey])
})

test('a statement that leaves a thing open gives way to an older one that does not, even if that says no', () => {
  const statements = [
    { ...saidBy('survey', '2026-01-01'), telehealth: true },
    { ...saidBy('survey', '2026-02-01'), telehealth: false },
    { ...saidBy('partner', '2026-03-01'), telehealth: null },
  ]
  assert.deepEqual(
    latestStatement(statements, ({ telehealth }) => telehealth),
    { value: false, ...saidBy('survey', '2026-02-01') },
  )
  assert.equal(
    latestStatement(statements.slice(2), ({ telehealth }) => telehealth),
    null,
  )
})
