/** Maps the facility types of lists to NUCC codes. */
import { normalizeLabel } from '../facts/listed-kind.ts'
import { readDataTable } from '../read/data-table.ts'
import { generalHospital, isHospitalCode } from '@careatlas/directory/taxonomy'

/**
 * By type, in the form of `normalizeLabel`: the codes, each of an organization in `directory/taxonomy`, with the most specific
 * first; and a pattern for the names of places that lists have under this type although they are of another kind. The type
 * "hospital" has no code, because it may be a general, psychiatric or rehabilitation hospital. The code set has no code for a
 * rural emergency hospital, which has no inpatients, so its code is that of emergency care.
 */
const kindByType = new Map(
  readDataTable(import.meta.dirname, 'facility-kinds.tsv').map(([type = '', codes = '', unless = '']) => [
    type,
    { codes: codes.split(' '), unless: unless === '' ? null : new RegExp(unless, 'i') },
  ]),
)

/** The codes of the place with the name `name`: the first cell with a known type decides. */
export function findFacilityCodes(cells: readonly (string | undefined)[], name: string): readonly string[] {
  const kind = cells
    .map((cell) => kindByType.get(normalizeLabel(cell ?? '')))
    .find((found) => found !== undefined)
  return kind === undefined || kind.unless?.test(name) ? [] : kind.codes
}

/**
 * The codes of a hospital from its list and from the range of its certification number (`certifiedCode`). The range replaces the
 * code of a general hospital. If the two contradict each other, no hospital code remains.
 */
export function refineHospitalCodes(
  listedCodes: readonly string[],
  certifiedCode: string | null,
): readonly string[] {
  if (certifiedCode === null || listedCodes.includes(certifiedCode)) return listedCodes
  if (listedCodes.every((code) => code === generalHospital)) return [certifiedCode]
  return listedCodes.some(isHospitalCode) ? listedCodes.filter((code) => !isHospitalCode(code)) : listedCodes
}

/** The type in the name of a file: `synthea_urgent_care.csv.gz` → urgent care. */
export function findKindInFileName(file: string): string | undefined {
  const words = ` ${normalizeLabel(file)} `
  return ['urgent care', 'pharmacies', 'pharmacy'].find((kind) => words.includes(` ${kind} `))
}
