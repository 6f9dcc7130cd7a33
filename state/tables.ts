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
  readonly partner: PartnerRow
  readonly conversation: ConversationRow
  readonly chat_message: ChatMessageRow
  readonly chat_token: ChatTokenRow
  readonly chat_feedback: ChatFeedbackRow
}

/** The columns of the primary key of each table. Tables that others refer to come first. */
export const primaryKeys = {
  account: ['id'],
  api_key: ['id'],
  web_session: ['digest'],
  server_secret: ['name'],
  code_destination: ['destination'],
  one_time_code: ['id'],
  signing_key: ['generation'],
  oauth_record: ['model', 'digest'],
  report: ['id'],
  partner: ['identifier'],
  conversation: ['id'],
  chat_message: ['conversation_id', 'seq'],
  chat_token: ['digest'],
  chat_feedback: ['conversation_id', 'message_id'],
} as const satisfies { readonly [Table in keyof Tables]: readonly (keyof Tables[Table])[] }

export const tableNames = Object.keys(primaryKeys) as readonly (keyof Tables)[]

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

export interface PartnerRow {
  readonly identifier: string
  readonly public_key: string
  /** The `PartnerSettings` as JSON. */
  readonly settings: string
  readonly created_at: number
  readonly disabled_at: ColumnType<number | null, undefined, number | null>
}

export interface ConversationRow {
  /** UUIDv7. */
  readonly id: string
  /** Changes if the history was rewritten. */
  readonly epoch: string
  readonly partner: string
  /** Null for an anonymous user. */
  readonly subject: string | null
  /** The data key of its texts, encrypted, and the id of the operator's key that encrypts it; null if the texts are not encrypted. */
  readonly wrapped_key: Uint8Array | null
  readonly key_id: string | null
  /** The position of its last message; 0 before the first. */
  readonly last_seq: number
  readonly created_at: number
  /** The time of its last message, or of its move to a user. */
  readonly updated_at: number
  /** The server that composes an answer, until its claim ends. */
  readonly claimed_by: ColumnType<string | null, undefined, string | null>
  readonly claim_ends_at: ColumnType<number | null, undefined, number | null>
}

export interface ChatMessageRow {
  readonly conversation_id: string
  /** From 1 and without gaps. */
  readonly seq: number
  /** UUIDv7; that of a message of the user is chosen by its client. */
  readonly id: string
  readonly role: string
  /** JSON, encrypted if the conversation has a data key. */
  readonly body: Uint8Array
  /** For an answer: the id of the message that it answers. */
  readonly answers: string | null
  readonly created_at: number
}

export interface ChatTokenRow {
  /** SHA-256 of its purpose and the token. */
  readonly digest: Uint8Array
  /** `resume` or `migrate`. */
  readonly purpose: string
  readonly conversation_id: string
  readonly ends_at: number
}

export interface ChatFeedbackRow {
  readonly conversation_id: string
  /** The answer. */
  readonly message_id: string
  readonly value: string
  /** The comment, the question, the answer and its snapshot as JSON, encrypted if the conversation has a data key. */
  readonly details: Uint8Array
  readonly created_at: number
}

/** Null in a new row. */
type NullUntilSet = ColumnType<number | null, undefined, number>
