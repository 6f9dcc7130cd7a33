/** What of a slice an embedder reads. */
import { taxonomyOf } from '@careatlas/directory/taxonomy'
import type { Embedder } from '@careatlas/vocabulary/embedder'
import type { ClinicalSlice } from '../relevance.ts'

/** A place may do dozens of things; what counts most is named. */
const namesMax = 8

/** The names of its codes, best first, and what a source says; '' where there is nothing to compare. */
export function sliceText({ codes, prose }: ClinicalSlice, { includesTaxonomyNames }: Embedder): string {
  if (!includesTaxonomyNames) return prose
  const names = codes
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, namesMax)
    .flatMap(({ code }) => taxonomyOf(code) ?? [])
    .map(({ name, plain }) => (plain === null ? name : `${name} (${plain})`))
  return [[...new Set(names)].join(', '), prose].filter(Boolean).join('. ')
}
