/** Finds the payers that a user means by a name, a plan name or a code. */
import type { Carrier } from '@careatlas/directory/snapshot/format'

/** The payers with exactly this code or, else, this name; otherwise those whose names contain all words, the largest first. */
export function findPayers(carriers: readonly Carrier[], text: string): readonly Carrier[] {
  const wanted = fold(text)
  const byCode = carriers.filter(({ code }) => fold(code) === wanted)
  if (byCode.length > 0) return byCode
  const named = carriers.filter((carrier) => namesOf(carrier).includes(wanted))
  if (named.length > 0) return sortBySize(named)
  const words = wanted.split(' ').filter((word) => word !== '')
  const fits = (name: string) => words.every((word) => ` ${name}`.includes(` ${word}`))
  return words.length === 0 ? [] : sortBySize(carriers.filter((carrier) => namesOf(carrier).some(fits)))
}

/** The payers that list most clinicians first. */
export function sortBySize(carriers: readonly Carrier[]): readonly Carrier[] {
  return carriers.toSorted((a, b) => b.provider_count - a.provider_count || (a.name < b.name ? -1 : 1))
}

function namesOf({ name, aliases }: Carrier): readonly string[] {
  return [name, ...aliases].map(fold)
}

/** Lower case without accents and punctuation: `Blue-Cross  (RI)` → `blue cross ri`. */
function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase()
}
