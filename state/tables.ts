/** What is stored: the rows of each table. Instants are milliseconds since 1970. */
import type { ColumnType } from 'kysely'

export interface Tables {
  readonly api_key: ApiKeyRow
  readonly server_secret: ServerSecretRow
  readonly code_destination: CodeDestinationRow
  readonly one_time_code: OneTimeCodeRow
  readonly account: AccountRow
  readonly web_session: WebSessionRow
  readonly signing_key: SigningKeyRow
  readonly oauth_record: OAuthRecordRow
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
  /** Null for a key that the operator made. */
  readonly account_id: string | null
  /** Set when another key takes its place. */
  readonly ends_at: SetLater
}

export interface AccountRow {
  readonly id: string
  /** Normalized. */
  readonly email: string
  readonly created_at: number
}

export interface WebSessionRow {
  /** SHA-256 of the secret in the cookie. */
  readonly digest: Uint8Array
  readonly account_id: string
  readonly ends_at: number
}

export interface ServerSecretRow {
  readonly name: string
  readonly secret: Uint8Array
}

export interface CodeDestinationRow {
  readonly destination: string
  /** Wrong codes since the last right one. */
  readonly failures: number
}

export interface OneTimeCodeRow {
  readonly id: string
  readonly purpose: string
  readonly destination: string
  /** SHA-256 of what only the requester has. */
  readonly requester: Uint8Array
  /** HMAC of the code, see `one-time-codes.ts`. */
  readonly mac: Uint8Array
  readonly attempts: number
  readonly sent_at: number
  /** Used, or followed by another. */
  readonly ended_at: SetLater
}

export interface SigningKeyRow {
  /** Counts from 1; the newest that has begun to sign signs. */
  readonly generation: number
  /** A JSON Web Key (RFC 7517), private part included. */
  readonly private_jwk: string
  readonly signs_from: number
}

export interface OAuthRecordRow {
  /** What kind of record it is, such as `RefreshToken`. */
  readonly model: string
  /** SHA-256 of its id, which is often a secret of its bearer. */
  readonly digest: Uint8Array
  /** JSON without the id, see `oauth-records.ts`. */
  readonly payload: string
  /** Null for what nobody has signed in to yet. */
  readonly account_id: string | null
  /** What one consent brought forth ends together. */
  readonly grant_id: string | null
  readonly uid: string | null
  /** When it was used, if it is good once. */
  readonly consumed_at: SetLater
  readonly ends_at: number
}

/** Unset in a new row. */
type SetLater = ColumnType<number | null, undefined, number>
