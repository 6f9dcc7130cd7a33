/** The first read of a facility list, which determines whether the list has values for emergency services. */
import { InputError } from '../input-error.ts'
import { readDelimitedFile } from '../read/delimited-file.ts'
import { FileReport } from '../read/file-report.ts'
import { toFacilityCells, facilityColumns } from './facility-columns.ts'

/** The country has fewer hospitals, clinics and pharmacies; all places of lists are compared in memory. */
const facilitiesMax = 1_000_000

/** Null for any other text. */
export function parseYesNo(cell: string): boolean | null {
  const text = cell.trim().toLowerCase()
  if (text === 'yes' || text === 'y' || text === 'true') return true
  return text === 'no' || text === 'n' || text === 'false' ? false : null
}

export class FacilitySurvey {
  #emergencies = false

  /** @throws {InputError} when the file has other columns or more than 1,000,000 rows. */
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

  /** False for a list with "no" in every row, which has no real values: two real lists with hospitals are like this. */
  get knowsEmergencies(): boolean {
    return this.#emergencies
  }
}

function tooManyRowsError({ file }: FileReport): InputError {
  return new InputError(
    `${file} has more than ${facilitiesMax} rows; give a list of places of care, or split it.`,
  )
}
