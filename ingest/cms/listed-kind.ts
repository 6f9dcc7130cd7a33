/** What a list says in plain words that its places are, where no NUCC code says as much. */
import { normalizeLabel } from './facility-codes.ts'

/** As a summary says them after "a" or "an". */
export const listedKinds = [
  'hospital',
  "women's health clinic",
  'Veterans Affairs facility',
  'Indian Health Service facility',
] as const

export type ListedKind = (typeof listedKinds)[number]

/** By the words of a type column. `00-09` is a hospital in Medicare's enrolment. */
const kindByCell = new Map<string, ListedKind>([
  ['hospital', 'hospital'],
  ['hospitals', 'hospital'],
  ['00 09', 'hospital'],
  ['va facility', 'Veterans Affairs facility'],
  ['ihs facility', 'Indian Health Service facility'],
])

/** By words in the name of a file, which speaks of the whole list. */
const kindByFileWords: readonly (readonly [words: string, kind: ListedKind])[] = [
  ['hospitals', 'hospital'],
  ['womens health', "women's health clinic"],
]

/** The kind from the first of `cells` that has one, else from the name of the file; null if neither has one. */
export function findListedKind(cells: readonly string[], file: string): ListedKind | null {
  const ofCells = cells.map((cell) => kindByCell.get(normalizeLabel(cell))).find((kind) => kind !== undefined)
  if (ofCells !== undefined) return ofCells
  const name = ` ${normalizeLabel(file)} `
  const ofName = kindByFileWords.find(([words]) => name.includes(` ${words} `))?.[1] ?? null
  return ofName === 'hospital' && cells.some(billsAsPhysicians) ? null : ofName
}

/** Hospitals have type `00` in the Medicare enrollment. A list of hospitals also has enrollments as physicians, `12-Z1`. */
function billsAsPhysicians(cell: string): boolean {
  return normalizeLabel(cell).startsWith('12 ')
}
