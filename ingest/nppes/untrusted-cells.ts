/** The cells of a main registry row that registrants write and cards show. */
import { type CellGroup, indexCellGroups } from '../facts/unfit-cells.ts'
import { columnIndex, identifierCells, taxonomyCells } from './main-columns.ts'

type FieldNames = Partial<Readonly<Record<keyof typeof columnIndex, string>>>

export const untrustedCells = indexCellGroups([
  toCellGroup('words', { legalName: 'legal name' }),
  toCellGroup('words', { otherOrganizationName: 'other organization name' }),
  toCellGroup('words', { parent: 'parent organization' }),
  toCellGroup('words', { officialTitle: 'title of the authorized official' }),
  toCellGroup('words', {
    prefix: 'name prefix',
    first: 'first name',
    middle: 'middle name',
    last: 'last name',
    suffix: 'name suffix',
    credential: 'credential',
  }),
  toCellGroup('words', {
    otherFirst: 'other first name',
    otherMiddle: 'other middle name',
    otherLast: 'other last name',
  }),
  toCellGroup('address', {
    practiceLine1: 'practice address line 1',
    practiceLine2: 'practice address line 2',
    practiceCity: 'practice city',
    practiceState: 'practice state',
  }),
  toCellGroup('identifier', { practicePostalCode: 'practice postal code' }),
  toCellGroup('address', {
    mailingLine1: 'mailing address line 1',
    mailingLine2: 'mailing address line 2',
    mailingCity: 'mailing city',
    mailingState: 'mailing state',
  }),
  toCellGroup('identifier', { mailingPostalCode: 'mailing postal code' }),
  ...taxonomyCells.map(({ license, licenseState }): CellGroup => ({
    kind: 'identifier',
    cells: [
      { at: license, field: 'license number' },
      { at: licenseState, field: 'license state' },
    ],
  })),
  ...identifierCells.flatMap(({ number, issuer }): CellGroup[] => [
    { kind: 'identifier', cells: [{ at: number, field: 'other identifier' }] },
    { kind: 'identifier', cells: [{ at: issuer, field: 'issuer of another identifier' }] },
  ]),
])

/** Fields that name the registrant. */
export const nameFields: ReadonlySet<string> = new Set(['legal name', 'first name', 'last name'])

function toCellGroup(kind: CellGroup['kind'], fields: FieldNames): CellGroup {
  const entries = Object.entries(fields) as [keyof typeof columnIndex, string][]
  return { kind, cells: entries.map(([name, field]) => ({ at: columnIndex[name], field })) }
}
