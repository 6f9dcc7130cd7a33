/** Whether a row bears out that somebody may practice a profession under supervision alone. */
import type { NpiEvidence } from './evidence.ts'
import { supervisedCredentials } from './tables.ts'

/** By a credential of the card, or a license number, in a state where it says so. */
export function isUnderSupervision(code: string, rows: NpiEvidence, credentials: readonly string[]): boolean {
  const known = supervisedCredentials.filter(({ codes }) => codes.some((start) => code.startsWith(start)))
  if (known.length === 0) return false
  const letters = new Set(credentials.map(lettersOf))
  const registered = rows.taxonomies()
  return known.some(({ text, number, states }) =>
    number === null
      ? letters.has(text) &&
        (states.length === 0 || registered.some((one) => states.includes(one.licenseState ?? '')))
      : registered.some(
          ({ license, licenseState }) =>
            license !== null && states.includes(licenseState ?? '') && number.test(lettersOf(license)),
        ),
  )
}

/** The one credential of the card is such, and no license number with letters of its own is beside it. */
export function isSupervisedAlone(code: string, rows: NpiEvidence, credentials: readonly string[]): boolean {
  return (
    credentials.length === 1 &&
    rows.taxonomies().every(({ license }) => license === null || /^\d+$/.test(license)) &&
    isUnderSupervision(code, rows, credentials)
  )
}

function lettersOf(text: string): string {
  return text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')
}
