/** Reads facility lists: the hospitals of Care Compare, and lists of clinics or pharmacies with or without points. */
import type { Address } from '@careatlas/contract/cards'
import { isNpi } from '@careatlas/directory/npi'
import { regionOf, regionsOfZip3 } from '@careatlas/directory/region'
import { isHospitalCode } from '@careatlas/directory/taxonomy'
import { InputError } from '../input-error.ts'
import { isApartment } from '../facts/apartment-address.ts'
import type { Facility } from '../facts/facts.ts'
import { requireAcceptedRows } from '../file-quality-gates.ts'
import { readDelimitedFile } from '../read/delimited-file.ts'
import { readHeader } from '../read/read-header.ts'
import type { OnBytes } from '../read/open-file.ts'
import { isPlainText, findTextDefect, unfitTextReason } from '../read/plain-text.ts'
import { FileReport } from '../read/file-report.ts'
import { parseCertificationNumber, findHospitalCode, findUnitCode } from './certification-number.ts'
import { findFacilityCodes, refineHospitalCodes, findKindInFileName } from './facility-codes.ts'
import { type FacilityCells, toFacilityCells, facilityColumns } from './facility-columns.ts'
import { parseFacilityPoint, isNearZip } from './facility-point.ts'
import { type ListedKind, findListedKind } from '../facts/listed-kind.ts'
import { cellValue } from '../read/cell-text.ts'
import { parseStreetAddress, parseTownAddress } from './street-address.ts'

/**
 * The reasons to reject a row: it has no fit name, or no street address that a patient can go to. A hospital with only a
 * post-office box is kept, because patients can find it in its town.
 */
const facilityRejections = {
  name: 'no_name',
  unfit: unfitTextReason,
  address: 'no_address',
  abroad: 'not_in_united_states',
  zip: 'zip_in_another_state',
  apartment: 'in_an_apartment',
} as const

/** The omitted values of accepted rows, as counted in `left_out`. */
const facilityOmissions = {
  npi: 'bad_npi',
  farPoint: 'point_outside_zip',
  emergency: 'emergency_services_against_type',
} as const

/**
 * Yields one facility for each row. Reads the file twice, because the meaning of a "no" in the column of emergency services
 * depends on all rows; `onBytes` counts the second reading only. The report counts rejected rows.
 *
 * @throws {InputError} when the file has other columns, no usable row, or more than 1,000,000 rows.
 */
export async function* readFacilities(
  path: string,
  report: FileReport,
  onBytes?: OnBytes,
): AsyncGenerator<readonly Facility[]> {
  const hasEmergencyData = await detectEmergencyData(path)
  yield* readDelimitedFile(path, facilityColumns, report, { onBytes }, ({ line, cells }) =>
    parseFacility(toFacilityCells(cells), line, hasEmergencyData, report),
  )
  requireAcceptedRows(report)
}

/** The country has fewer hospitals, clinics and pharmacies. A later step compares all listed facilities in memory. */
const facilitiesMax = 1_000_000

/** False for a list with "no" in every row, as two real lists of hospitals have; this "no" is not a value but a default. */
async function detectEmergencyData(path: string): Promise<boolean> {
  const report = new FileReport('', path)
  let hasYes = false
  for await (const rows of readDelimitedFile(path, facilityColumns, report, {}, ({ cells }) => ({ cells }))) {
    if (report.rows > facilitiesMax)
      throw new InputError(
        `${report.file} has more than ${facilitiesMax} rows; give a list of places of care, or split it.`,
      )
    hasYes ||= rows.some(({ cells }) => parseYesNo(toFacilityCells(cells).emergency) === true)
  }
  return hasYes
}

/**
 * `cms_facilities` for the Care Compare tables, whose first column is the certification number; `facility_list` for any other
 * file, which its author may have derived from CMS data and changed.
 *
 * @throws {InputError} when the file cannot be opened.
 */
export async function detectFacilitySource(path: string): Promise<'cms_facilities' | 'facility_list'> {
  return /^"?(?:Facility ID|Provider ID)"?,/i.test(await readHeader(path))
    ? 'cms_facilities'
    : 'facility_list'
}

