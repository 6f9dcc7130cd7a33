import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SourceFile } from '@careatlas/directory/snapshot/format'
import { formatSources } from './summary-table.ts'

const source: SourceFile = {
  kind: 'secondary_locations',
  source: 'nppes',
  file: '2026-11-01_blue-plan-of-rhode-island-and-providence-plantations_in-network-rates_1_of_9.json.gz',
  as_of: '2026-11-09',
  rows: 10_000_000,
  accepted: 9_999_990,
  facts: 1,
  unregistered: 17,
  rejected: {
    bad_npi: { rows: 9, first_lines: [4_000_001, 4_000_002, 4_000_003, 4_000_004, 4_000_005] },
    invalid_observation: { rows: 1, first_lines: [7], first_members: ['places[0].office_hours[0].open'] },
  },
  left_out: { another_person: { rows: 3, first_lines: [] } },
}

test('the table fits 100 columns with long file names, large counts and many reasons', () => {
  assert.equal(
    formatSources([source, { ...source, kind: 'registry', rejected: {}, left_out: {}, unregistered: 0 }]),
    `kind                 as of       rows      accepted  rejected  file
secondary locations  2026-11-09  10000000  9999990   10        2026-11-01_b…ork-rates_1_of_9.json.gz
  rejected: 9 bad_npi on lines 4000001, 4000002, 4000003, 4000004, 4000005 and others; 1
    invalid_observation on line 7 (places[0].office_hours[0].open)
  left out of accepted rows: 3 another_person
  NPIs not in the registry: 17
registry             2026-11-09  10000000  9999990   10        2026-11-01_b…ork-rates_1_of_9.json.gz
`,
  )
})

test('every line of the table has at most 100 characters, for every number of reasons', () => {
  for (let reasons = 0; reasons < 30; reasons++) {
    const rejected = Object.fromEntries(
      Array.from({ length: reasons }, (_, index) => [
        `unknown_reason_${index}`,
        { rows: 2, first_lines: [1, 12_345_678] },
      ]),
    )
    for (const line of formatSources([{ ...source, rejected }]).split('\n'))
      assert.ok(line.length <= 100, line)
  }
})
