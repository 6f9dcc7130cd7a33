/** Expands the units of a line: `STE 4 BLDG C` → `, Suite 4, Building C`. */
import { directionalOf, isOrdinal, numberOf, ordinalOf, unitDesignatorOf } from '../street-words.ts'
import { capitalize } from './capitalize.ts'

/** `BLDG C STE 4` → `, Building C, Suite 4` */
export function unitPhrase(words: readonly string[]): string {
  let phrase = ''
  for (const [at, word] of words.entries()) {
    const follows = words[at - 1] === '#' ? '' : ' '
    const within = unitDesignatorOf.has(words[at - 1] ?? '') && startsUnit(words, at - 1)
    if (at === 0 || (startsUnit(words, at) && !within)) phrase += ','
    phrase += follows + unitWord(word)
  }
  return phrase
}

/** Whether a unit begins at `at`: `STE 4`, `2ND FLOOR`, `LOWER LEVEL`, a final `REAR`; not `TOWER` of `TOWER 7TH FLOOR`. */
export function startsUnit(words: readonly string[], at: number): boolean {
  const designator = unitDesignatorOf.get(words[at]!)
  const next = words[at + 1]
  if (next === undefined) return designator === 'BSMT' || designator === 'PH' || designator === 'REAR'
  if (namesFloor(words[at]!)) return isFloor(next)
  if (namesFloor(words[at - 1] ?? '') && isFloor(words[at]!)) return false
  if (namesFloor(next) && isFloor(words[at + 2] ?? '')) return false
  return designator !== undefined && (designator === '#' || isNumbered.test(next) || next.length === 1)
}

/** `2ND`, `SECOND`, `GROUND`, `LOWER` before a floor or a level. */
function namesFloor(word: string): boolean {
  return isOrdinal(word.replace(/^.*[+&]/, '')) || ordinalOf.has(word) || floorNames.has(word)
}

const floorNames: ReadonlySet<string> = new Set('GROUND LOWER LOWR UPPER UPPR MAIN BASEMENT BSMT'.split(' '))

function isFloor(word: string): boolean {
  const designator = unitDesignatorOf.get(word)
  return designator === 'FL' || designator === 'LVL'
}

/** The first unit in `words` and those directly after it; a mailbox is not a unit. */
export function unitWords(words: readonly string[]): readonly string[] {
  const from = words.findIndex((_, at) => namesUnit(words, at))
  if (from === -1) return []
  const rest = words.slice(from)
  const end = rest.findIndex(
    (word, at) => at > 0 && !namesUnit(rest, at) && (mailboxes.has(word) || !goesOn(rest, at)),
  )
  return end === -1 ? rest : rest.slice(0, end)
}

/** Not `UNIT ASSOCIATES`, not `# MS 31`, and not `WHITE BUILDING 443`, which is a room in the White Building. */
function namesUnit(words: readonly string[], at: number): boolean {
  const [word, next] = words.slice(at, at + 2)
  if (!startsUnit(words, at) || mailboxes.has(word!)) return false
  if (named.has(unitDesignatorOf.get(word!) ?? '') && !words.slice(Math.max(0, at - 2), at).every(isOfUnit))
    return false
  return next === undefined || namesFloor(word!) || (isId(next) && !mailCode.test(next))
}

/** Parts of a building that may have a name instead of a number. */
const named: ReadonlySet<string> = new Set(['BLDG', 'TWR', 'WING', 'OFC', 'DEPT', 'LVL'])
/** Mail stops and mail codes. */
const mailCode = /^M(?:S|C|SC|L|LC|MC|DC)\d*$/

function isOfUnit(word: string): boolean {
  return unitDesignatorOf.has(word) || namesFloor(word) || isId(word)
}

function goesOn(words: readonly string[], at: number): boolean {
  const [before, word] = words.slice(at - 1, at + 1) as [string, string]
  const isNamedFloor = isFloor(before) && namesFloor(words[at - 2] ?? '')
  const awaited = namesFloor(before) || (unitDesignatorOf.has(before) && !isNamedFloor)
  return awaited || /\d/.test(word) || word.length === 1 || directionalOf.has(word) || isFloor(word)
}

function isId(word: string): boolean {
  return isNumbered.test(word) || word.length <= 2 || numberOf.has(word)
}

const mailboxes: ReadonlySet<string> = new Set(['PMB', 'BOX'])

function unitWord(word: string): string {
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
