/** Who said something and when, as a sentence says it. */
import { monthInWords } from './month.ts'

/** As the contract writes it down. */
export interface Attribution {
  readonly source: string | null
  readonly as_of: string | null
}

/**
 * Follows a clause: " (CMS, May 2022)" of a public file, ", as reported in January 2026" of any other source, and that
 * nobody knows when where nobody does.
 */
export function attributed({ source, as_of }: Attribution): string {
  const month = as_of === null ? null : monthInWords(as_of)
  if (isPublic(source)) return ` (CMS, ${month ?? 'undated'})`
  return month === null ? ' (reported, undated)' : `, as reported in ${month}`
}

/** "CMS", or the source by its id: "partner survey". */
export function sourceInWords(source: string): string {
  return isPublic(source) ? 'CMS' : source.replaceAll('_', ' ')
}

/** The Centers for Medicare & Medicaid Services publish it. */
function isPublic(source: string | null): boolean {
  return source?.startsWith('cms_') ?? false
}
