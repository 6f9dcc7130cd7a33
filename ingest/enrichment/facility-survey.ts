/** A first reading of a list of facilities: what its rows, taken together, tell of how it was made. */
import type { Point } from '@careatlas/directory/distance'
import { InputRefused } from '../input-refused.ts'
import { readDelimitedFile } from '../read/delimited-file.ts'
import { Tally } from '../read/tally.ts'
import { type FacilityCells, facilityCells, facilityColumns } from './facility-columns.ts'
import { facilityPoint } from './facility-point.ts'

/** All hospitals, clinics and pharmacies of the country are fewer; the points of all are kept in memory. */
const facilitiesMax = 1_000_000

/** Null for a cell that says neither. */
export function yesOrNo(cell: string): boolean | null {
  const text = cell.trim().toLowerCase()
  if (text === 'yes' || text === 'y' || text === 'true') return true
  return text === 'no' || text === 'n' || text === 'false' ? false : null
}

export class FacilitySurvey {
  readonly #firstAt = new Map<string, { readonly zip: string; readonly house: string }>()
  readonly #middles = new Set<string>()
  #emergencies = false

  /** @throws {InputRefused} when the file is not such a file or has more than 1,000,000 rows. */
  static async of(path: string): Promise<FacilitySurvey> {
    const survey = new FacilitySurvey()
    const tally = new Tally('', path)
    for await (const rows of readDelimitedFile(path, facilityColumns, tally, {}, ({ cells }) => ({
      cells,
    }))) {
      if (tally.rows > facilitiesMax) throw tooMany(tally)
      for (const { cells } of rows) survey.#add(facilityCells(cells))
    }
    return survey
  }

  /**
   * A geocoder that does not find the house answers with the middle of the town. Places of different house numbers and
   * different ZIP codes cannot be at one point: in six real lists 762 of 18,336 are said to be, and lie within their ZIP.
   */
  isMiddleOfTown(point: Point): boolean {
    return this.#middles.has(keyOf(point))
  }

  /** A list that says of every row that it has no emergency services never asked: two real lists do, with hospitals in them. */
  get knowsEmergencies(): boolean {
    return this.#emergencies
  }

  #add(row: FacilityCells): void {
    this.#emergencies ||= yesOrNo(row.emergency) === true
    const point = facilityPoint(row)
    if (point === null) return
    const zip = row.zip.slice(0, 5)
    const house = /\d+/.exec(row.street)?.[0] ?? row.street
    const first = this.#firstAt.get(keyOf(point))
    if (first === undefined) this.#firstAt.set(keyOf(point), { zip, house })
    else if (first.zip !== zip && first.house !== house) this.#middles.add(keyOf(point))
  }
}

function keyOf({ lat, lng }: Point): string {
  return `${lat},${lng}`
}

function tooMany({ file }: Tally): InputRefused {
  return new InputRefused(
    `${file} has more than ${facilitiesMax} rows; give a list of places of care, or split it.`,
  )
}
