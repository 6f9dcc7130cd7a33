/** The frames of the chat socket in both directions (C12), and the data that they carry. */
import * as z from 'zod'
import { Notice } from './envelopes.ts'
import { CompactLocation, CompactProvider } from './mcp-tools.ts'

/** The subprotocol that the client requests. */
export const chatSubprotocol = 'service-chat.v1'

export const chatLimits = {
  messageCharacters: 4000,
  frameBytes: 64 * 1024,
  messagesPerMinute: 20,
  /** The server sends a ping this often. */
  heartbeatSeconds: 25,
  /** Messages in one page of a transcript. */
  messagesPerPage: 50,
  /** The suggestions below an answer. */
  suggestions: 4,
  conversationsListed: 20,
  profileBytes: 16 * 1024,
  commentCharacters: 1000,
} as const

/** What the server closes a socket with, besides the codes of RFC 6455 for frames that violate it; clients reconnect after some only. */
export const closeCodes = {
  restarting: 1012,
  badFrame: 4400,
  authenticationExpired: 4401,
  refused: 4403,
  idle: 4408,
  identityChanged: 4409,
  rateLimited: 4429,
} as const

/** A UUIDv7, which the sender creates. */
const id = z.uuidv7()
const instant = z.iso.datetime({ offset: true })

const messageText = z
  .string()
  .min(1)
  .max(chatLimits.messageCharacters)
  .refine((text) => text.trim() !== '', 'must not be blank')

/** Our tokens have about 800 characters. */
const token = z.string().min(1).max(4096)
const opaque = z.string().min(1).max(256)

// Profile data (C13): self-asserted, never used for authorization

const word = z.string().max(128)

/** Members that a client sent in a wrong form are dropped, so every member is optional. */
const optionalParts = <Shape extends z.ZodRawShape>(shape: Shape) => z.object(shape).partial()

const UserProfile = optionalParts({
  first_name: word,
  last_name: word,
  email: word,
  phone: word,
  date_of_birth: z.iso.date(),
  preferred_language: word,
})
const UserAddress = optionalParts({
  address_line_1: word,
  address_line_2: word,
  city: word,
  state: z.string().regex(/^[A-Za-z]{2}$/),
  zip_code: z.string().regex(/^\d{5}(-\d{4})?$/),
})
const UserInsurance = optionalParts({
  carrier_code: word,
  carrier_name: word,
  plan_name: word,
  plan_id: word,
  member_id: word,
  group_number: word,
  priority: z.enum(['primary', 'secondary', 'tertiary']),
  relationship_to_subscriber: z.enum(['self', 'spouse', 'child', 'other']),
})
const UserDependent = optionalParts({
  first_name: word,
  last_name: word,
  date_of_birth: z.iso.date(),
  relationship: z.enum(['spouse', 'child', 'other']),
})

export const profileListMax = { user_insurance: 5, user_dependents: 15 } as const

export const ProfileSync = z
  .object({
    user_profile: UserProfile,
    user_address: UserAddress,
    user_insurance: z.array(UserInsurance).max(profileListMax.user_insurance),
    user_dependents: z.array(UserDependent).max(profileListMax.user_dependents),
  })
  .partial()
  .meta({ id: 'ProfileSync', description: 'What the page says about its user; self-asserted.' })

// The transcript

/** A clinician or a place of care in an answer, with the dates of its sources. */
export const ChatCard = z
  .discriminatedUnion('kind', [
    CompactProvider.extend({
      kind: z.literal('provider'),
      sources: z.array(z.object({ id: z.string(), as_of: z.string().nullable() })),
      plan: z
        .object({ status: z.enum(['listed', 'not_found']), payer: z.string(), as_of: z.string().nullable() })
        .optional()
        .describe(
          'Whether the payer that the user named lists the clinician, and the date of its file. Not found never means out of network.',
        ),
    }),
    CompactLocation.extend({
      kind: z.literal('location'),
      sources: z.array(z.object({ id: z.string(), as_of: z.string().nullable() })),
    }),
  ])
  .meta({ id: 'ChatCard' })

