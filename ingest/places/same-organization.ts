/** Decides whether a name in a facility list and a name in the registry, at one address, are names of one organization. */
import { foldName } from '@careatlas/directory/person-name'
import { readDataTable } from '../read/data-table.ts'

/**
 * Whether the names have the same words, apart from legal forms, articles and spelling, or one name contains the other with at
 * least two distinctive words: `ST MARYS HOSPITAL OF RED HOOK` and `Saint Mary's Hospital of Red Hook, Inc`, but not `MERCY
 * HOSPITAL` and `MERCY HOSPITAL PHARMACY`.
 */
export function isNearlySameName(one: string, other: string): boolean {
  const [short, long] = [tellingWords(one), tellingWords(other)].toSorted((a, b) => a.length - b.length)
  const within = ` ${long!.join(' ')} `.includes(` ${short!.join(' ')} `)
  if (!within || short!.length === 0) return false
  return short!.length === long!.length || short!.filter((word) => !common.has(word)).length >= 2
}

function tellingWords(name: string): readonly string[] {
  return foldName(name)
    .split(' ')
    .map((word) => singular(spelling.get(word) ?? word))
    .filter((word) => word !== '' && !silent.has(word))
}

/** `CLINICS` → `CLINIC`, `MARYS` → `MARY`. Words that end in `SS`, `US` or `IS`, such as `CAMPUS`, stay. */
function singular(word: string): string {
  return word.length > 3 && /[^SUI]S$/.test(word) ? word.slice(0, -1) : word
}

const silent: ReadonlySet<string> = new Set(
  'THE OF AND AT IN A INC INCORPORATED LLC LLP LP PC PLLC PLC PA PSC CORP CORPORATION CO COMPANY LTD LIMITED'.split(
    ' ',
  ),
)

const spelling: ReadonlyMap<string, string> = new Map(
  readDataTable(import.meta.dirname, 'name-abbreviations.tsv').map(([written = '', word = '']) => [
    written,
    word,
  ]),
)

/** Words that many names of places of care share. */
const common: ReadonlySet<string> = new Set(
  (
    'HOSPITAL MEDICAL CENTER HEALTH HEALTHCARE CLINIC CARE SERVICE GROUP SYSTEM REGIONAL ' +
    'COMMUNITY COUNTY GENERAL MEMORIAL UNIVERSITY PHARMACY ASSOCIATE URGENT FAMILY WALK IN SURGICAL SURGERY ST'
  ).split(' '),
)
