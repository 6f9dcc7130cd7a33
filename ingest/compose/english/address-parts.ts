/**
 * One line of an address taken apart: the street, what the building or the institution is called, and the units. Written by
 * the rules of USPS Publication 28 (section 23: house number, direction, name, suffix, direction, unit) and measured on two
 * registry weeks, where 2% of the lines have other words before the house number or after the street.
 */
import { directionalOf, isOrdinal, numberOf, suffixOf, unitDesignatorOf } from '@careatlas/directory/street-words'

export interface AddressParts {
  /** `3500 ELM RD`; null where the line names none. */
  readonly street: string | null
  /** `ELM HOSPITAL` of `ELM HOSPITAL 3500 ELM RD`: an institution that patients know by its name; else null. */
  readonly institution: string | null
  /** Whatever else the line says: units, departments, mail codes. */
  readonly rest: string
}

interface Word {
  /** As written. */
  readonly raw: string
  /** Upper case, without punctuation. */
  readonly text: string
  /** Whether a comma, a bracket or a spaced hyphen stands before it. */
  readonly apart: boolean
}

export function addressParts(line: string): AddressParts {
  const words = wordsIn(withoutPeople(line))
  const found = streetIn(words)
  if (found === null) return withoutNumber(words)
  const { house, end } = found
  const [before, after] = [words.slice(0, house), words.slice(end)]
  return {
    street: written(words.slice(house, end)),
    institution: institutionIn(before, true) ?? institutionIn(after, false),
    rest: [after, before].map(written).filter(Boolean).join(', '),
  }
}

/** `100 ELM ST ATTN: JANE ROE` → `100 ELM ST`; an address is no place for the name of an employee. */
function withoutPeople(line: string): string {
  return line.replace(/(?<=\S.*)(?:\b(?:ATTN|ATTENTION)\b|\bC\/O\b|\bCARE OF\b).*$/i, '')
}

