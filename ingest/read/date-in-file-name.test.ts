import assert from 'node:assert/strict'
import test from 'node:test'
import { findDateInName, findMonthInName, findYearInName } from './date-in-file-name.ts'

const datesByName: Record<string, string | null> = {
  'npidata_pfile_20240101-20240107.csv.gz': '2024-01-07',
  'npidata_pfile_20050523-20260913.csv': '2026-09-13',
  'NPPES_Data_Dissemination_083126_090626_Weekly_V2.zip': '2026-09-06',
  'participating_npis_2022-04-22.csv.gz': '2022-04-22',
  'npidata_2018-12_clinicians.csv.gz': '2018-12-01',
  'NPPES_Deactivated_NPI_Report_100923.zip': '2023-10-09',
  'NPPES_Deactivated_NPI_Report_021026_V2 (1).zip': '2026-02-10',
  'NPPES Deactivated NPI Report 20231009.xlsx': '2023-10-09',
  'npidata_pfile_20240101-20240199.csv': null,
  'NPPES_Deactivated_NPI_Report_130923.zip': null,
  'NPPES_Deactivated_NPI_Report_1009231.zip': null,
  'plan_100923.csv': null,
  'plan_20231009.csv': null,
  'plan_99999.csv': null,
  '2018-13_plan.csv': null,
  'hospital_general_information_2022.csv.gz': '2022-01-01',
  'Hospitals (2022).csv': '2022-01-01',
  'dac_2025_14col_9685.csv.gz': '2025-01-01',
  'hospitals_2022_2024.csv': null,
  'hospitals_2000.csv': null,
  'npidata_sample_raw_330_lantern.csv': null,
  'rows2022.csv': null,
  'plan_12022.csv': null,
}
for (const [name, date] of Object.entries(datesByName)) {
  test(`the file name ${name} has ${date ?? 'no date'}`, () => {
    assert.equal(findDateInName(name) ?? findMonthInName(name) ?? findYearInName(name), date)
  })
}
