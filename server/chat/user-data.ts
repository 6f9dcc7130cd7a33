/** What users do with their stored conversations over HTTP: read a transcript, export everything, delete one or all. */
import { ApiError } from '@careatlas/contract/errors'
import type { Conversations, StoredMessage } from '@careatlas/state/conversations/conversations'
import type { ConversationEvents } from '@careatlas/state/conversations/conversation-events'
import type { Partner, Partners } from '@careatlas/state/partners'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Audit } from '../access/audit.ts'
import { callerAddress } from '../access/rate-limit/caller-address.ts'
import type { Limits } from '../access/rate-limit/limits.ts'
import { enforceLimit } from '../access/rate-limit/rate-limit-headers.ts'
import { formPageHeaders } from '../web/layout.ts'
import { checkPage, registerPartnerCors } from './partner-cors.ts'
import { identifyPartner } from './partner-request.ts'
import { sdkPaths } from './sdk-paths.ts'
import { toTranscriptMessage } from './session/transcript.ts'
import type { ChatTokens } from './tokens/chat-tokens.ts'
import { transcriptPage } from './transcript-page.ts'

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

/** The user of a request: the owner of conversations, or the holder of the resume token of an anonymous one. */
interface DataUser {
  readonly partner: Partner
  /** Null for an anonymous user. */
  readonly subject: string | null
  /** The conversation of the resume token; null for a user with an access token. */
  readonly conversationId: string | null
}

const vary = 'accept, accept-encoding, authorization, origin, x-partner-identifier, x-api-key'

/** The messages that one read returns. */
const batchSize = 500

export async function registerUserData(app: FastifyInstance, options: UserDataOptions): Promise<void> {
  const { partners, conversations, audit } = options
  await app.register(async (routes) => {
    registerPartnerCors(routes, { partners, vary })

    routes.get(sdkPaths.transcript, async (request, reply) => {
      const user = await authenticate(request, reply, options)
      const conversationId = await findConversation(request, user, options)
      const messages = await readAll(conversations, conversationId)
      const { format } = request.query as Readonly<Record<string, unknown>>
      if (format === 'html') {
        const productName = user.partner.productName ?? options.productName
        return reply.headers(formPageHeaders).send(transcriptPage(productName, messages).toString())
      }
      return { data: { conversation_id: conversationId, messages: messages.map(toTranscriptMessage) } }
    })

    routes.get(sdkPaths.export, async (request, reply) => {
      const { partner, subject } = await authenticate(request, reply, options)
      if (subject === null) throw signInError()
      const exported = []
      for await (const { conversationId, messages } of conversations.exportAll(partner.identifier, subject))
        exported.push({ conversation_id: conversationId, messages: messages.map(toTranscriptMessage) })
      audit({ event: 'chat_data_exported', partner: partner.identifier, userId: subject, request })
      return { data: { user_id: subject, conversations: exported } }
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

/** Rejects with `invalid_credentials` without a valid token. */
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
    if (identity !== null && identity !== 'expired')
      return { partner, subject: identity.subject, conversationId: null }
  } else if (token !== '') {
    const found = await conversations.resume(partner.identifier, token)
    if (found !== null && found.subject === null)
      return { partner, subject: null, conversationId: found.conversationId }
  }
  throw signInError()
}

async function deleteData(
  { partner, subject, conversationId }: DataUser,
  { conversations, events, tokens }: UserDataOptions,
): Promise<void> {
  const { identifier } = partner
  if (subject !== null) {
    const deleted = await conversations.deleteAll(identifier, subject)
    await tokens.revoke(identifier, subject)
    for (const id of deleted) await events.publish({ conversationId: id, deleted: true })
  } else if (conversationId !== null) {
    await conversations.delete(conversationId, { partner: identifier, subject: null })
    await events.publish({ conversationId, deleted: true })
  }
}

function signInError(): ApiError {
  return new ApiError(
    'invalid_credentials',
    'Send the access token of the user, or the resume token of an anonymous conversation, as Authorization: Bearer.',
  )
}

/** The conversation that the request names, by default the latest of the user. */
async function findConversation(
  { query }: FastifyRequest,
  { partner, subject, conversationId }: DataUser,
  { conversations }: UserDataOptions,
): Promise<string> {
  if (conversationId !== null || subject === null) return conversationId ?? ''
  const { conversation_id: requested } = query as Readonly<Record<string, unknown>>
  const found =
    typeof requested === 'string'
      ? await conversations.open(requested, { partner: partner.identifier, subject })
      : await conversations.latest(partner.identifier, subject)
  if (found === null) throw new ApiError('not_found', 'You have no such conversation.')
  return found.conversationId
}

async function readAll(
  conversations: Conversations,
  conversationId: string,
): Promise<readonly StoredMessage[]> {
  const all: StoredMessage[] = []
  for (;;) {
    const batch = await conversations.after(conversationId, all.at(-1)?.seq ?? 0, batchSize)
    all.push(...batch)
    if (batch.length < batchSize) return all
  }
}