function wordsIn(line: string): readonly Word[] {
  const words: Word[] = []
  let apart = false
  for (const raw of line.replace(range, '$1-').replaceAll(boundary, ' , ').replaceAll(glued, '$1 ').replaceAll('#', ' # ').split(/\s+/)) {
    if (raw === '' || raw === ',') apart ||= raw === ','
    else {
      words.push({ raw, text: raw.toUpperCase().replaceAll(/\.(?!\d)|^[^\p{L}\p{N}#&]+|-$/gu, ''), apart })
      apart = false
    }
  }
  return words
}

/** A remark in brackets is no part of an address. */
const boundary = /\([^)]*\)?|[,;]|\s[-–/:]+(?=\s)|-$|\)/g
/** `51 -53 KENOSIA AVE` */
const range = /^\s*(\d+)\s*-\s*(?=\d+\s)/
/** `SUITE1200`, `SUITE-4`, `STE.4` */
const glued = /\b(SUITE|STE|APT|UNIT|BLDG|ROOM|RM|PMB)[-.]?(?=\d)/gi

function written(words: readonly Word[]): string {
  return words.map(({ raw, apart }, at) => (at > 0 && apart ? `, ${raw}` : raw)).join(' ').replaceAll(' , ', ', ')
}

/** A house number with a whole street behind it; else the number that leads the line, whatever follows. */
function streetIn(words: readonly Word[]): { readonly house: number; readonly end: number } | null {
  const houses = [...words.keys()].filter((at) => isHouse(words, at))
  for (const house of houses) {
    const end = streetEnd(words, house)
    if (end !== null) return { house, end }
  }
  const house = houses[0] === 0 ? 0 : houses.at(-1)
  return house === undefined ? null : { house, end: endOfUnusual(words, nameStart(words, house)) }
}

/** A number that a street can follow: `110`, `110A`, `61-20`, `N14W23777`, `ONE` at the start. */
function isHouse(words: readonly Word[], at: number): boolean {
  const { text } = words[at]!
  if (isOrdinal(text) || at === words.length - 1 || words[at + 1]!.apart) return false
  if (at === 0) return /^[A-Z]?\d/.test(text) || numberOf.has(text)
  const before = words[at - 1]!.text
  return /^\d+[A-Z]?(?:-\d+)?$/.test(text) && (/\d/.test(before) || before.length > 2) && !takesNumber.has(before)
}

const takesNumber: ReadonlySet<string> = new Set([
  ...spelledAs(suffixOf, 'HWY RTE RD ST AVE LOOP FWY EXPY TPKE'),
  ...spelledAs(unitDesignatorOf, '# BLDG BOX FL LOT PMB RM SPC TRLR'),
  ...'STATE COUNTY INTERSTATE EXIT MILE MILEPOST POST BLOCK CARR CARRETERA CALLE MSC STOP CODE'.split(' '),
])

/** Every spelling of the standard ones in `standard`. */
function spelledAs(table: ReadonlyMap<string, string>, standard: string): readonly string[] {
  const wanted = standard.split(' ')
  return [...table].filter(([, to]) => wanted.includes(to)).map(([word]) => word)
}

/** Where the street ends that begins with the house number at `house`; null where no whole street follows. */
function streetEnd(words: readonly Word[], house: number): number | null {
  const name = nameStart(words, house)
  const line = words.slice(name)
  const numbered = matchEnd(line, numberedRoad)
  if (numbered !== null) return name + numbered
  for (let at = name; at < words.length && !(at > name && breaks(words, at)); at++) {
    const { text } = words[at]!
    if (at > name && isStreetSuffix(text)) return withDirection(words, suffixEnd(words, at))
    if (/\d/.test(text) && !isOrdinal(text) && !isStreetNumber(words, at)) return null
  }
  return null
}

/** `25 RD`, `13 1/2 AVE`, `6 MILE RD`, `STOP 11 RD`: a number within the name of a street. */
function isStreetNumber(words: readonly Word[], at: number): boolean {
  const [{ text }, next] = [words[at]!, words[at + 1]]
  if (next === undefined || next.apart) return false
  return isFraction(text) || isFraction(next.text) || suffixOf.has(next.text) || next.text === 'MILE'
}

function isFraction(word: string): boolean {
  return /^\d\/\d$/.test(word)
}

/** Past a second number, a fraction and the directions before the name. */
function nameStart(words: readonly Word[], house: number): number {
  let at = house + 1
  while (words[at]?.text === '&' && /^\d/.test(words[at + 1]?.text ?? '')) at += 2
  if (isFraction(words[at]?.text ?? '')) at++
  while (directionalOf.has(words[at]?.text ?? '') && at + 1 < words.length && isName(words, at + 1)) at++
  return at
}

/** Whether a name begins at `at`: in `100 N ST` the direction is the name. */
function isName(words: readonly Word[], at: number): boolean {
  return (mailCodes.has(words[at]!.text) || !breaks(words, at)) && (!isStreetSuffix(words[at]!.text) || numberedRoad.test(textOf(words.slice(at))))
}

function textOf(words: readonly Word[]): string {
  return words.map(({ text }) => text).join(' ')
}

/** `US HWY 90 W`, `COUNTY ROAD VV`, `FM 1960 RD W`, `AVENUE D`, `400 W` of a grid. */
const numberedRoad = new RegExp(
  '^(?:' +
    '(?:(?:OLD|HISTORIC|ALT) )*(?:(?:U ?S|STATE|ST|COUNTY|CO|TOWNSHIP|TWP|[A-Z]{2}) )?' +
    '(?:HIGHWAY|HWY|HIWAY|ROUTE|RTE|RT|ROAD|RD|LOOP|INTERSTATE|IH?|FM|RM|SR|CR|SH|US|M|K|ALT|(?:HIGHWAY|HWY) BUSINESS|[A-Z]{2})[ -]?[A-Z]?\\d+[A-Z]?(?:[ /&-]\\d+(?!\\S))*' +
    '(?: (?:BUSINESS|BUS|BYPASS|BYP|ALT|SPUR|EXT|SERVICE|FRONTAGE|ACCESS|FEEDER|LOOP|HIGHWAY|HWY|ROAD|RD|BLVD|PKWY)(?!\\S))*' +
    '|[A-Z]{2}-\\d+' +
    '|(?:COUNTY|STATE) (?:ROAD|RD|HIGHWAY|HWY) [A-Z]{1,2}(?!\\S)' +
    '|(?:AVENUE|AVE) (?:[A-Z]\\d*|\\d+)(?!\\S)' +
    '|\\d+(?= (?:N|S|E|W|NORTH|SOUTH|EAST|WEST)(?!\\S))' +
    ')(?: (?:N|S|E|W|NE|NW|SE|SW|NORTH|SOUTH|EAST|WEST)(?!\\S))?(?<=[A-Z]$| (?:NORTH|SOUTH|EAST|WEST|N|S|E|W)|\\d[A-Z]?|[A-Z])(?: (?:RD|CIR|ROAD)(?!\\S))?',
)

/** How many words of the line the pattern takes; null where it does not match, or ends within a word. */
function matchEnd(line: readonly Word[], pattern: RegExp): number | null {
  const found = pattern.exec(textOf(line))?.[0]
  if (found === undefined) return null
  return found.split(' ').length
}

/** `SQUARE DR`, `STREET EXT`; `ST MARYS RD` and `PLACE FARM RD`, whose first suffix is part of the name. */
function suffixEnd(words: readonly Word[], first: number): number {
  let end = first + 1
  while (end < words.length && suffixOf.has(words[end]!.text) && !breaks(words, end) && !startsAnew(words, end)) end++
  const later = words.findIndex(
    ({ text }, at) => at > end && at <= end + 3 && isStreetSuffix(text) && !buildings.has(suffixOf.get(text)!),
  )
  if (later === -1 || breaks(words, end) || !endsThere(words, later + 1)) return end
  const between = words.slice(end, later + 1)
  const isName = between.every(({ text, apart }) => !apart && /^[\p{L}'’]+$/u.test(text) && !tellsOther.has(text))
  return isName && !directionalOf.has(between[0]!.text) ? later + 1 : end
}

/** A suffix that begins the name of a building or a typing error of suite: `ST PLAZA 3`, `DR ST 200`, `AVE CENTER FOR …`. */
function startsAnew(words: readonly Word[], at: number): boolean {
  const next = words[at + 1]
  if (next === undefined) return false
  const suffix = suffixOf.get(words[at]!.text)!
  if (/\d|^[A-Z]$/.test(next.text) && !directionalOf.has(next.text)) return suffix === 'ST' || buildings.has(suffix)
  return !breaks(words, at + 1) && !directionalOf.has(next.text) && !suffixOf.has(next.text)
}

function endsThere(words: readonly Word[], at: number): boolean {
  return at >= words.length || breaks(words, at) || directionalOf.has(words[at]!.text) || /^\d/.test(words[at]!.text)
}

/** A direction in full may begin the name of a building: `MAIN ST NORTH TOWER`. */
function withDirection(words: readonly Word[], end: number): number {
  const next = words[end]
  if (next === undefined || breaks(words, end) || !directionalOf.has(next.text)) return end
  return next.text.length <= 2 || endsThere(words, end + 1) ? end + 1 : end
}

/** `1 UNIVERSITY OF NEW MEXICO`, `11-21 BROADWAY`, `95 ALLEN'S CREEK`: up to a comma, a unit, a number or a mail code. */
function endOfUnusual(words: readonly Word[], name: number): number {
  const end = words.findIndex(
    ({ text }, at) => at > name && (breaks(words, at) || (/\d/.test(text) && !isOrdinal(text)) || mailCodes.has(text)),
  )
  return end === -1 ? words.length : end
}

function breaks(words: readonly Word[], at: number): boolean {
  const { text, apart } = words[at]!
  if (apart || text === '#' || mailCodes.has(text)) return true
  if (isOrdinal(text)) return unitDesignatorOf.get(words[at + 1]?.text ?? '') === 'FL'
  const designator = unitDesignatorOf.get(text)
  const next = words[at + 1]?.text
  if (designator === undefined) return false
  return designator === 'REAR' || designator === 'BSMT' || designator === '#' || (next !== undefined && /\d|^[A-Z]$/.test(next))
}

/** Words with which mail is sorted within a house. */
const mailCodes: ReadonlySet<string> = new Set('MSC MMC MDC MC ML MLC MS MAILSTOP MAIL STOP M/C BOX CAMPUS POB PMB'.split(' '))

function isStreetSuffix(word: string): boolean {
  return word !== 'SAINT' && streetSuffixes.has(suffixOf.get(word) ?? '')
}

/** Those that a street ends with; the others (CENTER, PARK, HILL, RUN) are as often part of a name. */
const streetSuffixes: ReadonlySet<string> = new Set(
  'ST AVE BLVD DR LN CT PL PKWY CIR WAY TER RD HWY PIKE TPKE PLZ SQ TRL EXPY FWY ALY CRES CSWY XING PATH LOOP'.split(' '),
)

/** Suffixes that buildings have, too. */
const buildings: ReadonlySet<string> = new Set('PLZ SQ CTR PARK MALL ARC'.split(' '))

/** A street without its house number (`MEDICAL CENTER BLVD`, `OFF HWY 191`), or the name of an institution. */
function withoutNumber(words: readonly Word[]): AddressParts {
  const end = words.findIndex((_, at) => at > 0 && breaks(words, at))
  const [line, after] = end === -1 ? [words, []] : [words.slice(0, end), words.slice(end)]
  const last = line.at(-1)?.text ?? ''
  const isStreet =
    isStreetSuffix(last) ||
    (line.some(({ text }) => suffixOf.has(text)) && line.some(({ text }) => /\d/.test(text)))
  const street = isStreet && !line.some(({ text }) => departments.has(text)) ? written(line) : null
  return { street, institution: street === null ? institutionIn(words, true) : null, rest: street === null ? '' : written(after) }
}

/** The first part between commas that names an institution, without its department. */
function institutionIn(words: readonly Word[], leads: boolean): string | null {
  let from = 0
  for (let at = 1; at <= words.length; at++) {
    const next = words[at]
    if (next !== undefined && !breaks(words, at) && !departments.has(next.text) && !/\d/.test(next.text)) continue
    const part = words.slice(from, at)
    if (isInstitution(part) || ((leads || from === 0) && isClinic(part))) return written(part)
    from = next !== undefined && /\d/.test(next.text) ? at + 1 : at
  }
  return null
}

function isInstitution(part: readonly Word[]): boolean {
  return (
    part.length > 1 &&
    institution.test(textOf(part)) &&
    !part.some(({ text }) => /\d/.test(text) || departments.has(text) || unitDesignatorOf.has(text) || streetEnds.has(text))
  )
}

/** After a unit it may be a department: `FL 1 ORTHOPEDIC CLINIC`. */
function isClinic(part: readonly Word[]): boolean {
  return part.length > 1 && part.at(-1)!.text === 'CLINIC' && !part.some(({ text }) => departments.has(text))
}

/** `MAIN` of a main hospital; what a street ends with, here without its number. */
const streetEnds: ReadonlySet<string> = new Set('MAIN STREET AVE AVENUE BLVD BOULEVARD DRIVE RD ROAD'.split(' '))

const institution =
  /\b(?:HOSPITAL|HOSPITALS|HOSP|VAMC|INFIRMARY|SANATORIUM|UNIVERSITY|COLLEGE|(?:MEDICAL|MED|HEALTH|CANCER|TRAUMA) (?:CENTER|CENTRE|CTR))\b/

/** Within an institution. */
const departments: ReadonlySet<string> = new Set(
  (
    'DEPT DEPARTMENT DEPARTMENTS DIVISION DIV PROGRAM PROGRAMS RESIDENCY FELLOWSHIP BILLING OFFICE OFFICES ATTN ATTENTION C/O ' +
    'PHARMACY SERVICE SERVICES LABORATORY LAB EDUCATION PHYSICIAN PHYSICIANS STAFF CREDENTIALING UNIT OUTPATIENT INPATIENT ' +
    'EMERGENCY PEDIATRICS PEDIATRIC RADIOLOGY PATHOLOGY ANESTHESIA ANESTHESIOLOGY SURGERY ONCOLOGY CARDIOLOGY NEUROLOGY ' +
    'PSYCHIATRY ALLERGY DENTAL EYE SURGICAL REHABILITATION ORTHOPEDIC ORTHOPEDICS PULMONARY'
  ).split(' '),
)

/** Words of institutions, companies and departments, which no street has after its suffix. */
const tellsOther: ReadonlySet<string> = new Set([
  ...departments,
  ...(
    'HOSPITAL HOSPITALS HOSP CLINIC CLINICS UNIVERSITY COLLEGE SCHOOL MEDICAL HEALTH HEALTHCARE CARE MEDICINE INC LLC PLLC PC CORP ' +
    'ASSOCIATES GROUP COMPANY FOR AND THE AT OF HALL BUILDING BLDG PAVILION TOWER INSTITUTE CONSULTANTS THERAPY COUNSELING'
  ).split(' '),
])
