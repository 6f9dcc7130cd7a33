/** Reads the registered electronic addresses for health records (`endpoint_pfile`). */
import { isNpi } from '@careatlas/directory/npi'
import type { Endpoint, UnfitTexts } from '../facts/facts.ts'
import type { Column } from '../read/columns.ts'
import { readDelimitedFile } from '../read/delimited-file.ts'
import type { OnBytes } from '../read/open-file.ts'
import { cellText, cellTextInCapitals } from '../read/cell-text.ts'
import type { FileReport } from '../read/file-report.ts'
import { indexCellGroups, recordUnfitTexts, removeUnfitCells } from '../facts/unfit-cells.ts'
import { isRegistryFile, registryRejections } from './dissemination.ts'
import { parseOrganizationName } from './organization-name.ts'

/** Nine of the nineteen columns: the others repeat these as codes or descriptions, or have the address of the affiliation. */
const columns: readonly Column[] = [
  { names: ['NPI'] },
  { names: ['Endpoint Type'] },
  { names: ['Endpoint'] },
  { names: ['Affiliation'] },
  { names: ['Affiliation Legal Business Name'] },
  { names: ['Use Description'] },
  { names: ['Other Use Description'] },
  { names: ['Content Description'] },
  { names: ['Other Content Description'] },
]

/** Without the endpoint itself, which is a link and is parsed separately. */
const untrustedCells = indexCellGroups(
  ['affiliation', 'use', 'other use', 'content', 'other content'].map((field, index) => ({
    kind: 'words',
    cells: [{ at: index + 4, field: `endpoint ${field}` }],
  })),
)

/** The length of the longest of these columns, except the endpoint (NPPES Data Dissemination readme, exhibit 2-4). */
const textCharsMax = 200

/** From the same exhibit; the known codes are `DIRECT`, `FHIR`, `CONNECT`, `REST`, `SOAP` and `OTHERS`. */
const typePattern = /^[A-Z][A-Z0-9 _-]{0,49}$/

/**
 * An address such as `clinic@direct.example.org`, a host with or without a path, or an HTTP or FTP URL. Excludes URLs that a
 * browser would run (`javascript:`) and remarks (`NONE`, `SEE WEBSITE`).
 */
const endpointPattern =
  /^(?:(?:https?|s?ftp):\/\/|mailto:)?[^\s:/?#]+\.(?:[a-z][a-z\d-]+|\d{1,3})(?:[:/?#]\S*)?$/i

/** The report counts rejected rows. @throws {InputError} when the file has other columns. */
export function readEndpoints(
  path: string,
  report: FileReport,
  onBytes?: OnBytes,
): AsyncGenerator<readonly (Endpoint | UnfitTexts)[]> {
  return readDelimitedFile(path, columns, report, { onBytes, member: isRegistryFile('endpoints') }, (row) => {
    const { cells, unfit } = removeUnfitCells(row, untrustedCells)
    const [
      npi = '',
      typeCell,
      endpointCell,
      affiliationCell,
      organization,
      use,
      otherUse,
      content,
      otherContent,
    ] = cells
    if (!isNpi(npi)) return registryRejections.npi
    const endpoint = cellText(endpointCell)
    if (endpoint === null) return registryRejections.endpoint
    if (!endpointPattern.test(endpoint)) return registryRejections.badEndpoint
    const type = cellTextInCapitals(typeCell)
    if (type === null || !typePattern.test(type)) return registryRejections.endpointType
    const provenance = { source: report.source, asOf: report.dateForRow(null) }
    const unfitFact = recordUnfitTexts(npi, unfit, provenance, row.line, report)
    const fact: Endpoint = {
      kind: 'endpoint',
      npi,
      type,
      endpoint,
      use: dropLongText(cellText(otherUse)) ?? dropLongText(cellText(use)),
      content: dropLongText(cellText(otherContent)) ?? dropLongText(cellText(content)),
      affiliation: affiliationCell === 'N' ? null : dropLongText(parseOrganizationName(organization)),
      ...provenance,
    }
    return unfitFact === null ? fact : [fact, unfitFact]
  })
}

/** Null for a text that is longer than the form allows. */
function dropLongText(text: string | null): string | null {
  return text !== null && text.length <= textCharsMax ? text : null
}
