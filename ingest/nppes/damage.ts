/** Detects the damage of spreadsheets and data frames that opened and saved a registry file. */
import { InputError } from '../input-error.ts'
import type { FileReport } from '../read/file-report.ts'
import { columnIndex } from './main-columns.ts'
import { registryRejections } from './dissemination.ts'

/** With a larger share of damaged rows, the other rows are not reliable either: they may have lost zeros, too. */
const damagedShareMax = 0.01

/** The number of rows after which a file can be rejected before its end. */
const rowsCheckedMin = 10_000

const damageMarks = {
  decimals: 'numbers turned into decimals (1.0)',
  exponents: 'numbers in exponent form (1.23E+09)',
  dates: 'dates rewritten (3/25/25)',
  zeros: 'ZIP codes that lost a leading zero',
} as const

type DamageMark = keyof typeof damageMarks

const numberColumns = (
  ['npi', 'entityType', 'practicePostalCode', 'mailingPostalCode', 'practicePhone', 'mailingPhone'] as const
).map((field) => columnIndex[field])

const dateColumns = (['enumeratedOn', 'updatedOn', 'deactivatedOn', 'reactivatedOn'] as const).map(
  (field) => columnIndex[field],
)

/** States and territories whose ZIP codes begin with a zero, and the armed forces in Europe. */
const zeroStates = new Set(['CT', 'MA', 'ME', 'NH', 'NJ', 'PR', 'RI', 'VI', 'VT', 'AE'])

/** The first sign of damage in the row; null if it has none. */
export function findDamage(cells: readonly string[]): DamageMark | null {
  for (const index of numberColumns) {
    const cell = cells[index] ?? ''
    if (cell.endsWith('.0') && /^\d+\.0$/.test(cell)) return 'decimals'
    if (cell.includes('+') && /^\d(\.\d+)?e\+\d+$/i.test(cell)) return 'exponents'
  }
  for (const index of dateColumns) {
    const cell = cells[index] ?? ''
    if (cell !== '' && isRewrittenDate(cell)) return 'dates'
  }
  const practice = hasLostZero(
    cells[columnIndex.practicePostalCode],
    cells[columnIndex.practiceState],
    cells[columnIndex.practiceCountry],
  )
  const mailing = hasLostZero(
    cells[columnIndex.mailingPostalCode],
    cells[columnIndex.mailingState],
    cells[columnIndex.mailingCountry],
  )
  return practice || mailing ? 'zeros' : null
}

function isRewrittenDate(cell: string): boolean {
  if (cell.length === 10 && cell[2] === '/' && cell[5] === '/') return false
  return /^\d{1,2}\/\d{1,2}\/(\d{2}|\d{4})$|^\d{4}-\d{2}-\d{2}/.test(cell)
}

function hasLostZero(postalCode = '', state = '', country = ''): boolean {
  if (postalCode.length === 9 || postalCode.length === 5) return false
  return (
    zeroStates.has(state) && (country === '' || country === 'US') && /^\d{3,4}$|^\d{7,8}$/.test(postalCode)
  )
}

/** Counts the damaged rows of one file, which are rejected as `mangled`, and rejects the file if there are too many. */
export class DamageCounter {
  readonly #report: FileReport
  readonly #marks = new Set<DamageMark>()

  constructor(report: FileReport) {
    this.#report = report
  }

  /** @throws {InputError} when many rows were read and more than 1% are damaged. */
  add(mark: DamageMark): void {
    this.#marks.add(mark)
    if (this.#report.rows >= rowsCheckedMin) this.rejectDamagedFile()
  }

  /** @throws {InputError} when more than 1% of the rows so far are damaged. */
  rejectDamagedFile(): void {
    const { rows, first_lines } = this.#report.rejectionsFor(registryRejections.mangled)
    if (rows <= this.#report.rows * damagedShareMax) return
    const marks = [...this.#marks].map((mark) => damageMarks[mark]).join(', ')
    throw new InputError(
      `${this.#report.file} was damaged by a spreadsheet or a data frame: ${rows} of ${this.#report.rows} rows show ` +
        `${marks}, first on lines ${first_lines.join(', ')}; use the file as downloaded.`,
    )
  }
}
