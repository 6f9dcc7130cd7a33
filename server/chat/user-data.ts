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

/** The user of a request: the owner of conversations, with an access token, or the holder of the resume token of an anonymous one. */
type DataUser = { readonly partner: Partner } & (
  | { readonly subject: string }
  | { readonly subject: null; readonly conversationId: string }
)

const vary = 'accept, accept-encoding, authorization, origin, x-partner-identifier, x-api-key'

/** The messages that one read returns. */
const batchSize = 500

/** Adds the routes for the transcript, the export and the deletion. */
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
    if (identity !== null && identity !== 'expired') return { partner, subject: identity.subject }
  } else if (token !== '') {
    const found = await conversations.resume(partner.identifier, token)
    if (found !== null && found.subject === null)
      return { partner, subject: null, conversationId: found.conversationId }
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
