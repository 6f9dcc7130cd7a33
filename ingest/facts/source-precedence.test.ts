import assert from 'node:assert/strict'
import { test } from 'node:test'
import { byPrecedence, sortByPrecedence, latestStatement } from './source-precedence.ts'

function statedBy(source: string, asOf: string | null = '2026-03-01') {
  return { source, asOf }
}

test('a newer statement precedes a more trusted one, and an undated one is last', () => {
  const statements = [
    statedBy('nppes', null),
    statedBy('nppes', '2026-02-01'),
    statedBy('plan_network', '2026-03-01'),
  ]
  assert.deepEqual(statements.toSorted(byPrecedence), statements.toReversed())
})

test('for one date, the order is registry, Medicare, its facilities, other sources, payers', () => {
  const order = ['nppes', 'cms_doctors_clinicians', 'cms_facilities', 'survey', 'plan_network']
  assert.deepEqual(
    order
      .map((source) => statedBy(source))
      .toReversed()
      .toSorted(byPrecedence)
      .map(({ source }) => source),
    order,
  )
})

test('two other sources with one date have equal precedence', () => {
  assert.equal(byPrecedence(statedBy('survey'), statedBy('partner')), 0)
})

test('of statements with equal precedence, the later file is first', () => {
  const [survey, partner] = [statedBy('survey'), statedBy('partner')]
  assert.deepEqual(sortByPrecedence([survey, partner]), [partner, survey])
})

test('an empty value gives way to an older value, even if that is false', () => {
  const statements = [
    { ...statedBy('survey', '2026-01-01'), telehealth: true },
    { ...statedBy('survey', '2026-02-01'), telehealth: false },
    { ...statedBy('partner', '2026-03-01'), telehealth: null },
  ]
  assert.deepEqual(
    latestStatement(statements, ({ telehealth }) => telehealth),
    { value: false, ...statedBy('survey', '2026-02-01') },
  )
  assert.equal(
    latestStatement(statements.slice(2), ({ telehealth }) => telehealth),
    null,
  )
})
