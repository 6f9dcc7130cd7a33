/** For tests: practice addresses by NPI from the real registry files, which are not in the repository and may be missing. */
import type { ClinicianRow, OrganizationRow, RegisteredAddress } from '../facts/facts.ts'
import { readMainFile } from '../nppes/main-file.ts'
import { collect } from '../read/collect.fixture.ts'
import { findRealFile } from '../read/real-files.fixture.ts'
import { FileReport } from '../read/file-report.ts'

/** A registration of one NPI that names a practice address. */
export type PracticeRow = (ClinicianRow | OrganizationRow) & { readonly practice: RegisteredAddress }

/** A national week and two extracts of New England; the first file that has an NPI counts. */
const paths = [
  'nppes/npidata_pfile_20240101-20240107.csv.gz',
  'nppes/npidata_2018-12_ct-ma-ri_practitioners.csv.gz',
  'nppes/npidata_2018-12_ma-ct-ri_organizations.csv.gz',
].map(findRealFile)

/** The reason to skip tests that need these files, or `false`. */
export const practiceRowsMissing: string | false = paths.includes(null)
  ? 'the registry files of ../shared/data are missing'
  : false

/** A later week. */
const laterWeek = findRealFile('nppes/npidata_pfile_20240122-20240128.csv.gz')

export const allPracticeRowsMissing: string | false =
  practiceRowsMissing === false && laterWeek === null
    ? 'the second week of ../shared/data is missing'
    : practiceRowsMissing

export async function practiceRows(): Promise<ReadonlyMap<string, PracticeRow>> {
  return readRows(paths)
}

/** All rows, including those of NPIs that only a later week has. */
export async function allPracticeRows(): Promise<ReadonlyMap<string, PracticeRow>> {
  return readRows([...paths, laterWeek])
}

async function readRows(files: readonly (string | null)[]): Promise<ReadonlyMap<string, PracticeRow>> {
  const rows = new Map<string, PracticeRow>()
  for (const path of files) {
    for (const row of await collect(readMainFile(path!, new FileReport('nppes', path!)))) {
      if (row.kind === 'deactivation' || row.kind === 'unfit_text') continue
      if (row.practice !== null && !rows.has(row.npi)) rows.set(row.npi, { ...row, practice: row.practice })
    }
  }
  return rows
}
