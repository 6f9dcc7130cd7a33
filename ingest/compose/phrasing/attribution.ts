/** Writes the source and the month of a statement in words. */
import { monthInWords } from './grammar.ts'

/** The fields of the contract that attribute a statement. */
export interface Attribution {
  readonly source: string | null
  readonly as_of: string | null
}

/**
 * The words after a clause: " (CMS, May 2022)" for a public file, ", as reported in January 2026" for any other source, or
 * "undated" if the statement has no date.
 */
export function attributionPhrase({ source, as_of }: Attribution): string {
  const month = as_of === null ? null : monthInWords(as_of)
  if (isCmsSource(source)) return ` (CMS, ${month ?? 'undated'})`
  return month === null ? ' (reported, undated)' : `, as reported in ${month}`
}

/** "CMS", or the source by its id: "partner survey". */
export function sourceInWords(source: string): string {
  return isCmsSource(source) ? 'CMS' : source.replaceAll('_', ' ')
}

/** Whether the Centers for Medicare & Medicaid Services publish the file. */
function isCmsSource(source: string | null): boolean {
  return source?.startsWith('cms_') ?? false
}
