/** The paths of the pages that report a mistake, in each language. */
import { type Language, localizedPath } from '../../web/navigation.ts'

/** The kinds of records that have cards. */
export type RecordKind = 'provider' | 'location'

/** The path of the form; `record` is the NPI or `location_uuid`, or a parameter of a route. */
export function reportPath(language: Language, kind: RecordKind, record: string): string {
  return `${cardPath(language, kind, record)}/report`
}

/** The path of the card. */
export function cardPath(language: Language, kind: RecordKind, record: string): string {
  return localizedPath(`/${kind}s/${record}`, language)
}

const pattern = /^(?:\/es)?\/(?:provider|location)s\/[^/]+\/report(?:\/|$)/

/** Whether a path belongs to these pages. */
export function isReportPath(path: string): boolean {
  return pattern.test(path)
}
