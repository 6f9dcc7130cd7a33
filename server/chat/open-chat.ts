/** The chat: its routes over HTTP, and its sockets with their sessions, conversations and the assistant. */
import type { VerificationChannel } from '@careatlas/contract/chat-frames'
import type { ConversationEvents } from '@careatlas/state/conversations/conversation-events'
import type { Conversations } from '@careatlas/state/conversations/conversations'
import type { OneTimeCodes } from '@careatlas/state/one-time-codes'
import type { Partners } from '@careatlas/state/partners'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Audit } from '../access/audit.ts'
import type { Limits } from '../access/rate-limit/limits.ts'
import type { PublicUrl } from '../http/public-url.ts'
import type { Assistant } from './assistant/assistant.ts'
import { type ChatDemoRoutesOptions, registerChatDemo } from './demo/register-chat-demo.ts'
import { RegularPurge } from './regular-purge.ts'
import { Answering } from './session/answering.ts'
import { ChatSession } from './session/chat-session.ts'
import { ConversationHub } from './session/conversation-hub.ts'
import { type CodeChannel, Verification } from './session/verification.ts'
import { type AcceptedClient, ChatServer, type ChatServerLimits } from './socket/chat-server.ts'
import { registerSdkConfig } from './sdk-config.ts'
import { registerSdkFiles } from './sdk-files.ts'
import type { OpenChatTokens } from './tokens/open-chat-tokens.ts'
import { registerTokenEndpoint } from './tokens/token-endpoint.ts'
import { registerUserData } from './user-data.ts'

export interface ChatOptions {
  readonly partners: Partners
  readonly conversations: Conversations
  readonly events: ConversationEvents
  readonly tokens: OpenChatTokens
  readonly codes: OneTimeCodes
  /** How codes are sent; empty without senders. */
  readonly channels: ReadonlyMap<VerificationChannel, CodeChannel>
  readonly assistant: Assistant
  /** Sends a conversation to a person; null if that is not configured. */
  readonly handOff: ((content: object) => Promise<void>) | null
  readonly limits: Limits
  readonly publicUrl: PublicUrl
  readonly socketLimits: ChatServerLimits
  /** For partners without a product name of their own. */
  readonly productName: string
  /** Null: it is off. */
  readonly demo: Pick<ChatDemoRoutesOptions, 'demo' | 'auth' | 'codes'> | null
  readonly log: Logger
  readonly audit: Audit
}

/** The most answers that are composed at the same time; the model and the search have queues of their own. */
const answersMax = 1000

/**
 * Adds all routes of the chat. The caller disposes the result before the HTTP server, because open sockets would keep it from closing.
 */
export async function openChat(app: FastifyInstance, options: ChatOptions): Promise<AsyncDisposable> {
  await using opened = new AsyncDisposableStack()
  const { conversations, partners, log } = options
  const onFailure = (error: unknown) => log.error({ err: error }, 'the chat failed')
  registerSdkFiles(app, options)
  if (options.demo !== null) await registerChatDemo(app, { ...options, ...options.demo })
  await registerSdkConfig(app, options)
  await registerTokenEndpoint(app, options)
  await registerUserData(app, options)
  opened.use(new RegularPurge(conversations, partners, onFailure))
  opened.use(await openSockets(app, options, onFailure))
  return opened.move()
}

async function openSockets(
  app: FastifyInstance,
  options: ChatOptions,
  onFailure: (error: unknown) => void,
): Promise<ChatServer> {
  const { partners, conversations, events, tokens, assistant, limits, publicUrl, socketLimits } = options
  const hub = new ConversationHub(conversations, events, onFailure)
  const answering = new Answering({ conversations, hub, assistant, answersMax, onFailure })
  const server = new ChatServer({
    partners,
    limits,
    url: publicUrl,
    socketLimits,
    createSession: (client) => createSession(client, options, { hub, answering, onFailure }),
    isActive: (identity) => tokens.isActive(identity),
    stopAnswers: async (timeoutMs) => {
      await answering.stop(timeoutMs)
      hub[Symbol.dispose]()
    },
    onFailure,
  })
  await server.register(app)
  return server
}

interface SharedParts {
  readonly hub: ConversationHub
  readonly answering: Answering
  readonly onFailure: (error: unknown) => void
}

function createSession(
  { partner, socket, url, caller }: AcceptedClient,
  { conversations, tokens, codes, channels, limits, handOff, audit }: ChatOptions,
  shared: SharedParts,
): ChatSession {
  return new ChatSession({
    ...shared,
    audit,
    partner,
    socket,
    url,
    conversations,
    tokens,
    channels: [...channels.keys()],
    verification: new Verification({
      channels,
      codes,
      purpose: `chat ${partner.identifier}`,
      audit,
      countCode: async () => void (await limits.take('codes', caller)),
      onFailure: shared.onFailure,
    }),
    handOff:
      handOff &&
      (async (content) => {
        await limits.take('handoffs', caller)
        await handOff(content)
      }),
    countMessage: async () => void (await limits.take('chat_messages', caller)),
  })
}
