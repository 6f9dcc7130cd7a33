/** Lists of places of care: Care Compare's hospitals, and files of clinics or pharmacies with or without points. */
import { isNpi } from '@careatlas/directory/npi'
import type { Facility } from '../facts/facts.ts'
import { refuseWithoutRows } from '../nothing-usable.ts'
import { readDelimitedFile } from '../read/delimited-file.ts'
import type { OnBytes } from '../read/open-file.ts'
import { isPlainText, unfitText } from '../read/plain-text.ts'
import type { Tally } from '../read/tally.ts'
import { facilityCodes, kindInFileName } from './facility-codes.ts'
import { type FacilityCells, facilityCells, facilityColumns } from './facility-columns.ts'
import { facilityPoint, isNearZip } from './facility-point.ts'
import { FacilitySurvey, yesOrNo } from './facility-survey.ts'
import { stated } from '../read/stated.ts'
import { streetAddress } from './street-address.ts'

/** Why a row is rejected: without a name that can be shown, or without a street that one can walk to. */
const facilityRejections = { name: 'no_name', unfit: unfitText, address: 'no_address' } as const

/** What is left out of a row that is used, as `tally.leftOut` counts it. */
const facilityLosses = {
  npi: 'bad_npi',
  farPoint: 'point_outside_zip',
  middle: 'point_of_a_town',
} as const

/**
 * One facility a row. The file is read twice, for some of its faults show only in the whole; `onBytes` is told of the
 * second time.
 *
 * @throws {InputRefused} when the file is not such a file or has no usable row; single rows are rejected in the tally.
 */
export async function* readFacilities(
  path: string,
  tally: Tally,
  onBytes?: OnBytes,
): AsyncGenerator<readonly Facility[]> {
  const survey = await FacilitySurvey.of(path)
  yield* readDelimitedFile(path, facilityColumns, tally, { onBytes }, ({ line, cells }) =>
    facilityOf(facilityCells(cells), line, survey, tally),
  )
  refuseWithoutRows(tally)
}

/** The facility, or the reason to reject the row. */
function facilityOf(
  row: FacilityCells,
  line: number,
  survey: FacilitySurvey,
  tally: Tally,
): Facility | string {
  const name = stated(row.name)
  if (name === null) return facilityRejections.name
  if (!isPlainText(name)) return facilityRejections.unfit
  const practice = streetAddress({ ...row, line1: row.street })
  if (practice === null) return facilityRejections.address
  const leaveOut = (reason: string): null => {
    tally.leaveOut(reason, line)
    return null
  }
  const kinds = [row.type, row.category, row.providerType, kindInFileName(tally.file)]
  const emergency = yesOrNo(row.emergency)
  return {
    kind: 'facility',
    npi: npiIn(row, leaveOut),
    name,
    taxonomyCodes: facilityCodes(kinds, name),
    practice,
    point: pointIn(row, practice.address.postal_code, survey, leaveOut),
    emergency: emergency === false && !survey.knowsEmergencies ? null : emergency,
    source: tally.source,
    asOf: tally.dayOf(null),
  }
}

type LeaveOut = (reason: string) => null

function npiIn(row: FacilityCells, leaveOut: LeaveOut): string | null {
  const npi = stated(row.npi)
  return npi === null || isNpi(npi) ? npi : leaveOut(facilityLosses.npi)
}

function pointIn(
  row: FacilityCells,
  zip: string | null,
  survey: FacilitySurvey,
  leaveOut: LeaveOut,
): Facility['point'] {
  const point = facilityPoint(row)
  if (point === null) return null
  if (!isNearZip(point, zip)) return leaveOut(facilityLosses.farPoint)
  return survey.isMiddleOfTown(point) ? leaveOut(facilityLosses.middle) : point
}
