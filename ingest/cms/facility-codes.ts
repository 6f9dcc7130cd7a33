/** Maps the facility types of lists to NUCC codes. */
import { normalizeLabel } from '../facts/listed-kind.ts'
import { readDataTable } from '../read/data-table.ts'
import { generalHospital, isHospitalCode } from '@careatlas/directory/taxonomy'

/**
 * Each line has a type in the form of `normalizeLabel`; its codes, the most specific first, each of an organization in
 * `directory/taxonomy`; and names of places that a list has under this type although they are of another kind. "Hospital" has no
 * code, because it may be a general, psychiatric or rehabilitation hospital. The code set has no code for a rural emergency
 * hospital, which has no inpatients, so it gets the code for emergency care.
 */
const kinds = new Map(
  readDataTable(import.meta.dirname, 'facility-kinds.tsv').map(([type = '', codes = '', unless = '']) => [
    type,
    { codes: codes.split(' '), unless: unless === '' ? null : new RegExp(unless, 'i') },
  ]),
)

/** All codes of facility lists; a test compares them with the tables of the directory. */
export const facilityKindCodes: readonly string[] = [...kinds.values()].flatMap(({ codes }) => codes)

/** The codes of the place with the name `name`: the first cell with a known type decides. */
export function findFacilityCodes(cells: readonly (string | undefined)[], name: string): readonly string[] {
  const kind = cells.map((cell) => kinds.get(normalizeLabel(cell ?? ''))).find((known) => known !== undefined)
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
