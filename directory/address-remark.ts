/** Words of an address that name an occupant, not a location: a hospital before the house number, a department. */
import { directionalOf, isOrdinal, suffixOf, unitDesignatorOf } from './street-words.ts'

/** Whether words do not distinguish units of a building: `DEPT OF MEDICINE`, not `FEGAN 3`, `LOWER LEVEL`, `SUMMIT EAST`. */
export function isRemark(words: readonly string[]): boolean {
  const last = words.at(-1)
  if (last === undefined || last.length === 1 || directionalOf.has(last)) return false
  return words.every((word) => !/\d/.test(word) && !partsOfBuildings.has(word))
}

/** Whether one of the words names an institution or a department: `UC DAVIS MEDICAL CTR PM R`. */
export function isInstitution(words: readonly string[]): boolean {
  return words.some((word) => institutions.has(word))
}

/** Whether the words start with a house number and a street follows: `100 N ST`, not `5TH AMBULATORY CTR` or `PO BOX 12`. */
export function startsWithHouseNumber([house = '', street]: readonly string[]): boolean {
  return /^\d/.test(house) && !isOrdinal(house) && street !== undefined
}

/**
 * `ORCHARD MEMORIAL HOSPITAL 1200 W MEADOW PIKE` → `1200 W MEADOW PIKE`. A whole street must follow the number, and the number must
 * not belong to the word before it: `HWY 6 EAST`, `MILE 111 ALASKA HWY`.
 */
export function dropBeforeHouseNumber(words: readonly string[]): readonly string[] {
  const index = words.findIndex((word) => /\d/.test(word))
  const [before, street] = [words.slice(0, index), words.slice(index)]
  const leading = before.at(-1) ?? ''
  const isRoadNumber =
    index < 1 || leading.length < 3 || wordsBeforeNumbers.has(suffixOf.get(leading) ?? leading)
  return !isRoadNumber && /^\d+[A-Z]?$/.test(street[0]!) && isWholeStreet(street) && isRemark(before)
    ? street
    : words
}

/** A department may follow the street: `TRUMAN MEDICAL CTR 2301 HOLMES ST DEPT OF MEDICINE`. */
function isWholeStreet(words: readonly string[]): boolean {
  const street = removeInstitution(words)
  const undirected = directionalOf.has(street.at(-1)!) ? street.slice(0, -1) : street
  return undirected.length > 2 && suffixOf.has(undirected.at(-1)!)
}

/**
 * `535 E 70TH ST DEPT OF MEDICINE` → `535 E 70TH ST`. Removes only words that name an institution, because a street name may
 * continue after its suffix: `1 PARK PLACE COMMONS`.
 */
export function removeInstitution(words: readonly string[]): readonly string[] {
  const suffix = words.findIndex(
    (word, index) =>
      index > 1 && streetEndSuffixes.has(suffixOf.get(word) ?? '') && !directionalOf.has(words[index - 1]!),
  )
  if (suffix === -1) return words
  const end = directionalOf.has(words[suffix + 1] ?? '') ? suffix + 2 : suffix + 1
  const after = words.slice(end)
  const last = after.at(-1) ?? ''
  const namesInstitution =
    after.some((word) => institutions.has(word)) && (institutions.has(last) || !suffixOf.has(last))
  return startsWithHouseNumber(words) && namesInstitution && isRemark(after) ? words.slice(0, end) : words
}

/** Suffixes that no number follows, unlike `HWY 59` and `COUNTY RD 5`. */
export const streetEndSuffixes: ReadonlySet<string> = new Set(
  'ST AVE BLVD DR LN CT PL PKWY CIR WAY TER PLZ SQ'.split(' '),
)

/** Words for parts of a building; a department is not a part. */
const partsOfBuildings: ReadonlySet<string> = new Set([
  ...[...unitDesignatorOf].filter(([, unit]) => unit !== 'DEPT').map(([word]) => word),
  ...'UPPER LOWER LOWR LEFT RIGHT FRONT LL UL MEZZANINE MEZZ ANNEX ANX'.split(' '),
])

const wordsBeforeNumbers: ReadonlySet<string> = new Set(
  (
    'HWY RTE RD ST AVE LOOP FWY EXPY TPKE XING JCT COR STA BYP STATE COUNTY TOWNSHIP INTERSTATE EXIT MILE MILEPOST ' +
    'BLOCK BLK LOT TRACT SITE GATE PIER CAMP DISTRICT HANGAR STOP MAIL DESK BED NUMBER'
  ).split(' '),
)

const institutions: ReadonlySet<string> = new Set(
  (
    'DEPT DEPARTMENT DIVISION DIV ATTN HOSPITAL HOSP CLINIC CLINICS CENTER CENTRE CTR MEDICAL HEALTH PROGRAM ' +
    'UNIVERSITY SCHOOL PHARMACY ASSOCIATES ' +
    'ANESTHESIA ANESTHESIOLOGY CARDIOLOGY DERMATOLOGY EMERGENCY ENDOCRINOLOGY FELLOWSHIP GASTROENTEROLOGY GYNECOLOGY ' +
    'HOSPITALIST HOSPITALISTS ICU INTENSIVIST MEDICINE NEPHROLOGY NEUROLOGY NEUROSURGERY NICU OBGYN ONCOLOGY ' +
    'OPHTHALMOLOGY ORTHOPAEDICS ORTHOPEDICS OTOLARYNGOLOGY PATHOLOGY PEDIATRIC PEDIATRICS PSYCHIATRY PULMONARY ' +
    'RADIOLOGY REHABILITATION RESIDENCY RHEUMATOLOGY SURGERY THERAPY UROLOGY'
  ).split(' '),
)
