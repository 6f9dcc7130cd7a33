/** Reads the secondary practice locations of the registry (`pl_pfile`). */
import { isNpi } from '@careatlas/directory/npi'
import type { SecondaryLocation, UnfitTexts } from '../facts/facts.ts'
import type { Column } from '../read/columns.ts'
import { readDelimitedFile } from '../read/delimited-file.ts'
import { recordUnfitTexts, indexCellGroups, removeUnfitCells } from '../facts/unfit-cells.ts'
import type { OnBytes } from '../read/open-file.ts'
import type { FileReport } from '../read/file-report.ts'
import { isRegistryFile, registryRejections } from './dissemination.ts'
import { parseRegisteredAddress } from './registered-address.ts'

/** Published headers write the address lines with and without a blank before the hyphen. */
const columns: readonly Column[] = [
  { names: ['NPI'] },
  ...['1', '2'].map((line): Column => {
    const name = `Provider Secondary Practice Location Address- Address Line ${line}`
    return { names: [name, name.replace('Address-', 'Address -')] }
  }),
  ...['City Name', 'State Name', 'Postal Code', 'Country Code (If outside U.S.)', 'Telephone Number'].map(
    (field): Column => ({ names: [`Provider Secondary Practice Location Address - ${field}`] }),
  ),
  { names: ['Provider Secondary Practice Location Address - Telephone Extension'], optional: true },
  { names: ['Provider Practice Location Address - Fax Number'], optional: true },
]

const untrustedCells = indexCellGroups([
  {
    kind: 'address',
    cells: ['address line 1', 'address line 2', 'city', 'state'].map((field, index) => ({
      at: index + 1,
      field: `secondary ${field}`,
    })),
  },
  { kind: 'identifier', cells: [{ at: 5, field: 'secondary postal code' }] },
])

/** The report counts rejected rows. @throws {InputError} when the file has other columns. */
export function readSecondaryLocations(
  path: string,
  report: FileReport,
  onBytes?: OnBytes,
): AsyncGenerator<readonly (SecondaryLocation | UnfitTexts)[]> {
  return readDelimitedFile(
    path,
    columns,
    report,
    { onBytes, member: isRegistryFile('secondary_locations') },
    (row) => {
      const { cells, unfit } = removeUnfitCells(row, untrustedCells)
      const [npi = '', line1, line2, city, state, postalCode, country, phone, extension, fax] = cells
      if (!isNpi(npi)) return registryRejections.npi
      const address = { line1, line2, city, state, postalCode, country }
      const practice = parseRegisteredAddress({ ...address, phone, extension, fax })
      const provenance = { source: report.source, asOf: report.dateForRow(null) }
      const unfitFact = recordUnfitTexts(npi, unfit, provenance, row.line, report)
      if (practice === null) return unfitFact ?? registryRejections.address
      const location = { kind: 'secondary_location', npi, practice, ...provenance } as const
      return unfitFact === null ? location : [location, unfitFact]
    },
  )
}
