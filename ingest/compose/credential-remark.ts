/** Remarks in the credential cell that say that a person is not yet, or no longer, a full member of a profession: `MFT INTERN`. */
import { isHealthCredential } from '../facts/known-credential.ts'
import type { PersonName } from '@careatlas/contract/cards'
import { credentialsOf } from './person-display.ts'
import { mayBeSupervised } from './supervised-practice.ts'

/**
 * `student`: before the license; `trainee`: before the end of the training; `supervised`: with a limited license; `resident` and
 * `fellow`: in training after the degree; `former`: no longer in practice.
 */
export type Standing = 'student' | 'trainee' | 'supervised' | 'resident' | 'fellow' | 'former'

export interface Remark {
  readonly standing: Standing
  /** The subject of the remark: `NP STUDENT` names a profession, `PHD CANDIDATE` a degree, `RETIRED` alone nothing. */
  readonly subject: 'profession' | 'degree' | null
}

/** The remark of the cell; null if it has none. */
export function remarkIn(cell: string | null): Remark | null {
  if (cell === null || !hint.test(cell)) return null
  for (const part of cell.toUpperCase().replaceAll('.', '').replaceAll(academyFellow, ' ').split(/[,;]/)) {
    const found = notRemark.test(part) ? undefined : standings.find(({ pattern }) => pattern.test(part))
    if (found !== undefined)
      return { standing: found.standing, subject: subjectOf(part.replaceAll(remarkWords, ' ')) }
  }
  return null
}

/**
 * The credentials on the card, and the letters of professions that the cell only spells out, often cut off after twenty
 * characters: `FAMILY NURSE PRACTIT` is evidence of a nurse practitioner.
 */
export function evidentCredentials(
  name: Pick<PersonName, 'credential'>,
  cell: string | null,
): readonly string[] {
  const spelled =
    cell === null || remarkIn(cell) !== null ? [] : spelledOut.filter(({ says }) => says.test(cell))
  return [...credentialsOf(name), ...spelled.map(({ letters }) => letters)]
}

const spelledOut = [
  { says: /\bNURSE PRAC/i, letters: 'NP' },
  { says: /\bNURSE ANES/i, letters: 'CRNA' },
  { says: /\bNURSE MIDW/i, letters: 'CNM' },
  { says: /\bPHYSICIAN'?S? ASS/i, letters: 'PA' },
  { says: /\bREGISTERED NURSE/i, letters: 'RN' },
]

function subjectOf(words: string): Remark['subject'] {
  if (!/[A-Z]/.test(words)) return null
  return degree.test(words) ? 'degree' : 'profession'
}

const degree = /\b(?:PH ?D|PSY ?D|ED ?D|DNP|DSW|DBH|MSN|BSN|BSW|MSW|MASTERS?|DOCTORAL|DOCTORATE|GRADUATE)\b/

/** A quick test before `standings`, because few cells have a remark: the start of each of its words; `GN` only as the whole cell. */
const hint =
  /TRAIN|INTERN|STUD|CAND|APPLIC|RESID|FELLOW|PGY|SUPERV|TEMP|PROV|SPT|INACT|RETIR|FORMER|^\s*GP?N\s*$/i

interface StandingWords {
  readonly standing: Standing
  readonly pattern: RegExp
}

/** The first match counts: a student intern is a student. `SPT` is a student of physical therapy, `GN` a graduate nurse. */
const standings: readonly StandingWords[] = [
  { standing: 'student', pattern: /\b(?:STUDENT|APPLICANT)\b|\bSPTA?\b(?!-)|^ *GP?N *$/ },
  { standing: 'trainee', pattern: /\b(?:TRAINEE|IN[- ]TRAINING)\b/ },
  { standing: 'supervised', pattern: /\b(?:INTERN|CANDIDATE|CAND|SUPERVISEE|UNDER SUPERVISION)\b/ },
  { standing: 'supervised', pattern: /\b(?:TEMP(?:ORARY)?|PROVISIONAL(?:LY)?)\b|^ *PROV\b/ },
  { standing: 'resident', pattern: /\bRESIDENT\b|\bPGY/ },
  { standing: 'fellow', pattern: /\bFELLOW\b/ },
  { standing: 'former', pattern: /\b(?:INACTIVE|RETIRED|FORMER(?:LY)?)\b/ },
]

/** Words of a remark that name no profession. */
const remarkWords =
  /\b(?:STUDENT|APPLICANT|TRAINEE|TRAINING|INTERN|CAND(?:IDATE)?|SUPERVISEE|UNDER|SUPERVISION|TEMP(?:ORARY)?|PROV(?:ISIONAL(?:LY)?)?|RESIDENT|PHYSICIAN|PGY[- ]?[\dIV]*|FELLOW|INACTIVE|RETIRED|FORMER(?:LY)?|CURRENT(?:LY)?|LICENSED?|STATUS|YEAR|IN|AN?|THE)\b/g

/** `FELLOW, AMERICAN COLLEGE OF CARDIOLOGY`, `FELLOW OF THE AAFP`, `ACC FELLOW`: a member of an academy. */
const academyFellow =
  /\bFELLOW,? (?:OF|THE|AMER(?:ICAN)?|ACADEMY|COLLEGE|SOCIETY|F?A[A-Z]{2,})\b|\b(?:F?A[A-Z]{2,}|ACADEMY|ASSOCIATION|BOARD|CERTIFIED|COLLEGE|HONORARY|SOCIETY)[ -]FELLOW\b/g

/** Not remarks: workers for students and residents (`STUDENT ASSISTANCE COUNSELOR`, `RESIDENT AIDE`), veterans (`USAF RETIRED`). */
const notRemark = new RegExp(
  [
    String.raw`\b(?:STUDENT|RESIDENT) (?:ADVIS|AFFAIRS|AIDE|ASSIST|ATTENDANT|CARE\b|COORD|COUNSEL|DIRECTOR|ENGAGE|HEALTH|MANAGER|SERVICE|SUCCESS|SUPPORT)`,
    String.raw`\b(?:INTERN|STUDENT|RESIDENT|TRAINEE) (?:COORD|DIRECTOR|EDUCAT|INSTRUCT|SUPERVISOR|TEACHER)`,
    String.raw`\b(?:AIR FORCE|ARMY|CAPT|CDR|COL|LTC|MAJ|MARINE|MILITARY|NAVY|POLICE|SGT|USA|USAF|USMC|USN|USPHS)\b`,
  ].join('|'),
)

/**
 * Whether the remark concerns the profession of the code, and not another one that the holder studies: `BSN, RN, NP-STUDENT` is a
 * registered nurse. In a profession that may be practiced under supervision, `LMSW, CSW INTERN` is an intern.
 */
export function concernsProfession(
  { standing, subject }: Remark,
  code: string,
  credentials: readonly string[],
): boolean {
  if (subject === null || standing === 'resident' || standing === 'fellow') return true
  return !credentials.some(isLicense) || (subject === 'profession' && mayBeSupervised(code))
}

/** Whether only full members have the credential. Students and interns also have degrees in nursing or social work. */
export function isLicense(credential: string): boolean {
  return isHealthCredential(credential) && !/^(?:[BM]S[NW]|GP?N)$/.test(credential)
}
