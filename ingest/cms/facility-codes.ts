/** Maps the facility types of lists to NUCC codes. */
import { normalizeLabel } from '../facts/listed-kind.ts'
import { generalHospital, isHospitalCode } from '@careatlas/directory/taxonomy'

interface Kind {
  /** In the form of `normalizeLabel`. */
  readonly words: readonly string[]
  /** The most specific code first; each is a code of an organization in `directory/taxonomy`. */
  readonly codes: readonly string[]
  /** Names of places that the list has under this type although they are of another kind. */
  readonly unless?: RegExp
}

/**
 * "Hospital" has no code, because it may be a general, psychiatric or rehabilitation hospital. The code set has no code for a
 * rural emergency hospital, which has no inpatients, so it gets the code for emergency care.
 */
const kinds: readonly Kind[] = [
  { words: ['acute care hospitals', 'acute care hospital', 'general hospital'], codes: ['282N00000X'] },
  { words: ['acute care veterans administration'], codes: ['282N00000X', '261QV0200X'] },
  { words: ['acute care department of defense'], codes: ['2865M2000X'] },
  { words: ['critical access hospitals', 'critical access hospital'], codes: ['282NC0060X'] },
  { words: ['childrens', 'childrens hospital'], codes: ['282NC2000X'] },
  { words: ['psychiatric', 'psychiatric hospital'], codes: ['283Q00000X'] },
  { words: ['long term', 'long term care hospital'], codes: ['282E00000X'] },
  { words: ['rehabilitation hospital'], codes: ['283X00000X'] },
  { words: ['rural emergency hospital'], codes: ['261QE0002X'] },
  { words: ['urgent care', 'urgent care center', 'urgent care clinic'], codes: ['261QU0200X'] },
  { words: ['pharmacy', 'pharmacies'], codes: ['333600000X'] },
  { words: ['community pharmacy', 'retail pharmacy'], codes: ['3336C0003X'] },
  { words: ['federally qualified health center', 'fqhc'], codes: ['261QF0400X'] },
  { words: ['rural health clinic'], codes: ['261QR1300X'] },
  { words: ['ambulatory surgical center'], codes: ['261QA1903X'] },
  { words: ['dialysis facility'], codes: ['261QE0700X'] },
  { words: ['skilled nursing facility', 'nursing home'], codes: ['314000000X'] },
  { words: ['home health agency'], codes: ['251E00000X'] },
  // Of 1,481 places with this type, 312 are Vet Centers, which offer counseling only; some are offices, and some hospitals.
  {
    words: ['va facility'],
    codes: ['261QV0200X'],
    unless: /\bvet center\b|\bvisn\b|\boffices?\b|\bhospital\b|\bmedical center\b|\bhealth ?care system\b/i,
  },
  // Category and subtype of the CMS Provider of Services file, in the column `category` of some lists.
  { words: ['01 01'], codes: ['282N00000X'] },
  { words: ['01 02'], codes: ['282E00000X'] },
  { words: ['01 04'], codes: ['283Q00000X'] },
  { words: ['01 05'], codes: ['283X00000X'] },
  { words: ['01 06'], codes: ['282NC2000X'] },
  { words: ['01 11'], codes: ['282NC0060X'] },
  { words: ['02 03', '04 01'], codes: ['314000000X'] },
  { words: ['05 01'], codes: ['251E00000X'] },
  { words: ['09 01'], codes: ['261QE0700X'] },
  { words: ['12 01'], codes: ['261QR1300X'] },
  { words: ['15 01'], codes: ['261QA1903X'] },
  { words: ['21 01'], codes: ['261QF0400X'] },
  // Provider type of the Medicare enrollment; `00-09`, a hospital, and `12-70`, a clinic or group, have no code.
  { words: ['00 85'], codes: ['282NC0060X'] },
]

const kindByWords = new Map(kinds.flatMap((kind) => kind.words.map((words) => [words, kind])))

/** All codes of facility lists; a test compares them with the tables of the directory. */
export const facilityKindCodes: readonly string[] = kinds.flatMap(({ codes }) => codes)

/** The codes of the place with the name `name`: the first cell with a known type decides. */
export function findFacilityCodes(cells: readonly (string | undefined)[], name: string): readonly string[] {
  const kind = cells
    .map((cell) => kindByWords.get(normalizeLabel(cell ?? '')))
    .find((known) => known !== undefined)
  return kind === undefined || kind.unless?.test(name) ? [] : kind.codes
}

/**
 * The kind of a hospital from the codes of its list and the range of its certification number: the one that is not a general
 * hospital; only "hospital" if the two contradict each other.
 */
export function refineHospitalCodes(listed: readonly string[], certified: string | null): readonly string[] {
  if (certified === null || listed.includes(certified)) return listed
  if (listed.every((code) => code === generalHospital)) return [certified]
  return listed.some(isHospitalCode) ? listed.filter((code) => !isHospitalCode(code)) : listed
}

/** The type in the name of a file: `synthea_urgent_care.csv.gz` → urgent care. */
export function findKindInFileName(file: string): string | undefined {
  const words = ` ${normalizeLabel(file)} `
  return ['urgent care', 'pharmacies', 'pharmacy'].find((kind) => words.includes(` ${kind} `))
}
