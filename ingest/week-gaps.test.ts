import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SourceFile } from '@careatlas/directory/snapshot/format'
import { findWeekGaps } from './week-gaps.ts'

const counts = {
  source: 'nppes',
  rows: 1,
  accepted: 1,
  facts: 1,
  unregistered: 0,
  rejected: {},
  left_out: {},
}

function registry(file: string, as_of: string | null): SourceFile {
  return { kind: 'registry', file, as_of, ...counts }
}

const month = registry('npidata_pfile_20050523-20251109.csv', '2025-11-09')
const week = registry('NPPES_Data_Dissemination_111025_111625_Weekly_V2.zip', '2025-11-16')
const later = registry('npidata_pfile_20251124-20251130.csv', '2025-11-30')

for (const [what, sources, gaps] of [
  ['only the full file', [month], []],
  ['the week after it', [week, month], []],
  ['the same week twice', [month, week, week], []],
  ['a missing week', [month, later, week], ['2025-11-17 2025-11-23']],
  ['two missing weeks after the full file', [month, later], ['2025-11-10 2025-11-23']],
  ['a newer full file', [month, registry('npidata_pfile_20050523-20251214.csv', '2025-12-14')], []],
  ['an undated file', [month, registry('npidata.csv', null)], []],
  ['a report of deactivations, which is not a registry file', [month, { ...later, kind: 'deactivated' }], []],
] as const) {
  test(`${what}: ${gaps.length === 0 ? 'no gap' : gaps.join()}`, () => {
    assert.deepEqual(
      findWeekGaps(sources).map(({ from, to }) => `${from} ${to}`),
      gaps,
    )
  })
}
