/** Parses the names of the NPPES archives of CMS. */
import { toCalendarDate } from '../read/calendar-date.ts'

export const nppesKinds = ['monthly', 'weekly', 'deactivated'] as const
export type NppesKind = (typeof nppesKinds)[number]

export interface NppesFile {
  readonly kind: NppesKind
  /** Letters, digits and `_` only, then `.zip`. */
  readonly name: string
  /** `2026-09` for a month, `2026-08-31/2026-09-06` for a week, `2026-09-14` for a report. A later period sorts after. */
  readonly period: string
  /** The version of the layout. Until March 2026 CMS published both; version 2 has longer name fields. */
  readonly version: 1 | 2
}

const months = 'January February March April May June July August September October November December'.split(
  ' ',
)

/** `NPPES_Data_Dissemination_083126_090626_Weekly_V2.zip`; null for any other name. */
export function parseNppesFile(name: string): NppesFile | null {
  for (const { kind, pattern, parsePeriod } of nameFormats) {
    const groups = pattern.exec(name)?.groups
    const period = groups ? parsePeriod(groups) : null
    if (period !== null) return { kind, name, period, version: groups?.['version'] === undefined ? 1 : 2 }
  }
  return null
}

type Groups = Readonly<Record<string, string | undefined>>

interface NameFormat {
  readonly kind: NppesKind
  readonly pattern: RegExp
  readonly parsePeriod: (groups: Groups) => string | null
}

const nameFormats: readonly NameFormat[] = [
  {
    kind: 'monthly',
    pattern: /^NPPES_Data_Dissemination_(?<month>[A-Z][a-z]+)_(?<year>\d{4})(?<version>_V2)?\.zip$/,
    parsePeriod: ({ month = '', year = '' }) =>
      months.includes(month) ? `${year}-${String(months.indexOf(month) + 1).padStart(2, '0')}` : null,
  },
  {
    kind: 'weekly',
    pattern: /^NPPES_Data_Dissemination_(?<first>\d{6})_(?<last>\d{6})_Weekly(?<version>_V2)?\.zip$/,
    parsePeriod: ({ first = '', last = '' }) =>
      formatInterval(parseSixDigitDate(first), parseSixDigitDate(last)),
  },
  {
    kind: 'deactivated',
    pattern: /^NPPES_Deactivated_NPI_Report_(?<day>\d{6})(?<version>_V2)?\.zip$/,
    parsePeriod: ({ day = '' }) => parseSixDigitDate(day),
  },
]

/** `083126` → `2026-08-31`; NPPES started in 2005, so every year is in this century. */
function parseSixDigitDate(text: string): string | null {
  return toCalendarDate(`20${text.slice(4)}`, text.slice(0, 2), text.slice(2, 4))
}

/** An ISO 8601 interval. */
function formatInterval(first: string | null, last: string | null): string | null {
  return first !== null && last !== null && first <= last ? `${first}/${last}` : null
}
