/** What a list says in plain words that its places are, where no NUCC code says as much. */
import { inPlainWords } from './plain-words.ts'

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

/** What the first of `cells` that says it calls the place, else what the name of the file does; null where neither does. */
export function listedKind(cells: readonly string[], file: string): ListedKind | null {
  const ofCells = cells.map((cell) => kindByCell.get(inPlainWords(cell))).find((kind) => kind !== undefined)
  if (ofCells !== undefined) return ofCells
  const name = ` ${inPlainWords(file)} `
  const ofName = kindByFileWords.find(([words]) => name.includes(` ${words} `))?.[1] ?? null
  return ofName === 'hospital' && cells.some(billsAsPhysicians) ? null : ofName
}

/** Hospitals are of type `00` in Medicare's enrolment. A list of hospitals also has some who bill as physicians do, `12-Z1`. */
function billsAsPhysicians(cell: string): boolean {
  return inPlainWords(cell).startsWith('12 ')
}
