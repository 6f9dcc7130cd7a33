/** The part of a building, as read aloud: `STE 4 BLDG C` → `, Suite 4, Building C`. */
import { isOrdinal, unitDesignatorOf } from '../street-words.ts'
import { capitalised } from './capital.ts'

/** `BLDG C STE 4` → `, Building C, Suite 4` */
export function unitPhrase(words: readonly string[]): string {
  let phrase = ''
  for (const [at, word] of words.entries()) {
    const follows = words[at - 1] === '#' ? '' : ' '
    if (at === 0 || (startsUnit(words, at) && !unitDesignatorOf.has(words[at - 1]!))) phrase += ','
    phrase += follows + unitWord(word)
  }
  return phrase
}

/** Whether a part of a building is named from `at` on: `STE 4`, `2ND FLOOR`, `REAR` at the end. */
export function startsUnit(words: readonly string[], at: number): boolean {
  const designator = unitDesignatorOf.get(words[at]!)
  const next = words[at + 1]
  if (next === undefined) return designator === 'BSMT' || designator === 'PH' || designator === 'REAR'
  if (isOrdinal(words[at]!)) return unitDesignatorOf.get(next) === 'FL'
  return designator !== undefined && (designator === '#' || /\d/.test(next) || next.length === 1)
}

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
}
