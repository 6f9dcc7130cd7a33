/** Finds dates that no registry file covers: weekly files contain changes only, so a missing week loses changes. */
import type { SourceFile } from '@careatlas/directory/snapshot/format'
import { compareText, maxDate } from './ordering.ts'
import { findFirstDateInName } from './read/date-in-file-name.ts'

export interface Gap {
  readonly from: string
  readonly to: string
}

/** The gaps between the end of each registry file and the start of the next one, from their names. */
export function findWeekGaps(sources: readonly SourceFile[]): readonly Gap[] {
  const registry = sources
    .filter(({ kind }) => kind === 'registry')
    .map(({ file, as_of }) => ({ first: findFirstDateInName(file) ?? as_of, last: as_of }))
    .toSorted((a, b) => compareText(a.last ?? '', b.last ?? ''))
  const gaps: Gap[] = []
  let covered: string | null = null
  for (const { first, last } of registry) {
    const from = covered && shiftDate(covered, 1)
    if (from !== null && first !== null && first > from) gaps.push({ from, to: shiftDate(first, -1) })
    covered = maxDate(covered, last)
  }
  return gaps
}

function shiftDate(date: string, days: number): string {
  const ms = Date.parse(date) + days * 24 * 60 * 60 * 1000
  return new Date(ms).toISOString().slice(0, 10)
}
