/** Finds the name of a hospital or a university among the words before or after a street. */
import { unitDesignatorOf } from '@careatlas/directory/street-words'
import { textOf, type Word, written } from './line-words.ts'
import { endsLine } from './unit-start.ts'

/** Whether the words name only an administrative office of an institution. */
export function namesPaperwork(words: readonly Word[]): boolean {
  return words.some(({ text }) => /^(?:BILLING|CREDENTIAL(?:S|ING)|PAYROLL|COLLECTIONS)$/.test(text))
}

/** The first part between commas, units and numbers that names an institution, without its department. */
export function institutionIn(words: readonly Word[], leads: boolean): string | null {
  let from = 0
  for (let at = 1; at <= words.length; at++) {
    const next = words[at]
    const isDepartment = next !== undefined && departments.has(next.text) && !endsLine(words, at)
    if (next !== undefined && !isDepartment && !endsLine(words, at) && !/\d/.test(next.text)) continue
    const part = words.slice(from, at)
    if (isInstitution(part, isDepartment) || ((leads || from === 0) && isClinic(part))) return written(part)
    from = next !== undefined && /\d/.test(next.text) ? at + 1 : at
  }
  return null
}

/** A part before a department must end like an institution: not `HOSPITAL FOR SPECIAL` before `SURGERY`. */
function isInstitution(part: readonly Word[], beforeDepartment: boolean): boolean {
  const name = textOf(part)
  if (part.length < 2 || !institution.test(name) || generic.test(name) || !part.every(mayBeNamed))
    return false
  return beforeDepartment ? head.test(name) : !/ (?:OF|FOR|AT|AND|THE|&)$/.test(name)
}

/** A clinic after a unit may be a department: `FL 1 ORTHOPEDIC CLINIC`. */
function isClinic(part: readonly Word[]): boolean {
  return part.length > 1 && part.at(-1)!.text === 'CLINIC' && part.every(mayBeNamed)
}

function mayBeNamed({ text }: Word): boolean {
  return !/\d/.test(text) && !departments.has(text) && !unitDesignatorOf.has(text) && !streetEnds.has(text)
}

/** Words that end a street; here the street has no number. */
const streetEnds: ReadonlySet<string> = new Set(
  'STREET AVE AVENUE BLVD BOULEVARD DRIVE RD ROAD PLAZA PLZ'.split(' '),
)
/** Names that are too general to identify an institution. */
const generic = /^(?:THE |MAIN )?(?:CANCER|MEDICAL|MED|HEALTH|TRAUMA)? ?(?:HOSPITAL|CENTER|CENTRE|CTR)$/
const head = /\b(?:HOSPITAL|HOSP|VAMC|UNIVERSITY|COLLEGE|CENTER|CENTRE|CTR)$/
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
export const tellsOther: ReadonlySet<string> = new Set([
  ...departments,
  ...(
    'HOSPITAL HOSPITALS HOSP CLINIC CLINICS UNIVERSITY COLLEGE SCHOOL MEDICAL HEALTH HEALTHCARE CARE MEDICINE INC LLC PLLC PC CORP ' +
    'ASSOCIATES GROUP COMPANY FOR AND THE AT OF HALL BUILDING BLDG PAVILION TOWER INSTITUTE CONSULTANTS THERAPY COUNSELING'
  ).split(' '),
])
