/** Whether a row supports a level of practice below a full license. */
import type { NpiEvidence, TaxonomyCells } from './evidence.ts'
import { type SupervisedCredential, supervisedCredentials } from './tables.ts'

type LevelRows = Pick<NpiEvidence, 'taxonomies'> & Partial<Pick<NpiEvidence, 'current'>>

/** The licenses; if none has a state, those of the state of the practice address. */
function licensesOf(rows: LevelRows): readonly Pick<TaxonomyCells, 'license' | 'licenseState'>[] {
  const licenses = rows.taxonomies()
  if (licenses.some(({ licenseState }) => licenseState !== null)) return licenses
  const state = rows.current?.get('provider business practice location address state name') ?? ''
  return licenses.map(({ license }) => ({ license, licenseState: state.trim().toUpperCase() || null }))
}

/** The numbers of the licenses, and those in the credential cell with the states of the licenses: `CO 61403662`. */
function numbersOf(rows: LevelRows): readonly Pick<TaxonomyCells, 'license' | 'licenseState'>[] {
  const licenses = licensesOf(rows)
  const parts = (rows.current?.get('provider credential text') ?? '').split(/[,;]/)
  const written = parts.filter((part) => /[A-Z].*\d{4}/i.test(part)).map(lettersOf)
  return [
    ...licenses,
    ...licenses.flatMap(({ licenseState }) => written.map((license) => ({ license, licenseState }))),
  ]
}

/** Whether a credential on the card, or a license number, means supervised practice, everywhere or in a state of the licenses. */
export function isUnderSupervision(code: string, rows: LevelRows, credentials: readonly string[]): boolean {
  return levelsOf(code, rows, credentials).length > 0
}

/** Whether a credential on the card, or a license number, means training, everywhere or in a state of the licenses. */
export function isTraineeOf(code: string, rows: LevelRows, credentials: readonly string[]): boolean {
  return levelsOf(code, rows, credentials).some(({ training }) => training)
}

function levelsOf(
  code: string,
  rows: LevelRows,
  credentials: readonly string[],
): readonly SupervisedCredential[] {
  const about = aboutCode(code)
  if (about.length === 0) return about
  const numbers = numbersOf(rows)
  return about.filter(
    (one) => isHeldThere(one, rows, credentials) || numbers.some((cells) => isNumberOf(one, cells)),
  )
}

/** Whether the rows have the code of trainees and a license number, and each number is of a physician's training. */
export function isResidentByNumbers(code: string, rows: LevelRows): boolean {
  const numbered = licensesOf(rows).filter(({ license }) => license !== null && /[1-9]/.test(license))
  return (
    code.startsWith('20') &&
    rows.taxonomies().some((one) => one.code === '390200000X') &&
    numbered.length > 0 &&
    numbered.every((cells) => aboutCode('20').some((one) => one.training && isNumberOf(one, cells)))
  )
}

/** Whether the only credential on the card means supervised practice, and no license number has letters. */
export function isSupervisedAlone(code: string, rows: LevelRows, credentials: readonly string[]): boolean {
  return (
    credentials.length === 1 &&
    rows.taxonomies().every(({ license }) => license === null || /^\d+$/.test(license)) &&
    aboutCode(code).some((one) => isHeldThere(one, rows, credentials))
  )
}

function aboutCode(code: string): readonly SupervisedCredential[] {
  return supervisedCredentials.filter(({ codes }) => codes.some((start) => code.startsWith(start)))
}

function isHeldThere(
  { text, number, states }: SupervisedCredential,
  rows: LevelRows,
  credentials: readonly string[],
): boolean {
  if (number !== null || !credentials.some((one) => lettersOf(one) === text)) return false
  return (
    states.length === 0 || licensesOf(rows).some(({ licenseState }) => states.includes(licenseState ?? ''))
  )
}

/** Compares the form with the number as written, and with only its letters and digits. */
function isNumberOf(
  { number, states }: SupervisedCredential,
  { license, licenseState }: Pick<TaxonomyCells, 'license' | 'licenseState'>,
): boolean {
  if (number === null || license === null || !states.includes(licenseState ?? '')) return false
  return number.test(lettersOf(license)) || number.test(license.toUpperCase())
}

function lettersOf(text: string): string {
  return text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')
}
