/** Abbreviations in addresses: compass directions, and those with the same meaning in every position. */
import { directionalWord, suffixWord } from '../street-words.ts'
import { capitalize } from './capitalize.ts'

/** `SPGS` → `Springs`, `BLDG` → `Building`; undefined for other words and for ambiguous abbreviations. */
export function expandPlaceAbbreviation(word: string): string | undefined {
  const part = partsOfBuildings.get(word)
  if (part !== undefined) return part
  const suffix = /[AEIOUY]/.test(word) || ambiguous.has(word) ? undefined : suffixWord.get(word)
  return suffix === undefined ? undefined : capitalize(suffix)
}

const partsOfBuildings: ReadonlyMap<string, string> = new Map(
  Object.entries({ BLDG: 'Building', FRNT: 'Front', LOWR: 'Lower', LVL: 'Level', RM: 'Room', UPPR: 'Upper' }),
)

/** Street and saint, drive and doctor, fort and foot, point and physical therapy. */
const ambiguous: ReadonlySet<string> = new Set('ST STR DR CT PT MT FT ML BR'.split(' '))

/** `NW` → `Northwest`; full words are not abbreviations. */
export function expandDirection(word: string): string | undefined {
  const direction = word.length <= 2 ? directionalWord.get(word) : undefined
  return direction === undefined ? undefined : capitalize(direction)
}
