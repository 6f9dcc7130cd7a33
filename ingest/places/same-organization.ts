/** Decides whether a name in a facility list and a name in the registry, at one address, are names of one organization. */
import { foldName } from '@careatlas/directory/person-name'
import { readDataTable } from '../read/data-table.ts'

/**
 * Whether the names have the same words, apart from legal forms, articles and spelling, or one name contains the other with at
 * least two distinctive words: `ST MARYS HOSPITAL OF RED HOOK` and `Saint Mary's Hospital of Red Hook, Inc`, but not `MERCY
 * HOSPITAL` and `MERCY HOSPITAL PHARMACY`.
 */
export function areSimilarNames(one: string, other: string): boolean {
  const [short, long] = [normalizeWords(one), normalizeWords(other)].toSorted((a, b) => a.length - b.length)
  const isContained = ` ${long!.join(' ')} `.includes(` ${short!.join(' ')} `)
  if (!isContained || short!.length === 0) return false
  return short!.length === long!.length || short!.filter((word) => !genericWords.has(word)).length >= 2
}

function normalizeWords(name: string): readonly string[] {
  return foldName(name)
    .split(' ')
    .map((word) => toSingular(abbreviations.get(word) ?? word))
    .filter((word) => word !== '' && !stopWords.has(word))
}

/** `CLINICS` → `CLINIC`, `MARYS` → `MARY`. Words that end in `SS`, `US` or `IS`, such as `CAMPUS`, stay. */
function toSingular(word: string): string {
  return word.length > 3 && /[^SUI]S$/.test(word) ? word.slice(0, -1) : word
}

const stopWords: ReadonlySet<string> = new Set(
  'THE OF AND AT IN A INC INCORPORATED LLC LLP LP PC PLLC PLC PA PSC CORP CORPORATION CO COMPANY LTD LIMITED'.split(
    ' ',
  ),
)

const abbreviations: ReadonlyMap<string, string> = new Map(
  readDataTable(import.meta.dirname, 'name-abbreviations.tsv').map(([written = '', word = '']) => [
    written,
    word,
  ]),
)

/** Words in the names of many places of care, which do not distinguish them. */
const genericWords: ReadonlySet<string> = new Set(
  (
    'HOSPITAL MEDICAL CENTER HEALTH HEALTHCARE CLINIC CARE SERVICE GROUP SYSTEM REGIONAL ' +
    'COMMUNITY COUNTY GENERAL MEMORIAL UNIVERSITY PHARMACY ASSOCIATE URGENT FAMILY WALK IN SURGICAL SURGERY ST'
  ).split(' '),
)
