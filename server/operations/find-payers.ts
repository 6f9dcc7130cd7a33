/** Finds the payers that a user means by a name, a plan name or a code. */
import { memoizeByObject } from '@careatlas/directory/memoize'
import type { Carrier } from '@careatlas/directory/snapshot/format'

/** The payers with exactly this code or, else, this name; otherwise those whose names contain all words, the largest first. */
export function findPayers(carriers: readonly Carrier[], text: string): readonly Carrier[] {
  const wanted = fold(text)
  const words = wanted.split(' ').filter((word) => word !== '')
  if (words.length === 0) return []
  const payers = foldPayers(carriers)
  const hasWords = (name: string) => words.every((word) => ` ${name}`.includes(` ${word}`))
  const select = (fits: (payer: FoldedPayer) => boolean) =>
    payers.filter((payer) => fits(payer)).map(({ carrier }) => carrier)
  const byCode = select(({ code }) => code === wanted)
  if (byCode.length > 0) return byCode
  const byName = select(({ names }) => names.includes(wanted))
  return byName.length > 0 ? byName : select(({ names }) => names.some(hasWords))
}

/** The payers that list most clinicians first. */
export const sortBySize = memoizeByObject((carriers: readonly Carrier[]): readonly Carrier[] =>
  carriers.toSorted((a, b) => b.provider_count - a.provider_count || (a.name < b.name ? -1 : 1)),
)

interface FoldedPayer {
  readonly carrier: Carrier
  readonly code: string
  readonly names: readonly string[]
}

/** The largest first. Once for each snapshot, because folding 4,000 payers takes a tenth of a second. */
const foldPayers = memoizeByObject((carriers: readonly Carrier[]): readonly FoldedPayer[] =>
  sortBySize(carriers).map((carrier) => ({
    carrier,
    code: fold(carrier.code),
    names: [carrier.name, ...carrier.aliases].map(fold),
  })),
)

/** Lower case without accents and punctuation: `Blue-Cross  (RI)` → `blue cross ri`. */
function fold(text: string): string {
  const lower = text.toLowerCase()
  // Most names are ASCII, for which the simple pattern takes a fraction of the time.
  if (/^[ -~]*$/.test(lower)) return lower.replaceAll(/[^a-z0-9]+/g, ' ').trim()
  return lower
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
