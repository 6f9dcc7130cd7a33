/** Associates, candidates, interns, and limited or provisional licenses: credentials whose holders practice under supervision. */
import { readDataTable } from '../read/data-table.ts'
import type { Licensed } from './license-numbers.ts'

/** The prefixes of the codes of each field. A counselor without a specialization may be one for addiction. */
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
  return supervised.test(code)
}

/** Codes of all fields but medicine. */
const supervised = new RegExp(
  fieldNames.flatMap((field) => (field === 'medicine' ? [] : fields[field].source)).join('|'),
)

/** A level below a full license: practice under supervision, or a trainee without a finished degree. */
export type Supervision = 'supervised' | 'trainee'

/**
 * The level that `credentials`, or else the license numbers, give for the code; null if one of them gives a full license, or none
 * gives a level. Numbers are evidence only if the level of each number of the field is known.
 */
export function supervisionOf(
  code: string,
  credentials: readonly string[],
  registered: readonly Licensed[],
): Supervision | null {
  if (!mayBeSupervised(code)) return null
  const found = fieldNames
    .filter((field) => fields[field].test(code))
    .map((field) => supervisionIn(field, credentials, registered))
  return found.includes('supervised') ? 'supervised' : (found.find((one) => one !== null) ?? null)
}

/** Whether a credential or a license number gives a full license for the code. */
export function isFullyLicensed(
  code: string,
  credentials: readonly string[],
  registered: readonly Licensed[],
): boolean {
  return fieldNames
    .filter((field) => field !== 'medicine' && fields[field].test(code))
    .some((field) => levelsIn(field, credentials, registered).flat().includes('full'))
}

function supervisionIn(
  field: Field,
  credentials: readonly string[],
  registered: readonly Licensed[],
): Supervision | null {
  const [ofCredentials, ofNumbers] = levelsIn(field, credentials, registered)
  if (ofCredentials.includes('full') || ofNumbers.includes('full')) return null
  const all = ofCredentials.length > 0 ? ofCredentials : ofNumbers
  if (all.length === 0 || all.includes(undefined)) return null
  return all.every((level) => level === 'trainee') ? 'trainee' : 'supervised'
}

/** The levels of the credentials that have one, and of each license number; undefined for a number of unknown level. */
function levelsIn(
  field: Field,
  credentials: readonly string[],
  registered: readonly Licensed[],
): readonly [readonly Level[], readonly (Level | undefined)[]] {
  const licenses = registered
    .filter(({ code }) => fields[field].test(code))
    .flatMap((taxonomy) => taxonomy.licenses)
  const states = licenses.map(({ state }) => state)
  const ofCredentials = credentials
    .map((one) => levelOf(levels.credentials.get(one.toUpperCase()), field, states))
    .filter((level) => level !== undefined)
  const ofNumbers = licenses.flatMap(({ state, number }) =>
    number === null ? [] : [levelOfNumber(number.toUpperCase(), state, field)],
  )
  return [ofCredentials, ofNumbers]
}

/** Whether a physician has a license number, and each one is of a residency or a fellowship. */
export function isMedicalTrainee(code: string, registered: readonly Licensed[]): boolean {
  if (!fields.medicine.test(code)) return false
  const levelsOfAll = registered.flatMap(({ licenses }) =>
    licenses.flatMap(({ state, number }) =>
      number === null ? [] : [levelOfNumber(number.toUpperCase(), state, 'medicine')],
    ),
  )
  return levelsOfAll.length > 0 && levelsOfAll.every((level) => level === 'trainee')
}

type Level = Supervision | 'full'

interface Row {
  /** The states in which the text has this meaning; empty for all. */
  readonly states: readonly string[]
  readonly field: Field
  readonly level: Level
}

function levelOf(
  rows: readonly Row[] | undefined,
  field: Field,
  states: readonly (string | null)[],
): Level | undefined {
  return rows?.find(
    (row) =>
      row.field === field && (row.states.length === 0 || row.states.some((one) => states.includes(one))),
  )?.level
}

function levelOfNumber(number: string, state: string | null, field: Field): Level | undefined {
  const rows = state === null ? undefined : levels.numbers.get(state)
  return rows?.find((row) => row.field === field && row.begins.test(number))?.level
}

/** Credentials as displayed, and license numbers by state. */
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
