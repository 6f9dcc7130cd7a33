/** Recognizes trainees: by their primary code, their license numbers, the letters of a student or a remark beside the credentials. */
import type { NpiEvidence } from './evidence.ts'
import { hasLicense, isRemarkDecisive, remarksOf } from './remarks.ts'
import { isResidentByLicenses } from './supervision.ts'

/** NUCC: student in an organized health care education or training program. */
export const trainee = '390200000X'

const physician = /^(?:MD|DO|MBBS|MBBCh|MBChB|MBBCH|BMBS|BM BCh|MB BCh|MB BCh BAO|MB BChir)$/i
const dentist = /^(?:DDS|DMD)$/

export function isPhysician(credential: string): boolean {
  return physician.test(credential)
}

/** Whether the holder is in training by any of these signs, or by the trainee code without a license and a credential. */
export function isTraining(rows: NpiEvidence): boolean {
  const code = primaryCode(rows)
  return (
    code === trainee ||
    isResidentByLicenses(code ?? '', rows) ||
    isTraineeWithoutLicense(rows) ||
    isStudentByLetters(rows) ||
    (isRemarkDecisive(rows) && graduateBy(rows) !== null)
  )
}

function primaryCode(rows: NpiEvidence): string | undefined {
  const codes = rows.taxonomies()
  return (codes.find(({ primary }) => primary) ?? codes[0])?.code
}

/** Whether the holder has the trainee code, possibly among others, but neither a credential nor a license. */
export function isTraineeWithoutLicense(rows: NpiEvidence): boolean {
  return (
    rows.taxonomies().some(({ code }) => code === trainee) &&
    hasNoLicense(rows) &&
    !/[A-Z]/i.test(rows.current?.get('provider credential text') ?? '')
  )
}

/** The profession of a resident, fellow or candidate without a license. */
function graduateBy(rows: NpiEvidence): 'physician' | 'dentist' | null {
  const remarks = remarksOf(rows)
  if (remarks.size === 0 || remarks.has('former') || remarks.has('student') || hasLicense(rows)) return null
  const code = primaryCode(rows) ?? ''
  return code.startsWith('20') ? 'physician' : code.startsWith('1223') ? 'dentist' : null
}

/** Whether a text may call the clinician a student. */
export function mayBeStudent(rows: NpiEvidence): boolean {
  return isStudentByLetters(rows) || (remarksOf(rows).has('student') && !hasLicense(rows))
}

/** A student of a profession, such as `PA-S` or `PA STUDENT`, without a license. */
export function isStudentByLetters(rows: NpiEvidence): boolean {
  const cell = rows.current?.get('provider credential text') ?? ''
  if (isRemarkDecisive(rows) && remarksOf(rows).has('student') && !hasLicense(rows)) return true
  return /\b(?:(?:PA|[A-Z]?NP|OTA?|PTA?|DPT|AT|RN|SLP)-S|SRNA|RRNA)\b/i.test(cell) && hasNoLicense(rows)
}

function hasNoLicense(rows: NpiEvidence): boolean {
  return rows.taxonomies().every(({ license }) => license === null || !/[1-9]/.test(license))
}

/** `physician` or `dentist` by the credentials on the card; null for other professions and for clinicians not in training. */
export function traineeAs(rows: NpiEvidence, credentials: readonly string[]): 'physician' | 'dentist' | null {
  const code = primaryCode(rows)
  const isResident = isResidentByLicenses(code ?? '', rows)
  const graduate = isRemarkDecisive(rows) ? graduateBy(rows) : null
  if (graduate !== null) return graduate
  if (code !== trainee && !isResident) return null
  if (credentials.some(isPhysician) || (isResident && credentials.length === 0)) return 'physician'
  return credentials.some((one) => dentist.test(one)) ? 'dentist' : null
}
