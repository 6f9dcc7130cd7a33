import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseNppesFile } from './nppes-file.ts'

const names: Readonly<Record<string, readonly [kind: string, period: string, version: number]>> = {
  'NPPES_Data_Dissemination_September_2026_V2.zip': ['monthly', '2026-09', 2],
  'NPPES_Data_Dissemination_March_2024.zip': ['monthly', '2024-03', 1],
  'NPPES_Data_Dissemination_083126_090626_Weekly_V2.zip': ['weekly', '2026-08-31/2026-09-06', 2],
  'NPPES_Data_Dissemination_123024_010525_Weekly.zip': ['weekly', '2024-12-30/2025-01-05', 1],
  'NPPES_Deactivated_NPI_Report_100923.zip': ['deactivated', '2023-10-09', 1],
  'NPPES_Deactivated_NPI_Report_091426_V2.zip': ['deactivated', '2026-09-14', 2],
}
for (const [name, expected] of Object.entries(names)) {
  test(`${name} is ${expected.join(', ')}`, () => {
    const file = parseNppesFile(name)
    assert.deepEqual([file?.kind, file?.period, file?.version], expected)
  })
}

const others = [
  '',
  'NPPES_Data_Dissemination_Septober_2026_V2.zip',
  'NPPES_Data_Dissemination_September_2026_V3.zip',
  'NPPES_Data_Dissemination_September_2026_V2.zip.exe',
  'NPPES_Data_Dissemination_023126_030626_Weekly_V2.zip',
  'NPPES_Data_Dissemination_090626_083126_Weekly_V2.zip',
  'NPPES_Deactivated_NPI_Report_133123.zip',
  'NPPES_Deactivated_NPI_Report_100923.xlsx',
  '../NPPES_Deactivated_NPI_Report_100923.zip',
  'NPPES_Deactivated_NPI_Report_100923.zip\n',
  'NPPES_Data_Dissemination_Code_Values.pdf',
]
for (const name of others) {
  test(`${JSON.stringify(name)} is not an NPPES file`, () => {
    assert.equal(parseNppesFile(name), null)
  })
}
