/** Decides from the rows of an NPI whether the holder practices below a full license: under supervision or in training. */
import type { NpiEvidence, TaxonomyCells } from './evidence.ts'
import { type SupervisedCredential, supervisedCredentials } from './tables.ts'

type LicenseRows = Pick<NpiEvidence, 'taxonomies'> & Partial<Pick<NpiEvidence, 'current'>>

/** The licenses of the row; if none has a state, all get the state of the practice address. */
function listLicenses(rows: LicenseRows): readonly Pick<TaxonomyCells, 'license' | 'licenseState'>[] {
  const licenses = rows.taxonomies()
  if (licenses.some(({ licenseState }) => licenseState !== null)) return licenses
  const state = rows.current?.get('provider business practice location address state name') ?? ''
  return licenses.map(({ license }) => ({ license, licenseState: state.trim().toUpperCase() || null }))
}

/** The licenses, and the license numbers in the credential cell with the states of the licenses. */
function listAllLicenses(rows: LicenseRows): readonly Pick<TaxonomyCells, 'license' | 'licenseState'>[] {
  const licenses = listLicenses(rows)
  const parts = (rows.current?.get('provider credential text') ?? '').split(/[,;]/)
  const writtenNumbers = parts.filter((part) => /[A-Z].*\d{4}/i.test(part)).map(stripPunctuation)
  return [
    ...licenses,
    ...licenses.flatMap(({ licenseState }) => writtenNumbers.map((license) => ({ license, licenseState }))),
  ]
}

/** Whether a credential on the card, or a license number, means supervised practice (in all states or in one of the licenses). */
export function isUnderSupervision(code: string, rows: LicenseRows, credentials: readonly string[]): boolean {
  return findSupportedLevels(code, rows, credentials).length > 0
}

/** Whether a credential on the card, or a license number, means training (in all states or in one of the licenses). */
export function isInTraining(code: string, rows: LicenseRows, credentials: readonly string[]): boolean {
  return findSupportedLevels(code, rows, credentials).some(({ isTraining }) => isTraining)
}

function findSupportedLevels(
  code: string,
  rows: LicenseRows,
  credentials: readonly string[],
): readonly SupervisedCredential[] {
  const levels = findLevels(code)
  if (levels.length === 0) return levels
  const licenses = listAllLicenses(rows)
  return levels.filter(
    (level) =>
      hasCredential(level, rows, credentials) || licenses.some((license) => matchesNumber(level, license)),
  )
}

/** Whether a physician has the trainee code and a license number, and every license number is one of training. */
export function isResidentByLicenses(code: string, rows: LicenseRows): boolean {
  const numbered = listLicenses(rows).filter(({ license }) => license !== null && /[1-9]/.test(license))
  return (
    code.startsWith('20') &&
    rows.taxonomies().some((taxonomy) => taxonomy.code === '390200000X') &&
    numbered.length > 0 &&
    numbered.every((license) =>
      findLevels('20').some((level) => level.isTraining && matchesNumber(level, license)),
    )
  )
}

/** Whether the only credential on the card means supervised practice, and no license number has letters. */
export function isOnlySupervised(code: string, rows: LicenseRows, credentials: readonly string[]): boolean {
  return (
    credentials.length === 1 &&
    rows.taxonomies().every(({ license }) => license === null || /^\d+$/.test(license)) &&
    findLevels(code).some((level) => hasCredential(level, rows, credentials))
  )
}

function findLevels(code: string): readonly SupervisedCredential[] {
  return supervisedCredentials.filter(({ codes }) => codes.some((prefix) => code.startsWith(prefix)))
}

function hasCredential(
  { text, number, states }: SupervisedCredential,
  rows: LicenseRows,
  credentials: readonly string[],
): boolean {
  if (number !== null || !credentials.some((credential) => stripPunctuation(credential) === text))
    return false
  return (
    states.length === 0 || listLicenses(rows).some(({ licenseState }) => states.includes(licenseState ?? ''))
  )
}

/** Compares the pattern with the license number as written, and with only its letters and digits. */
function matchesNumber(
  { number, states }: SupervisedCredential,
  { license, licenseState }: Pick<TaxonomyCells, 'license' | 'licenseState'>,
): boolean {
  if (number === null || license === null || !states.includes(licenseState ?? '')) return false
  return number.test(stripPunctuation(license)) || number.test(license.toUpperCase())
}

function stripPunctuation(text: string): string {
  return text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')
}
