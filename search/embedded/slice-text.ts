/** The text of a slice for an embedder. */
import { taxonomyOf } from '@careatlas/directory/taxonomy'
import type { Embedder } from '@careatlas/vocabulary/embedder'
import type { ClinicalSlice } from '../relevance.ts'

/** A place may have dozens of codes; the text names those with the greatest weights. */
const namesMax = 8

/** The names of its codes, by weight, and the prose of a source; '' if there is nothing to compare. */
export function sliceText({ codes, prose }: ClinicalSlice, { includesTaxonomyNames }: Embedder): string {
  if (!includesTaxonomyNames) return prose
  const names = codes
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, namesMax)
    .flatMap(({ code }) => taxonomyOf(code) ?? [])
    .map(({ name, plain }) => (plain === null ? name : `${name} (${plain})`))
  return [[...new Set(names)].join(', '), prose].filter(Boolean).join('. ')
}
