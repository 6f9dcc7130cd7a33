/**
 * One line of an address taken apart: the street, what the building or the institution is called, and the units. Written by
 * the rules of USPS Publication 28 (section 23: house number, direction, name, suffix, direction, unit) and measured on two
 * registry weeks, where 2% of the lines have other words before the house number or after the street.
 */
import {
  directionalOf,
  isOrdinal,
  numberOf,
  suffixOf,
  unitDesignatorOf,
} from '@careatlas/directory/street-words'

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
  const [, street, rest] = plain.exec(line) ?? []
  return street === undefined ? partsOfUnusual(line) : { street, institution: null, rest: rest ?? '' }
}

/** Four lines in five: a number, a name of one to three words, its suffix, and perhaps one unit. */
const plain =
  /^(\d+ (?:[NSEW]{1,2} )?(?:\d+(?:ST|ND|RD|TH)|(?:[A-Z]{4,} ){0,2}[A-Z]{4,}) (?:ST|AVE|BLVD|DR|LN|CT|RD|PKWY|WAY|PL|CIR|TER)(?: [NSEW]{1,2})?)(?: ((?:STE|APT|UNIT|FL|BLDG|#) (?!S(?:UI)?TE)[A-Z0-9-]+))?$/

function partsOfUnusual(line: string): AddressParts {
  const words = wordsIn(withoutPeople(line))
  const found = streetIn(words)
  if (found === null) return withoutNumber(words)
  const { house, end } = found
  const [before, after] = [words.slice(0, house), words.slice(end)]
  const isElsewhere = words.some(({ text }) => paperwork.has(text))
  return {
    street: written(words.slice(house, end)),
    institution: isElsewhere ? null : (institutionIn(before, true) ?? institutionIn(after, false)),
    rest: before.length === 0 ? written(after) : `${written(after)}; ${written(before)}`,
  }
}

/** `100 ELM ST ATTN: JANE ROE` → `100 ELM ST`; an address is no place for the name of an employee. */
function withoutPeople(line: string): string {
  return line.replace(/(?<=\S.*)(?:\b(?:ATTN|ATTENTION)\b|\bC\/O\b|\bCARE OF\b).*?(?=$|, *\d)/i, '')
}

function wordsIn(line: string): readonly Word[] {
  const words: Word[] = []
  let apart = false
  for (const raw of unglued(line).replaceAll(boundary, ' , ').replaceAll('#', ' # ').split(/\s+/)) {
    if (raw === '' || raw === ',') apart ||= raw === ','
    else {
      words.push({
        raw: raw.replace(/[-:]$/, ''),
        text: raw.toUpperCase().replaceAll(/\.(?!\d)|^[^\p{L}\p{N}#&]+|-$/gu, ''),
        apart,
      })
      apart = false
    }
  }
  return words
}

/** A remark in brackets is no part of an address. */
const boundary = /\([^)]*\)?|[,;]|\s[-–/:]+(?=\s)|-$|\)/g
/** `SUITE1200`, `SUITE-4` and `STE.4` are two words; `51 -53` and `120 TH` are one. */
export function unglued(line: string): string {
  return line
    .replaceAll(/\b(SUITE|STE|APT|UNIT|BLDG|ROOM|RM|FL|PMB)[-.]?(?=\d)/gi, '$1 ')
    .replaceAll(/(?<=^\s*\d+) *- *(?=\d+\s)|(?<=\b[A-Z\d]{1,3})- (?=\d)/gi, '-')
    .replace(/^\s*(\d+)\s+-\s+(?=[A-Z])/i, '$1 ')
    .replaceAll(/\b(\d+) (?=(?:TH|ND|(?:ST|RD)(?= (?:ST|STREET|AVE|AVENUE|RD|DR)\b))\b)/gi, '$1')
}

function written(words: readonly Word[]): string {
  return words
    .map(({ raw, apart }, at) => (at > 0 && apart ? `, ${raw}` : raw))
    .join(' ')
    .replaceAll(' , ', ', ')
}

/** A house number with a whole street behind it; else the number that leads the line, whatever follows. */
function streetIn(words: readonly Word[]): { readonly house: number; readonly end: number } | null {
  const houses = [...words.keys()].filter((at) => isHouse(words, at))
  for (const house of houses) {
    const end = streetEnd(words, house)
    if (end !== null) return { house, end }
  }
  const house = houses[0] === 0 ? 0 : houses.at(-1)
  return house === undefined || (house > 0 && house > words.length - 3)
    ? null
    : { house, end: endOfUnusual(words, nameStart(words, house)) }
}

/** A number that a street can follow: `110`, `110A`, `61-20`, `N14W23777`, `ONE` at the start. */
function isHouse(words: readonly Word[], at: number): boolean {
  const { text } = words[at]!
  if (isOrdinal(text) || at === words.length - 1 || words[at + 1]!.apart) return false
  if (at === 0) return /^[A-Z]?\d/.test(text) || numberOf.has(text)
  const before = words[at - 1]!.text
  return (
    /^\d+[A-Z]?(?:-\d+)?$/.test(text) && (/\d/.test(before) || before.length > 2) && !takesNumber.has(before)
  )
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
  if (unusualName.test(textOf(line)) || /^\S+ (?:ROAD|RD) TO /.test(textOf(line)))
    return endOfUnusual(words, name)
  for (let at = name; at < words.length && !(at > name && breaks(words, at)); at++) {
    const { text } = words[at]!
    if (text === 'BROADWAY' && !suffixOf.has(words[at + 1]?.text ?? '')) return withDirection(words, at + 1)
    if (at > name && isStreetSuffix(text))
      return withDirection(words, withNumber(words, suffixEnd(words, at)))
    if (/\d/.test(text) && !isOrdinal(text) && !isStreetNumber(words, at)) return null
  }
  return null
}

/** `25 RD`, `13 1/2 AVE`, `6 MILE RD`, `STOP 11 RD`: a number within the name of a street. */
function isStreetNumber(words: readonly Word[], at: number): boolean {
  const [{ text }, next] = [words[at]!, words[at + 1]]
  if (next === undefined || next.apart) return false
  if (isFraction(text) || isFraction(next.text) || next.text === 'MILE') return true
  return text.length < 4 && suffixOf.has(next.text)
}

function isFraction(word: string): boolean {
  return /^\d\/\d$/.test(word)
}

/** Past a second number, a fraction and the directions before the name. */
function nameStart(words: readonly Word[], house: number): number {
  let at = house + 1
  while (words[at]?.text === '&' && /^\d/.test(words[at + 1]?.text ?? '')) at += 2
  if (isFraction(words[at]?.text ?? '')) at++
  while (isDirection(words[at]?.text ?? '') && at + 1 < words.length && isName(words, at + 1)) at++
  return at
}

/** `NW`, `NORTHWEST`, and `SSW` of a loop. */
function isDirection(word: string): boolean {
  return directionalOf.has(word) || /^(?:NN|SS|EN|WN|ES|WS)[EW]$/.test(word)
}

/** Whether a name begins at `at`: in `100 N ST` the direction is the name. */
function isName(words: readonly Word[], at: number): boolean {
  const [{ text }, next] = [words[at]!, words[at + 1]]
  if (breaks(words, at) && !isMailCode(words, at)) return false
  const isTitle =
    /^(?:DR|ST)$/.test(text) &&
    next !== undefined &&
    !next.apart &&
    !suffixOf.has(next.text) &&
    /^[A-Z]{3}/.test(next.text)
  if (!isStreetSuffix(text) || isTitle) return true
  const name = textOf(words.slice(at))
  return numberedRoad.test(name) || unusualName.test(name)
}

function textOf(words: readonly Word[]): string {
  return words.map(({ text }) => text).join(' ')
}

/** `US HWY 90 W`, `COUNTY ROAD VV`, `FM 1960 RD W`, `AVENUE D`, `400 W` of a grid. */
const numberedRoad = new RegExp(
  '^(?:' +
    '(?:(?:OLD|HISTORIC|ALT) )*(?:(?:U ?S|STATE|ST|COUNTY|CO|TOWNSHIP|TWP|[A-Z]{2}) )?' +
    '(?:HIGHWAY|HWY|HIWAY|HWAY|BY ?PASS|COUNTY|HISTORIC|[HW]CR|ROUTE|RTE|RT|ROAD|RD|LOOP|INTERSTATE|IH?|FM|RM|SR|CR|SH|US|M|K|ALT|(?:HIGHWAY|HWY) BUSINESS|[A-Z]{2})[ -]?[A-Z]?\\d+[A-Z]?(?:[ /&-]\\d+(?!\\S))*' +
    '(?: (?:BUSINESS|BUS|BYPASS|BYP|ALT|SPUR|EXT|SERVICE|FRONTAGE|ACCESS|FEEDER|LOOP|HIGHWAY|HWY|ROAD|RD|BLVD|PKWY)(?!\\S))*' +
    '|[A-Z]{2}-\\d+' +
    '|(?:COUNTY|STATE) (?:ROAD|RD|HIGHWAY|HWY) [A-Z]{1,2}(?!\\S)' +
    '|(?:AVENUE|AVE) (?:[A-Z]\\d*|\\d+)(?!\\S)' +
    '|\\d+(?= (?:N|S|E|W|NORTH|SOUTH|EAST|WEST)(?!\\S))' +
    ')(?: (?:N|S|E|W|NE|NW|SE|SW|NORTH|SOUTH|EAST|WEST)(?!\\S))?(?<=[A-Z]$| (?:NORTH|SOUTH|EAST|WEST|N|S|E|W)|\\d[A-Z]?|[A-Z])(?: (?:RD|CIR|ROAD)(?!\\S))?',
)

/** Names that begin with what others end with: `AVENUE OF THE CITIES`, `CAMINO DEL RIO`. */
const unusualName =
  /^(?:AVENUE|AVE|CAMINO|PASEO|VIA|CALLE|PLAZA|RUE|BOULEVARD) (?:OF|DE|DEL|DU|LA|LAS|LOS|EL)\b(?!.* (?:ST|STREET|AVE|AVENUE|BLVD|DR|RD|WAY)\b)/

/** How many words of the line the pattern takes; null where it does not match, or ends within a word. */
function matchEnd(line: readonly Word[], pattern: RegExp): number | null {
  const found = pattern.exec(textOf(line))?.[0]
  if (found === undefined) return null
  return found.split(' ').length
}

/** `SQUARE DR`, `STREET EXT`; `ST MARYS RD` and `PLACE FARM RD`, whose first suffix is part of the name. */
function suffixEnd(words: readonly Word[], first: number): number {
  let end = first + 1
  while (
    end < words.length &&
    suffixOf.has(words[end]!.text) &&
    !breaks(words, end) &&
    !startsAnew(words, end)
  )
    end++
  const later = words.findIndex(
    ({ text }, at) =>
      at > end && at <= end + 3 && isStreetSuffix(text) && !buildings.has(suffixOf.get(text)!),
  )
  if (later === -1 || breaks(words, end) || !endsThere(words, later + 1)) return end
  const between = words.slice(end, later + 1)
  const isName = between.every(
    ({ text, apart }) => !apart && /^[\p{L}'’]+$/u.test(text) && !tellsOther.has(text),
  )
  return isName && !directionalOf.has(between[0]!.text) ? later + 1 : end
}

/** A suffix that begins the name of a building or a typing error of suite: `ST PLAZA 3`, `DR ST 200`, `AVE CENTER FOR …`. */
function startsAnew(words: readonly Word[], at: number): boolean {
  const next = words[at + 1]
  if (next === undefined) return false
  const suffix = suffixOf.get(words[at]!.text)!
  if (/\d|^[A-Z]$/.test(next.text) && !directionalOf.has(next.text))
    return suffix === 'ST' || buildings.has(suffix)
  return !breaks(words, at + 1) && !directionalOf.has(next.text) && !suffixOf.has(next.text)
}

function endsThere(words: readonly Word[], at: number): boolean {
  return (
    at >= words.length ||
    breaks(words, at) ||
    directionalOf.has(words[at]!.text) ||
    /^\d/.test(words[at]!.text)
  )
}

/** `OUTER HWY 18`, `PRIVATE ROAD 3481`, `EXPRESSWAY 83` */
function withNumber(words: readonly Word[], end: number): number {
  const [before, suffix, next] = [words[end - 2]!.text, suffixOf.get(words[end - 1]!.text)!, words[end]]
  if (next === undefined || next.apart || !/^\d+[A-Z]?$/.test(next.text)) return end
  return takesItsNumber.has(suffix) || (suffix === 'RD' && namesRoads.has(before)) ? end + 1 : end
}

const takesItsNumber: ReadonlySet<string> = new Set(['HWY', 'RTE', 'EXPY', 'FWY', 'LOOP'])
const namesRoads: ReadonlySet<string> = new Set(
  'PRIVATE COUNTY TOWNSHIP RANCH FOREST SERVICE STATE CO'.split(' '),
)

/** A direction in full may begin the name of a building: `MAIN ST NORTH TOWER`. */
function withDirection(words: readonly Word[], end: number): number {
  const next = words[end]
  if (next === undefined || breaks(words, end) || !directionalOf.has(next.text)) return end
  const within = unitDesignatorOf.get(words[end + 1]?.text ?? '')
  if (next.text.length > 2 && /^(?:BLDG|TWR|WING|LVL)$/.test(within ?? '')) return end
  const isSure = next.text.length <= 2 || /^(?:NORTH|SOUTH)(?:EAST|WEST)$/.test(next.text)
  return isSure || endsThere(words, end + 1) ? end + 1 : end
}

/** `1 UNIVERSITY OF NEW MEXICO`, `11-21 BROADWAY`, `95 ALLEN'S CREEK`: up to a comma, a unit, a number or a mail code. */
function endOfUnusual(words: readonly Word[], name: number): number {
  const end = words.findIndex(
    ({ text }, at) => at > name && (breaks(words, at) || (/\d/.test(text) && !isOrdinal(text))),
  )
  return end === -1 ? words.length : end
}

function breaks(words: readonly Word[], at: number): boolean {
  const { text, apart } = words[at]!
  if (apart || text === '#' || isMailCode(words, at)) return true
  if (isOrdinal(text)) return unitDesignatorOf.get(words[at + 1]?.text ?? '') === 'FL'
  const designator = unitDesignatorOf.get(text)
  const next = words[at + 1]?.text
  if (
    /^(?:BASEMENT|BSMT|LOWER|LOWR|UPPER|UPPR)$/.test(text) &&
    next !== undefined &&
    unitDesignatorOf.get(next) === 'LVL'
  )
    return true
  if (designator === undefined) return false
  return (
    designator === 'REAR' ||
    designator === 'BSMT' ||
    designator === '#' ||
    (next !== undefined && /\d|^[A-Z]$/.test(next))
  )
}

/** Whether a mail stop or a mail code is named at `at`, by which mail is sorted within a house: `MSC10`, `MC 8770`, `MAIL STOP 4`. */
function isMailCode(words: readonly Word[], at: number): boolean {
  const { text } = words[at]!
  if (/^(?:MSC|MS|MC|ML|MLC|MMC|MDC|CB)-?[A-Z]?\d/.test(text)) return true
  const next = words[at + 1]?.text ?? ''
  return mailCodes.has(text) && (/\d/.test(next) || mailCodes.has(next))
}

const mailCodes: ReadonlySet<string> = new Set(
  'MSC MMC MDC MC ML MLC MS CB MAILSTOP MAIL STOP M/C BOX POB PMB'.split(' '),
)

function isStreetSuffix(word: string): boolean {
  return word !== 'SAINT' && streetSuffixes.has(suffixOf.get(word) ?? '')
}

/** Those that a street ends with; the others (CENTER, PARK, HILL, RUN) are as often part of a name. */
const streetSuffixes: ReadonlySet<string> = new Set(
  'ST AVE BLVD DR LN CT PL PKWY CIR WAY TER RD HWY PIKE TPKE PLZ SQ TRL EXPY FWY ALY CRES CSWY XING PATH LOOP'.split(
    ' ',
  ),
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
  return {
    street,
    institution: street === null ? institutionIn(words, true) : null,
    rest: street === null ? '' : written(after),
  }
}

/** The first part between commas, units and numbers that names an institution, without its department. */
function institutionIn(words: readonly Word[], leads: boolean): string | null {
  let from = 0
  for (let at = 1; at <= words.length; at++) {
    const next = words[at]
    const isDepartment = next !== undefined && departments.has(next.text) && !breaks(words, at)
    if (next !== undefined && !isDepartment && !breaks(words, at) && !/\d/.test(next.text)) continue
    const part = words.slice(from, at)
    if (isInstitution(part, isDepartment) || ((leads || from === 0) && isClinic(part))) return written(part)
    from = next !== undefined && /\d/.test(next.text) ? at + 1 : at
  }
  return null
}

/** Before a department only what ends as an institution does: not `HOSPITAL FOR SPECIAL` of `SURGERY`. */
function isInstitution(part: readonly Word[], beforeDepartment: boolean): boolean {
  const name = textOf(part)
  if (part.length < 2 || !institution.test(name) || generic.test(name) || !part.every(mayBeNamed))
    return false
  return beforeDepartment ? head.test(name) : !/ (?:OF|FOR|AT|AND|THE|&)$/.test(name)
}

/** After a unit it may be a department: `FL 1 ORTHOPEDIC CLINIC`. */
function isClinic(part: readonly Word[]): boolean {
  return part.length > 1 && part.at(-1)!.text === 'CLINIC' && part.every(mayBeNamed)
}

function mayBeNamed({ text }: Word): boolean {
  return !/\d/.test(text) && !departments.has(text) && !unitDesignatorOf.has(text) && !streetEnds.has(text)
}

/** What a street ends with, here without its number. */
const streetEnds: ReadonlySet<string> = new Set(
  'STREET AVE AVENUE BLVD BOULEVARD DRIVE RD ROAD PLAZA PLZ'.split(' '),
)
/** Every town has one. */
const generic = /^(?:THE |MAIN )?(?:CANCER|MEDICAL|MED|HEALTH|TRAUMA)? ?(?:HOSPITAL|CENTER|CENTRE|CTR)$/
const head = /\b(?:HOSPITAL|HOSP|VAMC|UNIVERSITY|COLLEGE|CENTER|CENTRE|CTR)$/
const institution =
  /\b(?:HOSPITAL|HOSPITALS|HOSP|VAMC|INFIRMARY|SANATORIUM|UNIVERSITY|COLLEGE|(?:MEDICAL|MED|HEALTH|CANCER|TRAUMA) (?:CENTER|CENTRE|CTR))\b/

/** An institution that does its paperwork here is not itself here. */
const paperwork: ReadonlySet<string> = new Set(
  'BILLING CREDENTIALING CREDENTIALS PAYROLL COLLECTIONS'.split(' '),
)

/** Within an institution. */
const departments: ReadonlySet<string> = new Set(
  (
    'DEPT DEPARTMENT DEPARTMENTS DIVISION DIV PROGRAM PROGRAMS RESIDENCY FELLOWSHIP BILLING OFFICE OFFICES ATTN ATTENTION C/O ' +
    'PHARMACY SERVICE SERVICES LABORATORY LAB EDUCATION PHYSICIAN PHYSICIANS STAFF CREDENTIALING UNIT OUTPATIENT INPATIENT ' +
    'EMERGENCY PEDIATRICS PEDIATRIC RADIOLOGY PATHOLOGY ANESTHESIA ANESTHESIOLOGY SURGERY ONCOLOGY CARDIOLOGY NEUROLOGY ' +
    'PSYCHIATRY TRAUMA GERIATRICS ALLERGY DENTAL EYE SURGICAL REHABILITATION ORTHOPEDIC ORTHOPEDICS PULMONARY'
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

/** Whether a word after a street is no name of a building: a unit, a mail code, a department, another suffix. */
export function isOtherWord(word: string): boolean {
  return (
    unitDesignatorOf.has(word) ||
    mailCodes.has(word) ||
    tellsOther.has(word) ||
    suffixOf.has(word) ||
    directionalOf.has(word)
  )
}
