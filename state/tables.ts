/** The rows of each table. Instants are milliseconds since 1970. */
import type { ColumnType } from 'kysely'

export interface Tables {
  readonly api_key: ApiKeyRow
  readonly server_secret: {
    readonly name: string
    readonly secret: Uint8Array
  }
  readonly code_destination: {
    readonly destination: string
    /** Wrong codes since the last correct one. */
    readonly failures: number
  }
  readonly one_time_code: {
    readonly id: string
    readonly purpose: string
    readonly destination: string
    /** SHA-256 of the requester's secret. */
    readonly requester: Uint8Array
    /** HMAC of the code, see `one-time-codes.ts`. */
    readonly mac: Uint8Array
    readonly attempts: number
    readonly sent_at: number
    /** When the code was used or replaced. */
    readonly ended_at: NullUntilSet
  }
  readonly account: {
    readonly id: string
    /** Normalized. */
    readonly email: string
    readonly created_at: number
  }
  readonly web_session: {
    /** SHA-256 of the secret in the cookie. */
    readonly digest: Uint8Array
    readonly account_id: string
    readonly ends_at: number
  }
  readonly signing_key: SigningKeyRow
  readonly oauth_record: OAuthRecordRow
  readonly report: ReportRow
}

/** Tables that others refer to come first. */
export const tableNames = [
  'account',
  'api_key',
  'web_session',
  'server_secret',
  'code_destination',
  'one_time_code',
  'signing_key',
  'oauth_record',
  'report',
] as const satisfies readonly (keyof Tables)[]

export interface ApiKeyRow {
  readonly id: string
  /** SHA-256 of the whole key. */
  readonly digest: Uint8Array
  readonly label: string
  readonly display: string
  readonly created_at: number
  readonly last_used_at: NullUntilSet
  readonly revoked_at: NullUntilSet
  /** Null for a key of the operator. */
  readonly account_id: string | null
  /** When a rotated key expires. */
  readonly ends_at: NullUntilSet
}

export interface SigningKeyRow {
  /** Counts from 1. The newest key whose `signs_from` has passed signs new tokens. */
  readonly generation: number
  /** A JSON Web Key (RFC 7517) with its private part. */
  readonly private_jwk: string
  readonly signs_from: number
}

export interface OAuthRecordRow {
  /** The kind of the record, such as `RefreshToken`. */
  readonly model: string
  /** SHA-256 of its ID, which is often a secret. */
  readonly digest: Uint8Array
  /** JSON without the ID, see `oauth-records.ts`. */
  readonly payload: string
  /** Null before a user signs in. */
  readonly account_id: string | null
  /** The grant with which the record is revoked. */
  readonly grant_id: string | null
  /** The `uid` of a session of oidc-provider; null for other records. */
  readonly uid: string | null
  /** When a single-use record was used. */
  readonly consumed_at: NullUntilSet
  readonly ends_at: number
}

export interface ReportRow {
  readonly id: string
  /** The NPI or the `location_uuid` of the card. */
  readonly record: string
  /** The place that the report is about; for the card of a place, the same as `record`. */
  readonly location_uuid: string
  readonly mistake: string
  /** The value that the card showed; empty if it showed none. */
  readonly shown: string
  readonly shown_source: string | null
  readonly shown_as_of: string | null
  /** The street line and ZIP code of the place at that time, to which an observation refers. */
  readonly line_1: string | null
  readonly postal_code: string | null
  /** The snapshot that had the value. */
  readonly generation: string
  readonly correct_phone: string | null
  /** 1 if the reporter works there. */
  readonly from_office: number
  /** The salted hash of the reporter's address, see `reporter-hash.ts`. */
  readonly reporter: Uint8Array
  readonly created_at: number
  readonly status: string
  /** When the operator last accepted or rejected it. */
  readonly decided_at: NullUntilSet
}

/** Null in a new row. */
type NullUntilSet = ColumnType<number | null, undefined, number>
