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

/** Of the licenses, and of the credential cell in the states of the licenses: `CO 61403662`. */
function numbersOf(rows: LevelRows): readonly Pick<TaxonomyCells, 'license' | 'licenseState'>[] {
  const licenses = licensesOf(rows)
  const parts = (rows.current?.get('provider credential text') ?? '').split(/[,;]/)
  const written = parts.filter((part) => /[A-Z].*\d{4}/i.test(part)).map(lettersOf)
  return [
    ...licenses,
    ...licenses.flatMap(({ licenseState }) => written.map((license) => ({ license, licenseState }))),
  ]
}

/** By a credential of the card, or a license number, in a state where it says so. */
export function isUnderSupervision(code: string, rows: LevelRows, credentials: readonly string[]): boolean {
  return aboutCode(code).some(
    (one) => isHeldThere(one, rows, credentials) || numbersOf(rows).some((cells) => isNumberOf(one, cells)),
  )
}

/** The same for training. */
export function isTraineeOf(code: string, rows: LevelRows, credentials: readonly string[]): boolean {
  return aboutCode(code).some(
    (one) =>
      one.training &&
      (isHeldThere(one, rows, credentials) || numbersOf(rows).some((cells) => isNumberOf(one, cells))),
  )
}

/** Every license number that the rows have is of a physician's training, and they have one. */
export function isResidentByNumbers(code: string, rows: LevelRows): boolean {
  const numbered = licensesOf(rows).filter(({ license }) => license !== null && /[1-9]/.test(license))
  return (
    code.startsWith('20') &&
    numbered.length > 0 &&
    numbered.every((cells) => aboutCode('20').some((one) => one.training && isNumberOf(one, cells)))
  )
}

/** The one credential of the card is such, and no license number with letters of its own is beside it. */
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

/** The form is of the number as it is, or of its letters and digits alone. */
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