export const finishReasons = ['stop', 'length', 'cancelled', 'error'] as const

export const TranscriptMessage = z
  .object({
    message_id: id,
    seq: z.int().positive().describe('The position in the conversation, from 1 and without gaps.'),
    role: z.enum(['user', 'assistant']),
    text: z.string(),
    ts: instant,
    cards: z.array(ChatCard).optional(),
    suggestions: z.array(z.string()).max(chatLimits.suggestions).optional(),
    notices: z.array(Notice).optional().describe('Urgent notices; show them before the text.'),
    finish_reason: z.enum(finishReasons).optional().describe('Only of answers.'),
  })
  .meta({ id: 'TranscriptMessage' })

// Frames of the client

const authTypes = z.enum(['tokenExchange', 'passwordless'])
export const verificationChannels = z.enum(['email', 'sms'])

/** The data of each frame that a client sends. Unknown members are ignored. */
export const clientFrames = {
  'auth.upgrade': z.object({
    access_token: token,
    auth_type: authTypes.optional(),
    /** Validated member by member, because an invalid member is dropped and never fails the upgrade. */
    profile_sync: z.unknown().optional(),
  }),
  'auth.refresh': z.object({ access_token: token }),
  'message.send': z.object({ message_id: id, text: messageText }),
  'message.cancel': z.object({ message_id: id }),
  'message.feedback': z.object({
    message_id: id,
    value: z.enum(['up', 'down']),
    comment: z.string().max(chatLimits.commentCharacters).optional(),
  }),
  'history.get': z.object({
    before_seq: z.int32().positive().optional(),
    limit: z.int().min(1).max(chatLimits.messagesPerPage).optional(),
  }),
  'history.migrate': z.object({ migration_token: opaque }),
  'session.resume': z.object({ resume_token: opaque, last_seq: z.int().nonnegative() }),
  'conversation.list': z.object({}),
  'conversation.new': z.object({}),
  'conversation.open': z.object({ conversation_id: id }),
  'verification.start': z.object({ channel: verificationChannels, destination: z.string().min(3).max(320) }),
  'verification.submit': z.object({ challenge_id: opaque, code: z.string().max(16) }),
  'verification.cancel': z.object({ challenge_id: opaque }),
  'location.share': z.object({ lat: z.number().min(-90).max(90), lng: z.number().min(-180).max(180) }),
  'handoff.request': z.object({
    /** The page has asked the user, because a person will read the conversation. */
    consent: z.literal(true),
    contact: z.string().max(320).optional(),
    note: z.string().max(chatLimits.commentCharacters).optional(),
  }),
  ping: z.object({}),
} as const satisfies Record<string, z.ZodObject>

export type ClientFrameType = keyof typeof clientFrames
export type ClientData<Type extends ClientFrameType> = z.infer<(typeof clientFrames)[Type]>

/** A frame of a client whose type is known. */
export type ClientFrame = {
  [Type in ClientFrameType]: { readonly type: Type; readonly id: string; readonly data: ClientData<Type> }
}[ClientFrameType]

export const ClientEnvelope = z.object({
  type: z.string().min(1).max(64),
  id,
  ts: instant.optional(),
  data: z.record(z.string(), z.unknown()),
})

// Frames of the server

const messages = z.array(TranscriptMessage).max(chatLimits.messagesPerPage)
const answer = { message_id: id, answers: id.describe('The message of the user that it answers.') }
const conversationId = { conversation_id: id }
const migration = z.object({
  available: z.boolean(),
  message_count: z.int().nonnegative(),
  migration_token: opaque.optional(),
})
/** A conversation that the client shows from now on. */
const opened = {
  ...conversationId,
  epoch: z.string(),
  messages,
  has_more: z.boolean(),
  notices: z.array(Notice).describe('Urgent notices of this conversation, for the top of the transcript.'),
}

