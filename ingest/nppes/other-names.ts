/** Reads the other names of organizations in the registry (`othername_pfile`). */
import { isNpi } from '@careatlas/directory/npi'
import type { OtherOrganizationName, UnfitTexts } from '../facts/facts.ts'
import { parseSlashDate } from '../read/calendar-date.ts'
import type { Column } from '../read/columns.ts'
import { readDelimitedFile } from '../read/delimited-file.ts'
import type { OnBytes } from '../read/open-file.ts'
import type { FileReport } from '../read/file-report.ts'
import { recordUnfitTexts, indexCellGroups, removeUnfitCells } from '../facts/unfit-cells.ts'
import { isRegistryFile, registryRejections } from './dissemination.ts'
import { parseOrganizationName } from './organization-name.ts'

/** CMS added the fourth column in 2026. */
const columns: readonly Column[] = [
  { names: ['NPI'] },
  { names: ['Provider Other Organization Name'] },
  { names: ['Provider Other Organization Name Type Code'] },
  { names: ['Created Date'], optional: true },
]

const untrustedCells = indexCellGroups([
  { kind: 'words', cells: [{ at: 1, field: 'other organization name' }] },
])

/** The report counts rejected rows. @throws {InputError} when the file has other columns. */
export function readOtherNames(
  path: string,
  report: FileReport,
  onBytes?: OnBytes,
): AsyncGenerator<readonly (OtherOrganizationName | UnfitTexts)[]> {
  return readDelimitedFile(
    path,
    columns,
    report,
    { onBytes, member: isRegistryFile('other_names') },
    (row) => {
      const { cells, unfit } = removeUnfitCells(row, untrustedCells)
      const [npi = '', nameCell, typeCell = '', createdOn = ''] = cells
      if (!isNpi(npi)) return registryRejections.npi
      const name = parseOrganizationName(nameCell)
      if (name === null && unfit.length === 0) return registryRejections.name
      const type = typeCell.trim()
      if (!/^\d$/.test(type)) return registryRejections.nameType
      const date = parseSlashDate(createdOn)
      report.noteDate(date)
      const provenance = { source: report.source, asOf: report.dateForRow(date) }
      if (name === null) return recordUnfitTexts(npi, unfit, provenance, row.line, report)!
      return { kind: 'other_organization_name', npi, name, type, ...provenance }
    },
  )
}
