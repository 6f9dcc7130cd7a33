/** Finds the name of a hospital or a university among the words before or after a street. */
import { unitDesignatorOf } from '@careatlas/directory/street-words'
import { joinText, type Word, joinWords } from './line-words.ts'
import { endsStreet } from './unit-start.ts'

/** Whether the words name only an administrative office of an institution. */
export function namesOffice(words: readonly Word[]): boolean {
  return words.some(({ text }) => /^(?:BILLING|CREDENTIAL(?:S|ING)|PAYROLL|COLLECTIONS)$/.test(text))
}

/** The first part between commas, units and numbers that names an institution, without its department; null if none does. */
export function findInstitution(words: readonly Word[], isBeforeStreet: boolean): string | null {
  let from = 0
  for (let index = 1; index <= words.length; index++) {
    const next = words[index]
    const isDepartment = next !== undefined && departments.has(next.text) && !endsStreet(words, index)
    if (next !== undefined && !isDepartment && !endsStreet(words, index) && !/\d/.test(next.text)) continue
    const part = words.slice(from, index)
    if (isInstitution(part, isDepartment) || ((isBeforeStreet || from === 0) && isClinic(part)))
      return joinWords(part)
    from = next !== undefined && /\d/.test(next.text) ? index + 1 : index
  }
  return null
}

/** A part before a department must end like an institution: not `HOSPITAL FOR SPECIAL` before `SURGERY`. */
function isInstitution(part: readonly Word[], beforeDepartment: boolean): boolean {
  const name = joinText(part)
  if (part.length < 2 || !institution.test(name) || genericName.test(name) || !part.every(mayBeInName))
    return false
  return beforeDepartment ? institutionEnd.test(name) : !/ (?:OF|FOR|AT|AND|THE|&)$/.test(name)
}

/** A clinic after a unit may be a department: `FL 1 ORTHOPEDIC CLINIC`. */
function isClinic(part: readonly Word[]): boolean {
  return part.length > 1 && part.at(-1)!.text === 'CLINIC' && part.every(mayBeInName)
}

function mayBeInName({ text }: Word): boolean {
  return !/\d/.test(text) && !departments.has(text) && !unitDesignatorOf.has(text) && !streetEnds.has(text)
}

/** Words that end a street; here the street has no number. */
const streetEnds: ReadonlySet<string> = new Set(
  'STREET AVE AVENUE BLVD BOULEVARD DRIVE RD ROAD PLAZA PLZ'.split(' '),
)
/** Names that are too general to identify an institution. */
const genericName = /^(?:THE |MAIN )?(?:CANCER|MEDICAL|MED|HEALTH|TRAUMA)? ?(?:HOSPITAL|CENTER|CENTRE|CTR)$/
const institutionEnd = /\b(?:HOSPITAL|HOSP|VAMC|UNIVERSITY|COLLEGE|CENTER|CENTRE|CTR)$/
const institution =
  /\b(?:HOSPITAL|HOSPITALS|HOSP|VAMC|INFIRMARY|SANATORIUM|UNIVERSITY|COLLEGE|(?:MEDICAL|MED|HEALTH|CANCER|TRAUMA) (?:CENTER|CENTRE|CTR))\b/

/** Departments within an institution. */
export const departments: ReadonlySet<string> = new Set(
  (
    'DEPT DEPARTMENT DEPARTMENTS DIVISION DIV PROGRAM PROGRAMS RESIDENCY FELLOWSHIP BILLING OFFICE OFFICES ATTN ATTENTION C/O ' +
    'PHARMACY SERVICE SERVICES LABORATORY LAB EDUCATION PHYSICIAN PHYSICIANS STAFF CREDENTIALING UNIT OUTPATIENT INPATIENT ' +
    'EMERGENCY PEDIATRICS PEDIATRIC RADIOLOGY PATHOLOGY ANESTHESIA ANESTHESIOLOGY SURGERY ONCOLOGY CARDIOLOGY NEUROLOGY ' +
    'PSYCHIATRY TRAUMA GERIATRICS ALLERGY DENTAL EYE SURGICAL REHABILITATION ORTHOPEDIC ORTHOPEDICS PULMONARY'
  ).split(' '),
)

/** Words of institutions, companies and departments, which do not follow the suffix of a street. */
export const nonStreetWords: ReadonlySet<string> = new Set([
  ...departments,
  ...(
    'HOSPITAL HOSPITALS HOSP CLINIC CLINICS UNIVERSITY COLLEGE SCHOOL MEDICAL HEALTH HEALTHCARE CARE MEDICINE INC LLC PLLC PC CORP ' +
    'ASSOCIATES GROUP COMPANY FOR AND THE AT OF HALL BUILDING BLDG PAVILION TOWER INSTITUTE CONSULTANTS THERAPY COUNSELING'
  ).split(' '),
])
