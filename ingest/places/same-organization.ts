/** Whether two names at one address are one organization's, as a list of facilities and the registry write them. */
import { foldName } from '@careatlas/directory/person-name'

/**
 * The same words but legal forms, articles and spellings of one word, or one name within the other, word for word, with
 * two words or more that not every hospital has: `ST MARYS HOSPITAL OF RED HOOK` and `Saint Mary's Hospital of Red Hook,
 * Inc`; not `MERCY HOSPITAL` and `MERCY HOSPITAL PHARMACY`.
 */
export function isNearlySameName(one: string, other: string): boolean {
  const [short, long] = [tellingWords(one), tellingWords(other)].toSorted((a, b) => a.length - b.length)
  const within = ` ${long!.join(' ')} `.includes(` ${short!.join(' ')} `)
  if (!within || short!.length === 0) return false
  return short!.length === long!.length || short!.filter((word) => !common.has(word)).length >= 2
}

function tellingWords(name: string): readonly string[] {
  return foldName(name)
    .split(' ')
    .map((word) => singular(spelling[word] ?? word))
    .filter((word) => word !== '' && !silent.has(word))
}

/** `CLINICS` → `CLINIC`; `ST MARYS` on one unit is `ST MARY` on another. Not `SS`, `US` nor `IS` at the end, as in `CAMPUS`. */
function singular(word: string): string {
  return word.length > 3 && /[^SUI]S$/.test(word) ? word.slice(0, -1) : word
}

const silent: ReadonlySet<string> = new Set(
  'THE OF AND AT IN A INC INCORPORATED LLC LLP LP PC PLLC PLC PA PSC CORP CORPORATION CO COMPANY LTD LIMITED'.split(
    ' ',
  ),
)

const spelling: Readonly<Record<string, string>> = {
  SAINT: 'ST',
  MOUNT: 'MT',
  FORT: 'FT',
  CTR: 'CENTER',
  CENTRE: 'CENTER',
  HOSP: 'HOSPITAL',
  MED: 'MEDICAL',
  HLTH: 'HEALTH',
  HLTHCARE: 'HEALTHCARE',
  CNTR: 'CENTER',
  CLN: 'CLINIC',
  SVC: 'SERVICE',
  SVCS: 'SERVICE',
  SRVCS: 'SERVICE',
  REG: 'REGIONAL',
  REGL: 'REGIONAL',
  MEM: 'MEMORIAL',
  MEML: 'MEMORIAL',
  COMM: 'COMMUNITY',
  UNIV: 'UNIVERSITY',
  HOSPS: 'HOSPITAL',
  GEN: 'GENERAL',
  REHAB: 'REHABILITATION',
  CTY: 'COUNTY',
  CNTY: 'COUNTY',
  PHARM: 'PHARMACY',
  ASSOC: 'ASSOCIATE',
  ASSN: 'ASSOCIATION',
}

/** Words that many names of places of care share. */
const common: ReadonlySet<string> = new Set(
  (
    'HOSPITAL MEDICAL CENTER HEALTH HEALTHCARE CLINIC CARE SERVICE GROUP SYSTEM REGIONAL ' +
    'COMMUNITY COUNTY GENERAL MEMORIAL UNIVERSITY PHARMACY ASSOCIATE URGENT FAMILY WALK IN SURGICAL SURGERY ST'
  ).split(' '),
)
