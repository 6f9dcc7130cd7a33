/** The date of office hours, as precise as the sources of a card allow. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hoursBlock } from './hours.ts'

const place = {
  office_hours: [{ day: 'monday', open: '09:00', close: '17:00' }],
  address: { line_1: null, line_2: null, city: 'PROVIDENCE', state: 'RI', postal_code: '02903' },
} as unknown as Parameters<typeof hoursBlock>[0]

const registry = { id: 'nppes', as_of: '2020-01-01' }
const survey = { id: 'office_survey', as_of: '2026-06-02' }
const network = { id: 'plan_network', as_of: '2026-10-31' }

for (const [title, sources, english, spanish] of [
  [
    'two dates: the hours are from the earlier date or later',
    [registry, network, survey],
    'These hours are from a source dated Jun 2, 2026 or later. They are in local time, and holidays may differ.',
    'Este horario es de una fuente con fecha del 2 jun 2026 o posterior, en hora local.',
  ],
  ['one date', [registry, survey], 'Hours as of Jun 2, 2026', 'Horario con fecha del 2 jun 2026'],
  ['no date', [registry, { ...survey, as_of: null }], 'their date is not known', 'no se sabe su fecha'],
] as const)
  test(`sources with ${title}`, () => {
    for (const [language, sentence] of [
      ['en', english],
      ['es', spanish],
    ] as const) {
      const now = new Date('2026-11-10T20:30:00Z')
      const block = hoursBlock(place, { language, now, sources: [...sources] }).toString()
      const text = block.replaceAll(/<[^>]*>/g, '').replaceAll(/\s+/g, ' ')
      assert.ok(text.includes(sentence), text)
      assert.doesNotMatch(text, /Oct 31|31 oct/)
    }
  })
