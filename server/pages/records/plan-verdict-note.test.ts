import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Carrier } from '@careatlas/directory/snapshot/format'
import { findPayers } from '@careatlas/search/query/find-payers'
import { checkPlan } from '../../operations/plan-verdict.ts'
import type { Html } from '../../web/html.ts'
import { planVerdictNote } from './plan-verdict-note.ts'

const carrier = (code: string, name: string, more: Partial<Carrier> = {}): Carrier => ({
  code,
  name,
  kind: 'payer_id',
  aliases: [],
  provider_count: 0,
  data_as_of: null,
  ...more,
})
const cigna = carrier('62308', 'Cigna', { provider_count: 9, data_as_of: '2026-10-31' })
const ocean = carrier('00890', 'Ocean State Health', {
  aliases: ['Ocean Gold HMO'],
  provider_count: 40,
  data_as_of: '2026-10-15',
})
const coast = carrier('00891', 'Coast Health')
const carriers = [cigna, ocean, coast]
const listed = {
  carriers: [
    { code: '62308', name: 'Cigna', status: 'listed', source: 'plan_network', as_of: '2026-10-20' } as const,
  ],
}

/** The text without markup. */
const textOf = (markup: Html) =>
  markup
    .toString()
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()

const dataAsOf = '2026-11-09'

describe('the answer about a plan', () => {
  for (const [payer, english, spanish] of [
    [
      cigna,
      'Cigna: listed on Oct 20, 2026 by the plan network file.',
      'Cigna: figura en la lista del 20 oct 2026',
    ],
    [
      ocean,
      'Ocean State Health: not found in the file of Oct 15, 2026.',
      'Ocean State Health: no se encontró en el archivo del 15 oct 2026.',
    ],
    [
      coast,
      'Coast Health: no file of this plan is held as of Nov 9, 2026.',
      'Coast Health: no tenemos ningún archivo de este plan al 9 nov 2026.',
    ],
  ] as const)
    test(`is "${english}"`, () => {
      const verdict = checkPlan(listed, payer)
      const texts = [planVerdictNote(verdict, 'en', dataAsOf), planVerdictNote(verdict, 'es', dataAsOf)].map(
        textOf,
      )
      assert.ok(texts[0]!.startsWith(english), texts[0])
      assert.ok(texts[1]!.startsWith(spanish), texts[1])
      for (const text of texts) assert.doesNotMatch(text, /out of network|fuera de la red/i)
    })

  test('is not given from a list that the search has shortened, unless it has the payer', () => {
    const shortened = { ...listed, truncated_fields: ['carriers'] }
    assert.equal(checkPlan(shortened, ocean).kind, 'shortened')
    assert.equal(checkPlan(shortened, cigna).kind, 'listed')
    assert.match(
      textOf(planVerdictNote(checkPlan(shortened, ocean), 'en', dataAsOf)),
      /Open the page of this clinician/,
    )
  })

  test('says that a date is not known', () => {
    const undated = { carriers: [{ ...listed.carriers[0]!, as_of: null }] }
    assert.match(textOf(planVerdictNote(checkPlan(undated, cigna), 'en', dataAsOf)), /the date is not known/)
    const note = planVerdictNote(checkPlan(listed, { ...ocean, data_as_of: null }), 'en', dataAsOf)
    assert.match(textOf(note), /whose date is not known/)
  })
})

describe('payers are found', () => {
  for (const [text, codes] of [
    ['62308', ['62308']],
    ['CIGNA', ['62308']],
    ['ocean gold hmo', ['00890']],
    ['Océan-Gold', ['00890']],
    ['health', ['00890', '00891']],
    ['health coast', ['00891']],
    ['ealth', []],
    ['Aetna', []],
    ['Cigna PPO', ['62308']],
    ['Cigna Gold 1500 HMO', ['62308']],
    ['Cigna Open Access Plus', ['62308']],
    ['Cinga', ['62308']],
    ['Ocean Stat Health EPO', ['00890']],
    ['OceanState', ['00890']],
    ['Gold PPO', []],
    ['PPO', []],
    ['Ocean State Dental of Maine', []],
    ['?!', []],
  ] as const)
    test(`by "${text}": ${codes.join(', ') || 'none'}`, () =>
      assert.deepEqual(
        findPayers(carriers, text).map(({ code }) => code),
        codes,
      ))
})
