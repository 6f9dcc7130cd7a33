/**
 * Recognizes trainees: by their primary code, their license numbers, the letters of a student or a remark beside the credentials.
 */
import type { NpiEvidence } from './evidence.ts'
import { hasLicense, isRemarkDecisive, listRemarks } from './remarks.ts'
import { isResidentByLicenses } from './supervision.ts'

/** NUCC: student in an organized health care education or training program. */
export const traineeCode = '390200000X'

const physicianPattern = /^(?:MD|DO|MBBS|MBBCh|MBChB|MBBCH|BMBS|BM BCh|MB BCh|MB BCh BAO|MB BChir)$/i
const dentistPattern = /^(?:DDS|DMD)$/

export function isPhysician(credential: string): boolean {
  return physicianPattern.test(credential)
}

/** Whether the holder is in training by the code, the licenses, the credential cell or a remark. */
export function isTraining(rows: NpiEvidence): boolean {
  const code = findPrimaryCode(rows)
  return (
    code === traineeCode ||
    isResidentByLicenses(code ?? '', rows) ||
    isTraineeWithoutLicense(rows) ||
    isStudentByLetters(rows) ||
    (isRemarkDecisive(rows) && findGraduateProfession(rows) !== null)
  )
}

function findPrimaryCode(rows: NpiEvidence): string | undefined {
  const codes = rows.taxonomies()
  return (codes.find(({ primary }) => primary) ?? codes[0])?.code
}

/** Whether the holder has the trainee code, possibly among others, but neither a credential nor a license. */
export function isTraineeWithoutLicense(rows: NpiEvidence): boolean {
  return (
    rows.taxonomies().some(({ code }) => code === traineeCode) &&
    hasNoLicense(rows) &&
    !/[A-Z]/i.test(rows.current?.get('provider credential text') ?? '')
  )
}

/** The profession of a resident, fellow or candidate without a license. */
function findGraduateProfession(rows: NpiEvidence): 'physician' | 'dentist' | null {
  const remarks = listRemarks(rows)
  if (remarks.size === 0 || remarks.has('former') || remarks.has('student') || hasLicense(rows)) return null
  const code = findPrimaryCode(rows) ?? ''
  return code.startsWith('20') ? 'physician' : code.startsWith('1223') ? 'dentist' : null
}

/** Whether a text may call the clinician a student. */
export function mayBeStudent(rows: NpiEvidence): boolean {
  return isStudentByLetters(rows) || (listRemarks(rows).has('student') && !hasLicense(rows))
}

/** Whether the credential cell is that of a student without a license: `PA-S`, `PA STUDENT`. */
export function isStudentByLetters(rows: NpiEvidence): boolean {
  const cell = rows.current?.get('provider credential text') ?? ''
  if (isRemarkDecisive(rows) && listRemarks(rows).has('student') && !hasLicense(rows)) return true
  return /\b(?:(?:PA|[A-Z]?NP|OTA?|PTA?|DPT|AT|RN|SLP)-S|SRNA|RRNA)\b/i.test(cell) && hasNoLicense(rows)
}

function hasNoLicense(rows: NpiEvidence): boolean {
  return rows.taxonomies().every(({ license }) => license === null || !/[1-9]/.test(license))
}

/** `physician` or `dentist` by the credentials on the card; null for other professions and for clinicians not in training. */
export function findTraineeProfession(
  rows: NpiEvidence,
  credentials: readonly string[],
): 'physician' | 'dentist' | null {
  const code = findPrimaryCode(rows)
  const isResident = isResidentByLicenses(code ?? '', rows)
  const graduate = isRemarkDecisive(rows) ? findGraduateProfession(rows) : null
  if (graduate !== null) return graduate
  if (code !== traineeCode && !isResident) return null
  if (credentials.some(isPhysician) || (isResident && credentials.length === 0)) return 'physician'
  return credentials.some((credential) => dentistPattern.test(credential)) ? 'dentist' : null
}
