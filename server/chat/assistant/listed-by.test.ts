/** The sentence about the payers that list the clinicians of an answer. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { providerCard } from '../../small-directory.fixture.ts'
import type { CareItem } from './chat-card.ts'
import { listedLine } from './compose-results.ts'
import { emptyContext } from './conversation-context.ts'
import { english } from './phrases-english.ts'
import { spanish } from './phrases-spanish.ts'

function createItem(display: string, payer: string, date: string | null): CareItem {
  const card = providerCard()
  const listing = {
    code: payer.toUpperCase(),
    name: payer,
    status: 'listed',
    source: 'plan_network',
  } as const
  return {
    kind: 'provider',
    card: { ...card, name: { ...card.name, display }, carriers: [{ ...listing, as_of: date }] },
  }
}

const context = { ...emptyContext, payer: { name: 'Aetna', codes: ['AETNA', 'CIGNA'] } }

function compose(dates: readonly [string | null, string | null], language: 'en' | 'es' = 'en'): string {
  const items = [createItem('Ana Costa', 'Aetna', dates[0]), createItem('Luis Moro', 'Cigna', dates[1])]
  return listedLine(items, {
    context: { ...context, language },
    phrases: language === 'en' ? english : spanish,
  })
}

test('lists of different dates have each its own date', () => {
  assert.equal(
    compose(['2026-10-31', '2026-08-01']),
    'Aetna lists Ana Costa (list of Oct 31, 2026); Cigna lists Luis Moro (list of Aug 1, 2026). Confirm with the office.',
  )
  assert.match(compose(['2026-10-31', null]), /\(list of Oct 31, 2026\); .* \(list without a date\)/)
  assert.match(
    compose(['2026-10-31', '2026-08-01'], 'es'),
    /a Ana Costa \(lista del 31 oct 2026\); .* a Luis Moro \(lista del 1 ago 2026\)\./,
  )
})

test('lists of one date have it once', () => {
  assert.match(
    compose(['2026-10-31', '2026-10-31']),
    /^Aetna lists Ana Costa; Cigna lists Luis Moro \(lists of /,
  )
  assert.match(compose(['2026-10-31', '2026-10-31'], 'es'), /Luis Moro \(listas del 31 /)
})
