/** What users do with their stored conversations over HTTP: read a transcript, export everything, delete one or all. */
import { Readable } from 'node:stream'
import { ApiError } from '@careatlas/contract/errors'
import type {
  Conversations,
  ExportedMessages,
  StoredMessage,
} from '@careatlas/state/conversations/conversations'
import type { ConversationEvents } from '@careatlas/state/conversations/conversation-events'
import type { Partner, Partners } from '@careatlas/state/partners'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Audit } from '../access/audit.ts'
import { callerAddress } from '../access/rate-limit/caller-address.ts'
import type { Limits } from '../access/rate-limit/limits.ts'
import { enforceLimit } from '../access/rate-limit/rate-limit-headers.ts'
import { jsonType } from '../http/response-headers.ts'
import { formPageHeaders } from '../web/layout.ts'
import { checkPage, registerPartnerCors } from './partner-cors.ts'
import { identifyPartner } from './partner-request.ts'
import { sdkPaths } from './sdk-paths.ts'
import { toTranscriptMessage } from './session/transcript.ts'
import type { ChatTokens } from './tokens/chat-tokens.ts'
import { writeTranscriptPage } from './transcript-page.ts'

export interface UserDataOptions {
  readonly partners: Partners
  readonly conversations: Conversations
  readonly events: ConversationEvents
  readonly tokens: ChatTokens
  readonly limits: Limits
  readonly audit: Audit
  /** For partners without a product name of their own. */
  readonly productName: string
}

/** The user of a request: the owner of conversations, with an access token, or the holder of the resume token of an anonymous one. */
type DataUser = { readonly partner: Partner } & (
  | { readonly subject: string }
  | { readonly subject: null; readonly conversationId: string }
)

const vary = 'accept, accept-encoding, authorization, origin, x-partner-identifier, x-api-key'

/** Adds the routes for the transcript, the export and the deletion. */
export async function registerUserData(app: FastifyInstance, options: UserDataOptions): Promise<void> {
  const { partners, conversations, audit } = options
  await app.register(async (routes) => {
    registerPartnerCors(routes, { partners, vary })

    routes.get(sdkPaths.transcript, async (request, reply) => {
      const user = await authenticate(request, reply, options)
      const conversationId = await findConversation(request, user, options)
      const { format } = request.query as Readonly<Record<string, unknown>>
      if (format !== 'html') return sendJson(reply, writeTranscript(conversationId, conversations))
      const productName = user.partner.productName ?? options.productName
      const pieces = writeTranscriptPage(productName, () => conversations.readAll(conversationId))
      return reply.headers(formPageHeaders).send(toStream(pieces))
    })

    routes.get(sdkPaths.export, async (request, reply) => {
      const { partner, subject } = await authenticate(request, reply, options)
      if (subject === null) throw signInError()
      audit({ event: 'chat_data_exported', partner: partner.identifier, userId: subject, request })
      return sendJson(reply, writeExport(subject, conversations.exportAll(partner.identifier, subject)))
    })

    routes.post(sdkPaths.delete, async (request, reply) => {
      const user = await authenticate(request, reply, options)
      await deleteData(user, options)
      const { partner, subject } = user
      audit({
        event: 'chat_data_deleted',
        partner: partner.identifier,
        ...(subject !== null && { userId: subject }),
        request,
      })
      return reply.code(204).send()
    })
  })
}

/** Rejects with `invalid_credentials` without a valid token, and with `not_found` for a resume token whose conversation has ended. */
async function authenticate(
  request: FastifyRequest,
  reply: FastifyReply,
  { partners, conversations, tokens, limits }: UserDataOptions,
): Promise<DataUser> {
  await enforceLimit(limits, reply, 'public', callerAddress(request.ip))
  const { 'x-partner-identifier': identifier, 'x-api-key': publicKey, authorization = '' } = request.headers
  const partner = await identifyPartner(partners, { identifier, publicKey })
  checkPage(partner, request, reply)
  const [, token = ''] = /^Bearer +(\S+)$/i.exec(authorization) ?? []
  // A JSON Web Token has dots; a resume token has none.
  if (token.includes('.')) {
    const identity = await tokens.check(token, partner.identifier)
    if (identity !== null && identity !== 'expired') return { partner, subject: identity.subject }
  } else if (token !== '') {
    const found = await conversations.resume(partner.identifier, token)
    if (found === null) throw new ApiError('not_found', 'No conversation has this resume token.')
    if (found.subject === null) return { partner, subject: null, conversationId: found.conversationId }
  }
  throw signInError()
}

async function deleteData(user: DataUser, { conversations, events, tokens }: UserDataOptions): Promise<void> {
  const partner = user.partner.identifier
  if (user.subject === null) {
    await conversations.delete(user.conversationId, { partner, subject: null })
    return events.publish({ conversationId: user.conversationId, deleted: true })
  }
  const deleted = await conversations.deleteAll(partner, user.subject)
  await tokens.revoke(partner, user.subject)
  for (const conversationId of deleted) await events.publish({ conversationId, deleted: true })
}

function signInError(): ApiError {
  return new ApiError(
    'invalid_credentials',
    'Send the access token of the user, or the resume token of an anonymous conversation, as Authorization: Bearer.',
  )
}

/** That of the resume token; of a user with an access token, the one that the request names, by default the latest. */
async function findConversation(
  { query }: FastifyRequest,
  user: DataUser,
  { conversations }: UserDataOptions,
): Promise<string> {
  if (user.subject === null) return user.conversationId
  const owner = { partner: user.partner.identifier, subject: user.subject }
  const { conversation_id: requested } = query as Readonly<Record<string, unknown>>
  const found =
    typeof requested === 'string'
      ? await conversations.open(requested, owner)
      : await conversations.latest(owner.partner, owner.subject)
  if (found === null) throw new ApiError('not_found', 'You have no such conversation.')
  return found.conversationId
}

// The texts are sent in pieces, because a user may have tens of thousands of messages.

function sendJson(reply: FastifyReply, pieces: AsyncIterable<string>): FastifyReply {
  return reply.header('content-type', jsonType).send(toStream(pieces))
}

/** Reads on only as fast as the client. */
function toStream(pieces: AsyncIterable<string>): Readable {
  return Readable.from(pieces, { objectMode: false })
}

async function* writeTranscript(
  conversationId: string,
  conversations: Conversations,
): AsyncGenerator<string> {
  let start = `{"data":{"conversation_id":${JSON.stringify(conversationId)},"messages":[`
  for await (const messages of conversations.readAll(conversationId)) {
    yield `${start}${writeMessages(messages)}`
    start = ','
  }
  yield ']}}'
}

async function* writeExport(
  userId: string,
  exported: AsyncIterable<ExportedMessages>,
): AsyncGenerator<string> {
  let start = `{"data":{"user_id":${JSON.stringify(userId)},"conversations":[`
  let current: string | null = null
  for await (const { conversationId, messages } of exported) {
    if (conversationId === current) yield `,${writeMessages(messages)}`
    else
      yield `${start}{"conversation_id":${JSON.stringify(conversationId)},"messages":[${writeMessages(messages)}`
    current = conversationId
    start = ']},'
  }
  yield current === null ? `${start}]}}` : ']}]}}'
}

function writeMessages(messages: readonly StoredMessage[]): string {
  return messages.map((message) => JSON.stringify(toTranscriptMessage(message))).join(',')
}