/** The data of each frame that the server sends. */
export const serverFrames = {
  'session.started': z.object({
    session_id: id,
    server_time: instant,
    protocol: z.literal('1'),
    heartbeat_s: z.int(),
    limits: z.object({
      max_message_chars: z.int(),
      max_frame_bytes: z.int(),
      messages_per_min: z.int(),
    }),
  }),
  'sdk.session.created': z.object({
    sdk_session_id: id,
    resume_token: opaque,
    authenticated: z.boolean(),
    ...opened,
  }),
  'session.resumed': z
    .object({ recovered: z.boolean(), resume_token: opaque.optional(), ...opened })
    .partial({
      conversation_id: true,
      epoch: true,
    }),
  'auth.upgraded': z.object({
    user: z.object({ id: z.string(), display_name: z.string().nullable() }),
    expires_at: instant,
    resume_token: opaque,
    ...opened,
    migration,
    token: z
      .object({ access_token: token, expires_in: z.int(), refresh_token: token })
      .optional()
      .describe('Only after a verification in the chat.'),
  }),
  'auth.refreshed': z.object({ expires_at: instant }),
  'auth.failed': z.object({
    code: z.enum(['token_expired', 'token_invalid', 'identity_mismatch', 'not_allowed']),
    message: z.string(),
    retryable: z.boolean(),
  }),
  'message.accepted': z.object({ message_id: id, seq: z.int().positive() }),
  'message.received': TranscriptMessage.describe('A message that the same user sent from another tab.'),
  'message.started': z.object({ ...answer, notices: z.array(Notice) }),
  'message.delta': z.object({ message_id: id, text: z.string() }),
  'message.completed': TranscriptMessage.extend({ answers: answer.answers }),
  'message.feedback_stored': z.object({ message_id: id }),
  'history.page': z.object({ messages, has_more: z.boolean() }),
  'history.migrated': z.object({
    message_count: z.int().nonnegative(),
    resume_token: opaque,
    ...opened,
  }),
  'conversation.listed': z.object({
    conversations: z
      .array(
        z.object({
          ...conversationId,
          title: z.string().describe('The beginning of its first message.'),
          updated_at: instant,
          message_count: z.int().nonnegative(),
        }),
      )
      .max(chatLimits.conversationsListed),
  }),
  'conversation.opened': z.object({ resume_token: opaque, ...opened }),
  'conversation.deleted': z.object(conversationId),
  'verification.required': z.object({ channels: z.array(verificationChannels), reason: z.string() }),
  'verification.sent': z.object({
    challenge_id: opaque,
    channel: verificationChannels,
    destination_masked: z.string(),
    code_length: z.int(),
    expires_in: z.int(),
    resend_after: z.int(),
    attempts_left: z.int(),
  }),
  'verification.failed': z.object({
    code: z.enum([
      'wrong_code',
      'expired',
      'too_many_attempts',
      'rate_limited',
      'invalid_destination',
      'not_sent',
    ]),
    attempts_left: z.int().nullable(),
    retry_after: z.int().nullable(),
    message: z.string(),
  }),
  'verification.cancelled': z.object({ challenge_id: opaque }),
  'location.shared': z
    .object({ lat: z.number(), lng: z.number() })
    .describe('As kept: rounded to 0.01 degrees.'),
  'handoff.accepted': z.object({}),
  pong: z.object({}),
  error: z.object({ code: z.string(), message: z.string(), status: z.int(), docs: z.string() }),
} as const satisfies Record<string, z.ZodObject>

export type ServerFrameType = keyof typeof serverFrames
export type ServerData<Type extends ServerFrameType> = z.infer<(typeof serverFrames)[Type]>

export type ProfileSync = z.infer<typeof ProfileSync>
export type ChatCard = z.infer<typeof ChatCard>
export type TranscriptMessage = z.infer<typeof TranscriptMessage>
export type FinishReason = (typeof finishReasons)[number]
export type AuthType = z.infer<typeof authTypes>
export type VerificationChannel = z.infer<typeof verificationChannels>
