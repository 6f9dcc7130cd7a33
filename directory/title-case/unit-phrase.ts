/** The part of a building, as read aloud: `STE 4 BLDG C` → `, Suite 4, Building C`. */
import { directionalOf, isOrdinal, numberOf, unitDesignatorOf } from '../street-words.ts'
import { capitalised } from './capital.ts'

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

/** Whether a part of a building is named from `at` on: `STE 4`, `2ND FLOOR`, `REAR` at the end; not `TOWER` of `TOWER 7TH FLOOR`. */
export function startsUnit(words: readonly string[], at: number): boolean {
  const designator = unitDesignatorOf.get(words[at]!)
  const next = words[at + 1]
  if (next === undefined) return designator === 'BSMT' || designator === 'PH' || designator === 'REAR'
  if (isOrdinal(words[at]!)) return unitDesignatorOf.get(next) === 'FL'
  if (isOrdinal(words[at - 1] ?? '') && designator === 'FL') return false
  if (isOrdinal(next) && unitDesignatorOf.get(words[at + 2] ?? '') === 'FL') return false
  return designator !== undefined && (designator === '#' || /\d/.test(next) || next.length === 1)
}

/** The first part of a building among `words`, and those that follow right after it; a mailbox is no such part. */
export function unitWords(words: readonly string[]): readonly string[] {
  const from = words.findIndex((_, at) => namesUnit(words, at))
  if (from === -1) return []
  const rest = words.slice(from)
  const end = rest.findIndex(
    (word, at) => at > 0 && !namesUnit(rest, at) && (mailboxes.has(word) || !goesOn(rest, at)),
  )
  return end === -1 ? rest : rest.slice(0, end)
}

/** Not `UNIT ASSOCIATES`, and not `WHITE BUILDING 443`, which is a room of the white one. */
function namesUnit(words: readonly string[], at: number): boolean {
  const [word, next] = words.slice(at, at + 2)
  if (!startsUnit(words, at) || mailboxes.has(word!)) return false
  if (at > 0 && unitDesignatorOf.get(word!) === 'BLDG' && !unitDesignatorOf.has(words[at - 2] ?? ''))
    return false
  return next === undefined || isOrdinal(word!) || isId(next)
}

function goesOn(words: readonly string[], at: number): boolean {
  const [before, word] = words.slice(at - 1, at + 1) as [string, string]
  const awaited = isOrdinal(before) || unitDesignatorOf.has(before)
  return awaited || /\d/.test(word) || word.length === 1 || directionalOf.has(word)
}

function isId(word: string): boolean {
  return /\d/.test(word) || word.length <= 2 || numberOf.has(word)
}

const mailboxes: ReadonlySet<string> = new Set(['PMB', 'BOX'])

function unitWord(word: string): string {
  if (isOrdinal(word)) return word.toLowerCase()
  return unitNames[word] ?? (/\d/.test(word) || word.length <= 2 ? word : capitalised(word))
}

const unitNames: Readonly<Record<string, string>> = {
  STE: 'Suite',
  STES: 'Suites',
  APT: 'Apartment',
  BLDG: 'Building',
  FL: 'Floor',
  FLR: 'Floor',
  RM: 'Room',
  DEPT: 'Department',
  OFC: 'Office',
  SPC: 'Space',
  TRLR: 'Trailer',
  TWR: 'Tower',
  LVL: 'Level',
  PH: 'Penthouse',
  BSMT: 'Basement',
  LBBY: 'Lobby',
  PMB: 'PMB',
}
