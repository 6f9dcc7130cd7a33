/** The NUCC taxonomy codes with plain-language labels, from the tables in `taxonomy/`. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** One code. Labels are lower case except for proper names, for use within a sentence. */
export interface Taxonomy {
  /** Ten characters, the last an X. */
  readonly code: string
  readonly kind: 'individual' | 'organization'
  /** Singular: `cardiologist`, `community pharmacy`. Two codes may share a name. */
  readonly name: string
  /** `cardiologists` */
  readonly plural: string
  /** The patient's word, singular: `heart doctor`; null if `name` is plain already. */
  readonly plain: string | null
  /** The care that a place with this code offers: `heart care`. */
  readonly field: string
  /** Completes `<Plural> …` and is true of every clinician or organization with this code: `diagnose and treat heart disease: chest pain, …`. */
  readonly care: string
}

let tables: readonly Taxonomy[] | undefined
let byCode: ReadonlyMap<string, Taxonomy> | undefined

/** The labels of `code`, in upper case as in the registry; null if no table has the code. */
export function taxonomyOf(code: string): Taxonomy | null {
  byCode ??= new Map(allTaxonomies().map((taxonomy) => [taxonomy.code, taxonomy]))
  return byCode.get(code) ?? null
}

/** NUCC: the first four characters of a code, which its specializations share: `207R` (internal medicine). */
export function classificationOf(code: string): string {
  return code.slice(0, 4)
}

/**
 * False for professions that serve patients without giving care. NUCC: interpreters (171R), contractors (171W), drivers (172A),
 * funeral directors (176P), coders and designers (1744), illustrators, photographers, engineers (246Z) and technicians of
 * equipment and X-ray films (2472).
 */
export function givesCare(code: string): boolean {
  return !codesWithoutCare.test(code)
}

const codesWithoutCare =
  /^(?:171[RW]|172A|176P|1744G|1744R11|246Z(?:A26|B030[12]|B0500|G0701|I10)|2472(?:B|D))/

/** NUCC: hospitals, general, specialized or military (28). */
export function isHospitalCode(code: string): boolean {
  return code.startsWith('28')
}

/** NUCC: psychiatric, rehabilitation and other units of a hospital, swing beds. */
export function isHospitalUnitCode(code: string): boolean {
  return code.startsWith('27')
}

/** NUCC: a general acute care hospital; other codes are more specific. */
export const generalHospital = '282N00000X'

/** The rows of all tables, in the order of the file names. Throws an Error that names the line of an invalid row. */
export function allTaxonomies(): readonly Taxonomy[] {
  tables ??= readdirSync(folder)
    .filter((file) => file.endsWith('.tsv'))
    .toSorted()
    .flatMap(readTable)
  return tables
}

const folder = join(import.meta.dirname, 'taxonomy')
const columns = 'code\tkind\tname\tplural\tplain\tfield\tcare'

function readTable(file: string): readonly Taxonomy[] {
  const [header, ...rows] = readFileSync(join(folder, file), 'utf8').trimEnd().split('\n')
  if (header !== columns) throw new Error(`${file}: the first line must name the columns ${columns}`)
  return rows.map((row, index) => readRow(row, `${file}, line ${index + 2}`))
}

function readRow(row: string, where: string): Taxonomy {
  const [code, kind, name, plural, plain, field, care, ...more] = row.split('\t')
  if (!code || !name || !plural || plain === undefined || !field || !care || more.length > 0) {
    throw new Error(`${where}: a row has seven columns, and only the fifth (plain) may be empty`)
  }
  if (kind !== 'individual' && kind !== 'organization') throw new Error(`${where}: ${kind} is not a kind`)
  return { code, kind, name, plural, plain: plain || null, field, care }
}
