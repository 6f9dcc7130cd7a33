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

/** What the first of `cells` that says it calls the place `named` so, else what the name of the file does; null where neither does. */
export function listedKind(cells: readonly string[], file: string, named: string): ListedKind | null {
  const ofCells = cells.map((cell) => kindByCell.get(inPlainWords(cell))).find((kind) => kind !== undefined)
  if (ofCells !== undefined) return ofCells
  const name = ` ${inPlainWords(file)} `
  const ofName = kindByFileWords.find(([words]) => name.includes(` ${words} `))?.[1] ?? null
  return ofName === 'hospital' && isPractice(cells, named) ? null : ofName
}

/** A list of hospitals also has those who bill Medicare as physicians do, `12-Z1`: hospitals by their names, and practices. */
function isPractice(cells: readonly string[], named: string): boolean {
  const billsAsPhysicians = cells.some((cell) => inPlainWords(cell).startsWith('12 '))
  return billsAsPhysicians && (!/\bhospitals?\b/i.test(named) || namesPractice.test(named))
}

const namesPractice =
  /\b(?:physicians?|doctors|associates|group|clinics?|imaging|radiology|anesthesia|pharmacy)\b/i
