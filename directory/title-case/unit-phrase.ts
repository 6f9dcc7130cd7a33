/** Expands the units of a line: `STE 4 BLDG C` → `, Suite 4, Building C`. */
import { directionalOf, isOrdinal, numberOf, ordinalOf, unitDesignatorOf } from '../street-words.ts'
import { capitalize } from './capitalize.ts'

/** `BLDG C STE 4` → `, Building C, Suite 4` */
export function titleCaseUnitPhrase(words: readonly string[]): string {
  let phrase = ''
  for (const [index, word] of words.entries()) {
    const separator = words[index - 1] === '#' ? '' : ' '
    const isInsideUnit = unitDesignatorOf.has(words[index - 1] ?? '') && startsUnit(words, index - 1)
    if (index === 0 || (startsUnit(words, index) && !isInsideUnit)) phrase += ','
    phrase += separator + titleCaseUnitWord(word)
  }
  return phrase
}

/** Whether a unit begins at `index`: `STE 4`, `2ND FLOOR`, `LOWER LEVEL`, a final `REAR`; not `TOWER` of `TOWER 7TH FLOOR`. */
export function startsUnit(words: readonly string[], index: number): boolean {
  const designator = unitDesignatorOf.get(words[index]!)
  const next = words[index + 1]
  if (next === undefined) return designator === 'BSMT' || designator === 'PH' || designator === 'REAR'
  if (isFloorName(words[index]!)) return isFloor(next)
  if (isFloorName(words[index - 1] ?? '') && isFloor(words[index]!)) return false
  if (isFloorName(next) && isFloor(words[index + 2] ?? '')) return false
  return designator !== undefined && (designator === '#' || isNumbered.test(next) || next.length === 1)
}

/** `2ND`, `SECOND`, `GROUND`, `LOWER` before a floor or a level. */
function isFloorName(word: string): boolean {
  return isOrdinal(word.replace(/^.*[+&]/, '')) || ordinalOf.has(word) || floorNames.has(word)
}

const floorNames: ReadonlySet<string> = new Set('GROUND LOWER LOWR UPPER UPPR MAIN BASEMENT BSMT'.split(' '))

function isFloor(word: string): boolean {
  const designator = unitDesignatorOf.get(word)
  return designator === 'FL' || designator === 'LVL'
}

/** The first unit in `words` and those directly after it; a mailbox is not a unit. */
export function unitWords(words: readonly string[]): readonly string[] {
  const start = words.findIndex((_, index) => isUnitStart(words, index))
  if (start === -1) return []
  const rest = words.slice(start)
  const end = rest.findIndex(
    (word, index) =>
      index > 0 && !isUnitStart(rest, index) && (mailboxes.has(word) || !continuesUnit(rest, index)),
  )
  return end === -1 ? rest : rest.slice(0, end)
}

/** Not `UNIT ASSOCIATES`, not `# MS 31`, and not `WHITE BUILDING 443`, which is a room in the White Building. */
function isUnitStart(words: readonly string[], index: number): boolean {
  const [word, next] = words.slice(index, index + 2)
  if (!startsUnit(words, index) || mailboxes.has(word!)) return false
  if (
    nameableParts.has(unitDesignatorOf.get(word!) ?? '') &&
    !words.slice(Math.max(0, index - 2), index).every(canBelongToUnit)
  )
    return false
  return next === undefined || isFloorName(word!) || (isId(next) && !mailCode.test(next))
}

/** Parts of a building that may have a name instead of a number. */
const nameableParts: ReadonlySet<string> = new Set(['BLDG', 'TWR', 'WING', 'OFC', 'DEPT', 'LVL'])
/** Mail stops and mail codes. */
const mailCode = /^M(?:S|C|SC|L|LC|MC|DC)\d*$/

function canBelongToUnit(word: string): boolean {
  return unitDesignatorOf.has(word) || isFloorName(word) || isId(word)
}

function continuesUnit(words: readonly string[], index: number): boolean {
  const [before, word] = words.slice(index - 1, index + 1) as [string, string]
  const isNamedFloor = isFloor(before) && isFloorName(words[index - 2] ?? '')
  const needsNext = isFloorName(before) || (unitDesignatorOf.has(before) && !isNamedFloor)
  return needsNext || /\d/.test(word) || word.length === 1 || directionalOf.has(word) || isFloor(word)
}

function isId(word: string): boolean {
  return isNumbered.test(word) || word.length <= 2 || numberOf.has(word)
}

const mailboxes: ReadonlySet<string> = new Set(['PMB', 'BOX'])

function titleCaseUnitWord(word: string): string {
  if (isOrdinal(word)) return word.toLowerCase()
  if (isList.test(word))
    return word
      .replaceAll(/\d+[A-Z]{2}/g, (id) => id.toLowerCase())
      .replaceAll(/[+&|]/g, (mark) => listMarks[mark]!)
  return unitNames[word] ?? (/^[A-Z]{4,}$/.test(word) ? capitalize(word) : word)
}

/** As `titleCaseUnit` writes lists: `A&B`, `2A+2D` (and), `117|118` (comma). */
const listMarks: Readonly<Record<string, string>> = { '&': ' & ', '+': ' and ', '|': ', ' }
const isList = /^(?:[A-Z]|\d+[A-Z]{0,2})(?:[+&|](?:[A-Z]|\d+[A-Z]{0,2}))+$/
const isNumbered = /\d|\w[+&|]\w|^[A-Z][-/][A-Z]$/

const unitNames: Readonly<Record<string, string>> = {
  STE: 'Suite',
  STES: 'Suites',
  SUIT: 'Suite',
  SUTIE: 'Suite',
  APT: 'Apartment',
  BLDG: 'Building',
  BLD: 'Building',
  BLDNG: 'Building',
  BULDING: 'Building',
  FL: 'Floor',
  FLR: 'Floor',
  RM: 'Room',
  DEPT: 'Department',
  OFC: 'Office',
  SPC: 'Space',
  TRLR: 'Trailer',
  TWR: 'Tower',
  LVL: 'Level',
  LOWR: 'Lower',
  UPPR: 'Upper',
  BSMT: 'Basement',
  LBBY: 'Lobby',
  PMB: 'PMB',
}
