/** Finds credentials and licenses with which a holder practices only under supervision: associates, interns, limited licenses. */
import { readDataTable } from '../read/data-table.ts'
import type { Licensed } from './license-numbers.ts'

/** The code prefixes of each field. The code of a counselor without a specialization belongs to two fields. */
const fields = {
  addiction: /^101Y[0A]/,
  behavior: /^103K/,
  counseling: /^(?:101Y[0MP]|103T|1041|106H)/,
  medicine: /^(?:20|3902)/,
  speech: /^235Z/,
} as const

type Field = keyof typeof fields

const fieldNames = Object.keys(fields) as readonly Field[]

/** Whether the code is of a profession that is also practiced under supervision. */
export function mayBeSupervised(code: string): boolean {
  return supervisedCodes.test(code)
}

/** Codes of all fields but medicine. */
const supervisedCodes = new RegExp(
  fieldNames.flatMap((field) => (field === 'medicine' ? [] : fields[field].source)).join('|'),
)

/** A level below a full license: practice under supervision, or a trainee without a finished degree. */
export type Supervision = 'supervised' | 'trainee'

/**
 * The level that `credentials`, or else the license numbers, show for the code; null if one of them shows a full license, or none
 * shows a level. License numbers count only if the level of each number in the field is known.
 */
export function supervisionOf(
  code: string,
  credentials: readonly string[],
  registered: readonly Licensed[],
): Supervision | null {
  if (!mayBeSupervised(code)) return null
  const found = fieldNames
    .filter((field) => fields[field].test(code))
    .map((field) => supervisionInField(field, credentials, registered))
  return found.includes('supervised')
    ? 'supervised'
    : (found.find((supervision) => supervision !== null) ?? null)
}

/** Whether a credential or a license number shows a full license for the code. */
export function isFullyLicensed(
  code: string,
  credentials: readonly string[],
  registered: readonly Licensed[],
): boolean {
  return fieldNames
    .filter((field) => field !== 'medicine' && fields[field].test(code))
    .some((field) => levelsInField(field, credentials, registered).flat().includes('full'))
}

function supervisionInField(
  field: Field,
  credentials: readonly string[],
  registered: readonly Licensed[],
): Supervision | null {
  const [ofCredentials, ofNumbers] = levelsInField(field, credentials, registered)
  if (ofCredentials.includes('full') || ofNumbers.includes('full')) return null
  const decisiveLevels = ofCredentials.length > 0 ? ofCredentials : ofNumbers
  if (decisiveLevels.length === 0 || decisiveLevels.includes(undefined)) return null
  return decisiveLevels.every((level) => level === 'trainee') ? 'trainee' : 'supervised'
}

/** The levels of the credentials that have one, and of each license number; undefined for a number of unknown level. */
function levelsInField(
  field: Field,
  credentials: readonly string[],
  registered: readonly Licensed[],
): readonly [readonly Level[], readonly (Level | undefined)[]] {
  const licenses = registered
    .filter(({ code }) => fields[field].test(code))
    .flatMap((taxonomy) => taxonomy.licenses)
  const states = licenses.map(({ state }) => state)
  const ofCredentials = credentials
    .map((credential) => levelOf(levels.credentials.get(credential.toUpperCase()), field, states))
    .filter((level) => level !== undefined)
  const ofNumbers = licenses.flatMap(({ state, number }) =>
    number === null ? [] : [levelOfNumber(number.toUpperCase(), state, field)],
  )
  return [ofCredentials, ofNumbers]
}

/** Whether a physician has license numbers, and all of them belong to a residency or a fellowship. */
export function isMedicalTrainee(code: string, registered: readonly Licensed[]): boolean {
  if (!fields.medicine.test(code)) return false
  const numberLevels = registered.flatMap(({ licenses }) =>
    licenses.flatMap(({ state, number }) =>
      number === null ? [] : [levelOfNumber(number.toUpperCase(), state, 'medicine')],
    ),
  )
  return numberLevels.length > 0 && numberLevels.every((level) => level === 'trainee')
}

type Level = Supervision | 'full'

interface LevelRow {
  /** The states in which the text has this meaning; empty for all. */
  readonly states: readonly string[]
  readonly field: Field
  readonly level: Level
}

function levelOf(
  rows: readonly LevelRow[] | undefined,
  field: Field,
  states: readonly (string | null)[],
): Level | undefined {
  return rows?.find(
    (row) =>
      row.field === field && (row.states.length === 0 || row.states.some((state) => states.includes(state))),
  )?.level
}

function levelOfNumber(number: string, state: string | null, field: Field): Level | undefined {
  const rows = state === null ? undefined : levels.numbers.get(state)
  return rows?.find((row) => row.field === field && row.begins.test(number))?.level
}

/** The table by credential as displayed, and by the state of a license number. */
const levels = readLevels()

/**
 * Each line has a kind (`credential` or `number`), a credential as displayed or a regular expression for license numbers, states,
 * a field, a level, and the title that the state's board gives.
 */
function readLevels() {
  const rows = readDataTable(import.meta.dirname, 'license-levels.tsv').map(
    ([kind, text = '', inStates = '', field = '', level = '']) => {
      if (!(field in fields) || !/^(?:supervised|trainee|full)$/.test(level))
        throw new Error(`license-levels.tsv: ${text} ${field} ${level}`)
      const states = inStates.split(' ').filter(Boolean)
      return { kind, text, states, field: field as Field, level: level as Level }
    },
  )
  const numbers = rows
    .filter(({ kind }) => kind === 'number')
    .flatMap((row) => row.states.map((state) => ({ ...row, state, begins: new RegExp(row.text) })))
  return {
    credentials: Map.groupBy(
      rows.filter(({ kind }) => kind === 'credential'),
      ({ text }) => text,
    ),
    numbers: Map.groupBy(numbers, ({ state }) => state),
  }
}
