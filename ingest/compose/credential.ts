/** Credentials as people write them: `M.D.` → MD, `PHARM D` → PharmD; free text and placeholders are dropped. */

/** More than this after a name is a string of letters, not an introduction. */
const shownMost = 4

const mixedCase: Readonly<Record<string, string>> = {
  PHD: 'PhD', PSYD: 'PsyD', PHARMD: 'PharmD', AUD: 'AuD', EDD: 'EdD', EDS: 'EdS', MED: 'MEd', MSED: 'MSEd',
  RPH: 'RPh', DRPH: 'DrPH', LAC: 'LAc', DIPLAC: 'DiplAc', OTD: 'OTD', MMSC: 'MMSc', MSC: 'MSc', DSC: 'DSc',
  DMIN: 'DMin', MDIV: 'MDiv', THD: 'ThD', DSW: 'DSW', MBBCH: 'MBBCh', PAC: 'PA-C', CNMT: 'CNMT', DRNP: 'DrNP',
  BPHARM: 'BPharm', LMHCA: 'LMHCA', MPHIL: 'MPhil', NPC: 'NP-C', LCMHCA: 'LCMHCA', BSPHARM: 'BSPharm',
} // prettier-ignore

/** Looks like a credential but is a form of address, a placeholder, an English word or a company's ending. */
const notCredentials = new Set(
  `MR MRS MISS DR NONE NA NULL TBD UNKNOWN OTHER STUDENT INTERN RESIDENT FELLOW IN OF THE AND FOR WITH NOT YET
  NURSE DOCTOR LICENSE MASTER MASTERS DIPLOMA DEGREE BACHELOR ASSOC SCHOOL PSYCH SOCIAL WORKER CLINIC MENTAL HEALTH
  OWNER TRAINEE PENDING BOARD DENTIST COACH AIDE HOME CARE PEER DOULA SPEECH MASSAGE MEDICAL DENTAL FAMILY INC LLC PC PLLC
  JR SR II III IV EMPTY FULL SELF TECH CERT HIGH GED BA.B ACTING CARER HS PARA PROVIDER ABC XXX`
    .split(/\s+/)
    .filter(Boolean),
)

const shape = /^[A-Z]{2,7}(?:-[A-Z0-9]{1,6}){0,3}(?:\/[A-Z]{1,3})?$/

/** Distinct credentials in the order registered, at most four. */
export function readCredentials(registered: string | null): readonly string[] {
  if (registered === null) return []
  const known = cache.get(registered)
  if (known !== undefined) return known
  const read = parse(registered)
  if (cache.size < cacheEntries) cache.set(registered, read)
  return read
}

/** A week of the registry holds 3,800 distinct texts, two thirds of clinicians use the 500 commonest. */
const cacheEntries = 20_000
const cache = new Map<string, readonly string[]>()

function parse(registered: string): readonly string[] {
  const found = registered
    .toUpperCase()
    .replace(/\([^)]*\)?/g, ' ')
    .replace(/\./g, '')
    .replace(/\b(PHARM|PH|PSY|ED|AU|[A-Z]) ([A-Z]|AC|PH)\b/g, '$1$2')
    .split(/[,;&+]|\bAND\b/)
    .flatMap(credentialsOfPart)
  return [...new Set(found)].slice(0, shownMost)
}

/** `MS CCC-SLP` is two credentials; a part with any English word in it, `PA STUDENT`, is a description and gives none. */
function credentialsOfPart(part: string): readonly string[] {
  const words = part.trim().split(/\s+|\/(?=[A-Z]{4})/).filter(Boolean) // prettier-ignore
  if (words.some((word) => notCredentials.has(word) || /^[A-Z']{8,}/.test(word))) return []
  return words.filter((word) => shape.test(word)).map((word) => mixedCase[word] ?? word)
}

/** Holders are addressed as Dr.; nursing and therapy doctorates are left out, since several states restrict it there. */
const titled = new Set(
  ['MD', 'DO', 'MBBS', 'DDS', 'DMD', 'DPM', 'OD', 'DC', 'PhD', 'PsyD', 'EdD', 'AuD', 'DVM', 'ND'], // prettier-ignore
)

/** Whether the first credential makes its holder a "Dr.". */
export function isTitledDoctor(credentials: readonly string[]): boolean {
  return credentials[0] !== undefined && titled.has(credentials[0])
}
