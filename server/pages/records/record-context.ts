/** What the pages of records know besides the card. */
import type { Carrier } from '@careatlas/directory/snapshot/format'
import type { Language } from '../../web/navigation.ts'
import type { RecordQuery } from './read-query.ts'

export interface RecordContext extends RecordQuery {
  readonly language: Language
  /** The public address, without a trailing slash. */
  readonly url: string
  /** The path without the language. */
  readonly path: string
  /** Whether requests of the API need a key. */
  readonly hasKeys: boolean
  readonly now: Date
  /** The payers of the snapshot. */
  readonly carriers: readonly Carrier[]
  /** The date of the data of the snapshot; null without one. */
  readonly dataAsOf: string | null
}