/** The facility, or the reason to reject the row. */
function parseFacility(
  row: FacilityCells,
  line: number,
  hasEmergencyData: boolean,
  report: FileReport,
): Facility | string {
  const name = cellValue(row.name)
  if (name === null) return facilityRejections.name
  if (!isPlainText(name) || !isFitAddress(row)) return facilityRejections.unfit
  const typeCells = [row.type, row.category, row.providerType]
  const { taxonomyCodes, listedAs, certification, isInHospital } = findKinds(
    row,
    typeCells,
    name,
    report.file,
  )
  const addressCells = { ...row, line1: row.street }
  const practice = parseStreetAddress(addressCells) ?? (isInHospital ? parseTownAddress(addressCells) : null)
  if (practice === null) return facilityRejections.address
  const { address } = practice
  if (!isInUnitedStates(address)) return facilityRejections.abroad
  if (isZipOfAnotherState(address)) return facilityRejections.zip
  const leaveOut = (reason: string): null => {
    report.leaveOut(reason, line)
    return null
  }
  if (isApartment(address) && !isInHospital && !taxonomyCodes.some(isResidential))
    return facilityRejections.apartment
  const emergency = parseEmergency(row, taxonomyCodes, leaveOut)
  return {
    kind: 'facility',
    npi: readNpi(row, leaveOut),
    name,
    taxonomyCodes,
    practice,
    point: readPoint(row, address.postal_code, leaveOut),
    emergency: emergency === false && !hasEmergencyData ? null : emergency,
    source: report.source,
    asOf: report.dateForRow(null),
    ...(certification && { certification }),
    ...(listedAs && { listedAs }),
  }
}

interface ListedKinds {
  readonly taxonomyCodes: readonly string[]
  readonly certification: string | null
  readonly listedAs: ListedKind | null
  /** Whether the facility is a hospital or a unit of one. */
  readonly isInHospital: boolean
}

/** Depends on the type and the certification number of the row; a unit has the name of its hospital. */
function findKinds(
  row: FacilityCells,
  typeCells: readonly string[],
  name: string,
  file: string,
): ListedKinds {
  const certification = parseCertificationNumber(row.certification)
  const unitCode = findUnitCode(row.certification)
  if (unitCode !== null)
    return { taxonomyCodes: [unitCode], certification, listedAs: null, isInHospital: true }
  const listedAs = findListedKind(typeCells, file)
  const codes = findFacilityCodes([...typeCells, findKindInFileName(file)], name)
  const isHospital = listedAs === 'hospital' || codes.some(isHospitalCode)
  if (!isHospital) return { taxonomyCodes: codes, certification, listedAs, isInHospital: false }
  const taxonomyCodes = refineHospitalCodes(codes, findHospitalCode(certification))
  const areKindsContradictory = codes.length > 0 && taxonomyCodes.length === 0
  return {
    taxonomyCodes,
    certification,
    listedAs: areKindsContradictory ? 'hospital' : listedAs,
    isInHospital: true,
  }
}

/**
 * Critical access hospitals and rural emergency hospitals must have emergency services day and night (42 CFR 485.618, 485.516),
 * so a "no" means that one of the two cells is wrong.
 */
function parseEmergency(
  row: FacilityCells,
  taxonomyCodes: readonly string[],
  leaveOut: LeaveOut,
): boolean | null {
  const emergency = parseYesNo(row.emergency)
  if (emergency !== false || !taxonomyCodes.some(requiresEmergencyServices)) return emergency
  leaveOut(facilityOmissions.emergency)
  return null
}

/** Null for any other text. */
function parseYesNo(cell: string): boolean | null {
  const text = cell.trim().toLowerCase()
  if (text === 'yes' || text === 'y' || text === 'true') return true
  return text === 'no' || text === 'n' || text === 'false' ? false : null
}

function isFitAddress({ street, city, state }: FacilityCells): boolean {
  return findTextDefect(`${street} ${city} ${state}`, 'address') === null
}

/** True for states, territories and the armed forces, and for an address without a state. */
function isInUnitedStates(address: Address): boolean {
  return address.state === null || regionOf(address) !== null || /^A[AEP]$/.test(address.state)
}

/** Whether the ZIP code belongs to another state: the ZIP code or the state is wrong. */
function isZipOfAnotherState(address: Address): boolean {
  const region = regionOf(address)
  const zip3 = address.postal_code?.slice(0, 3)
  return region !== null && zip3 !== undefined && !regionsOfZip3(zip3).includes(region.code)
}

/** NUCC: critical access hospital, and emergency care, the code of rural emergency hospitals. */
export function requiresEmergencyServices(code: string): boolean {
  return code === '282NC0060X' || code === '261QE0002X'
}

/** NUCC: hospitals and their units, nursing homes, residential treatment and care. */
function isResidential(code: string): boolean {
  return /^(?:27|28|31|32)/.test(code)
}

type LeaveOut = (reason: string) => null

function readNpi(row: FacilityCells, leaveOut: LeaveOut): string | null {
  const npi = cellValue(row.npi)
  return npi === null || isNpi(npi) ? npi : leaveOut(facilityOmissions.npi)
}

function readPoint(row: FacilityCells, zip: string | null, leaveOut: LeaveOut): Facility['point'] {
  const point = parseFacilityPoint(row)
  return point === null || isNearZip(point, zip) ? point : leaveOut(facilityOmissions.farPoint)
}
