/** The kinds of places in facility lists for which there is no NUCC code. */

/** Each kind in the form that follows "a" or "an" in a summary. */
export const listedKinds = [
  'hospital',
  "women's health clinic",
  'Veterans Affairs facility',
  'Indian Health Service facility',
] as const

export type ListedKind = (typeof listedKinds)[number]

/** The kind by the text of a type column. `00-09` is a hospital in the Medicare enrollment. */
const kindByCell = new Map<string, ListedKind>([
  ['hospital', 'hospital'],
  ['hospitals', 'hospital'],
  ['00 09', 'hospital'],
  ['va facility', 'Veterans Affairs facility'],
  ['ihs facility', 'Indian Health Service facility'],
])

/** The kind by words in the name of a file, which apply to the whole list. */
const kindByFileWords: readonly (readonly [words: string, kind: ListedKind])[] = [
  ['hospitals', 'hospital'],
  ['womens health', "women's health clinic"],
]

/** The kind from the first of `cells` that has one, else from the name of the file; null if neither has one. */
export function findListedKind(cells: readonly string[], file: string): ListedKind | null {
  const cellKind = cells
    .map((cell) => kindByCell.get(normalizeLabel(cell)))
    .find((kind) => kind !== undefined)
  if (cellKind !== undefined) return cellKind
  const name = ` ${normalizeLabel(file)} `
  const nameKind = kindByFileWords.find(([words]) => name.includes(` ${words} `))?.[1] ?? null
  return nameKind === 'hospital' && cells.some(billsAsPhysicians) ? null : nameKind
}

/** Hospitals have type `00` in the Medicare enrollment. A list of hospitals also has enrollments as physicians, `12-Z1`. */
function billsAsPhysicians(cell: string): boolean {
  return normalizeLabel(cell).startsWith('12 ')
}

/** `Children's` → `childrens`, `Acute Care - Department of Defense` → `acute care department of defense` */
export function normalizeLabel(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/['’]/g, '')
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim()
}
