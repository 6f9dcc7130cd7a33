import assert from 'node:assert/strict'
import test from 'node:test'
import { taxonomyOf } from '@careatlas/directory/taxonomy'
import { readDataTable } from '../read/data-table.ts'
import { findFacilityCodes, findKindInFileName } from './facility-codes.ts'

test('every code of facility lists is the code of an organization in the tables', () => {
  const rows = readDataTable(import.meta.dirname, 'facility-kinds.tsv')
  assert.ok(rows.length > 10)
  for (const code of rows.flatMap(([, codes = '']) => codes.split(' ')))
    assert.equal(taxonomyOf(code)?.kind, 'organization', code)
})

const named: readonly (readonly [cells: readonly string[], name: string, codes: readonly string[]])[] = [
  [['Acute Care Hospitals'], '', ['282N00000X']],
  [['Critical Access Hospitals'], '', ['282NC0060X']],
  [['Psychiatric'], '', ['283Q00000X']],
  [['Childrens'], '', ['282NC2000X']],
  [["Children's hospital"], '', ['282NC2000X']],
  [['Acute Care - Veterans Administration'], '', ['282N00000X', '261QV0200X']],
  [['Acute Care - Department of Defense'], '', ['2865M2000X']],
  [['Long-term'], '', ['282E00000X']],
  [['Rural Emergency Hospital'], '', ['261QE0002X']],
  [['VA Facility'], 'Orchard OPC', ['261QV0200X']],
  [['VA Facility'], 'Harborview Vet Center', []],
  [['IHS Facility'], 'Orchard Creek Health Station', []],
  [['', '01-05', '00-09'], '', ['283X00000X']],
  [['', '', '00-85'], '', ['282NC0060X']],
  [['', '', '00-09'], '', []],
  [['Hospital'], '', []],
  [['constructor'], '', []],
]
for (const [cells, name, codes] of named) {
  test(`${JSON.stringify(cells)} ${name} has the codes ${codes.join(', ') || '(none)'}`, () => {
    assert.deepEqual(findFacilityCodes(cells, name), codes)
  })
}

const files: Record<string, string | undefined> = {
  'synthea_urgent_care.csv.gz': 'urgent care',
  'ct_pharmacies.csv.gz': 'pharmacies',
  'Urgent-Care_2026-09-15.csv': 'urgent care',
  'hospitals.csv': undefined,
  'womens_health.csv': undefined,
}
for (const [file, kind] of Object.entries(files)) {
  test(`the file name ${file} has the kind ${kind ?? '(none)'}`, () => {
    assert.equal(findKindInFileName(file), kind)
  })
}
