/** Credentials as people write them: `M.D.` → MD, `PHARM D` → PharmD; free text and placeholders are dropped. */

/** More than this after a name is a string of letters, not an introduction. */
const shownMax = 4

/** Those that are not written in capitals alone; the registry's text is compared without case and hyphen. */
const spelledOtherwise = new Map(
  (
    'PhD PsyD PharmD AuD EdD EdS MEd MSEd RPh DrPH LAc DiplAc MMSc MSc DSc DMin MDiv ThD MBBCh PA-C NP-C DrNP BPharm ' +
    'MPhil BSPharm'
  )
    .split(' ')
    .map((spelled) => [spelled.toUpperCase().replace('-', ''), spelled]),
)

/** Looks like a credential but is a form of address, a placeholder, an English word or a company's ending. */
const notCredentials = new Set(
  `MR MRS MISS DR NONE NA NULL TBD UNKNOWN OTHER STUDENT INTERN RESIDENT FELLOW IN OF THE AND FOR WITH NOT YET
  NURSE DOCTOR LICENSE MASTER MASTERS DIPLOMA DEGREE BACHELOR ASSOC SCHOOL PSYCH SOCIAL WORKER CLINIC MENTAL HEALTH
  OWNER TRAINEE PENDING BOARD DENTIST COACH AIDE HOME CARE PEER DOULA SPEECH MASSAGE MEDICAL DENTAL FAMILY INC LLC PC PLLC
  BARBER CEO CFO NO YES TBA JR SR II III IV EMPTY FULL SELF TECH CERT HIGH GED BA.B ACTING CARER HS PARA PROVIDER ABC XXX`
    .split(/\s+/)
    .filter(Boolean),
)

const shape = /^(?!.*\d{4})[A-Z]{2,7}(?:-[A-Z0-9]{1,6}){0,3}(?:\/[A-Z]{1,3})?$/

/** Distinct credentials in the order registered, at most four. */
export function readCredentials(registered: string | null): readonly string[] {
  if (registered === null) return []
  const found = registered
    .toUpperCase()
    .replace(/\([^)]*\)?/g, ' ')
    .replace(/[.<>*]/g, '')
    .replace(/\b([A-Z])-([A-Z])\b/g, '$1$2')
    .replace(/\b(?:MEDICAL DOCTOR|DOCTOR OF MEDICINE)\b/g, 'MD')
    .replace(/\b(MD|DO|DDS|DMD|DPM|OD|DC) (?:PC|PLLC|LLC|INC|LTD)\b/g, '$1')
    .replace(/\b(PHARM|PH|PSY|ED|AU|[A-Z]) ([A-Z]|AC|PH)\b/g, '$1$2')
    .split(/[,;&+]|\bAND\b/)
    .flatMap(credentialsOfPart)
  return [...new Set(found)].slice(0, shownMax)
}

/** `MS CCC-SLP` is two credentials; a part with any English word in it, `PA STUDENT`, is a description and gives none. */
function credentialsOfPart(part: string): readonly string[] {
  const words = part
    .trim()
    .split(/\s+|\/(?=[A-Z]{4})/)
    .filter(Boolean)
  if (words.some((word) => notCredentials.has(word) || /^[A-Z']{8,}/.test(word))) return []
  return words.filter((word) => shape.test(word)).map((word) => spelledOtherwise.get(word) ?? word)
}

/** Holders are addressed as Dr.; nursing and therapy doctorates are left out, since several states restrict it there. */
const titled = new Set('MD DO MBBS DDS DMD DPM OD DC PhD PsyD EdD AuD DVM ND'.split(' '))

/** Whether the first credential makes its holder a "Dr.". */
export function isTitledDoctor(credentials: readonly string[]): boolean {
  return credentials[0] !== undefined && titled.has(credentials[0])
}
