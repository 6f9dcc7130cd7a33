/** What is stored: the rows of each table. Instants are milliseconds since 1970. */
import type { ColumnType } from 'kysely'

export interface Tables {
  readonly api_key: ApiKeyRow
}

export interface ApiKeyRow {
  readonly id: string
  /** SHA-256 of the whole key. */
  readonly digest: Uint8Array
  readonly label: string
  readonly display: string
  readonly created_at: number
  readonly last_used_at: SetLater
  readonly revoked_at: SetLater
}

/** Unset in a new row. */
type SetLater = ColumnType<number | null, undefined, number>
