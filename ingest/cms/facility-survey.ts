/** A first reading of a list of facilities: what its rows, taken together, tell of how it was made. */
import { InputError } from '../input-error.ts'
import { readDelimitedFile } from '../read/delimited-file.ts'
import { FileReport } from '../read/file-report.ts'
import { toFacilityCells, facilityColumns } from './facility-columns.ts'

/** All hospitals, clinics and pharmacies of the country are fewer; the places of all are weighed in memory. */
const facilitiesMax = 1_000_000

/** Null for a cell that says neither. */
export function parseYesNo(cell: string): boolean | null {
  const text = cell.trim().toLowerCase()
  if (text === 'yes' || text === 'y' || text === 'true') return true
  return text === 'no' || text === 'n' || text === 'false' ? false : null
}

export class FacilitySurvey {
  #emergencies = false

  /** @throws {InputError} when the file is not such a file or has more than 1,000,000 rows. */
  static async read(path: string): Promise<FacilitySurvey> {
    const survey = new FacilitySurvey()
    const report = new FileReport('', path)
    for await (const rows of readDelimitedFile(path, facilityColumns, report, {}, ({ cells }) => ({
      cells,
    }))) {
      if (report.rows > facilitiesMax) throw tooManyRowsError(report)
      for (const { cells } of rows)
        survey.#emergencies ||= parseYesNo(toFacilityCells(cells).emergency) === true
    }
    return survey
  }

  /** A list that says of every row that it has no emergency services never asked: two real lists do, with hospitals in them. */
  get knowsEmergencies(): boolean {
    return this.#emergencies
  }
}

function tooManyRowsError({ file }: FileReport): InputError {
  return new InputError(
    `${file} has more than ${facilitiesMax} rows; give a list of places of care, or split it.`,
  )
}
