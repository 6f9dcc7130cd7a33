/** Starts the chat: what it needs from the state, the senders of codes and the directory. */
import { openConversationEvents } from '@careatlas/state/conversations/conversation-events'
import { Conversations } from '@careatlas/state/conversations/conversations'
import { MessageCipher } from '@careatlas/state/message-cipher'
import { OneTimeCodes } from '@careatlas/state/one-time-codes'
import { Partners } from '@careatlas/state/partners'
import type { State } from '@careatlas/state/state'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Audit } from './access/audit.ts'
import type { Limits } from './access/rate-limit/limits.ts'
import { createCodeChannels } from './accounts/code-channels.ts'
import type { CodeSender } from './accounts/code-sender.ts'
import { createSmsSender } from './accounts/senders.ts'
import { createDefaultAssistant } from './chat/assistant/default-assistant.ts'
import { createDraftCounter, ModelDrafter } from './chat/assistant/model/model-drafter.ts'
import { type ChatToolsOptions, createChatTools } from './chat-tools.ts'
import { type ChatDemo, openChatDemo, PartnersWithDemo } from './chat/demo/chat-demo.ts'
import type { CodeDelivery } from './chat/demo/chat-demo-page.ts'
import { openChat } from './chat/open-chat.ts'
import { type ChatServerLimits, defaultChatServerLimits } from './chat/socket/chat-server.ts'
import { openChatTokens } from './chat/tokens/open-chat-tokens.ts'
import type { Config } from './config.ts'
import type { PublicUrl } from './http/public-url.ts'
import { SignedWebhook } from './webhooks/signed-webhook.ts'
import type { DirectoryOptions } from './operations/directory-request.ts'

export interface ChatParts extends Pick<DirectoryOptions, 'current' | 'checkHealth'> {
  readonly state: State
  readonly limits: Limits
  /** Sends codes by e-mail; null if that is not configured. */
  readonly mail: CodeSender | null
  readonly audit: Audit
  readonly log: Logger
  readonly publicUrl: PublicUrl
  /** Prints codes if no sender is configured. */
  readonly print: (line: string) => void
  /** For tests. */
  readonly socketLimits?: Partial<ChatServerLimits>
}

/**
 * Adds the routes of the chat; its disposal completes running answers and closes all sockets. Rejects with StateError if conversations
 * are encrypted with a key that is not in STATE_ENCRYPTION_KEY.
 */
export async function startChat(
  app: FastifyInstance,
  config: Config,
  { state, limits, mail, audit, log, publicUrl, print, ...parts }: ChatParts,
): Promise<AsyncDisposable> {
  await using started = new AsyncDisposableStack()
  const demo = config.chatDemo ? await openChatDemo(state, { ...config, url: publicUrl(null) }) : null
  const partners = createPartners(state, config, demo)
  const codes = new OneTimeCodes(state)
  const sms = createSmsSender(config, { codes, log, print })
  if (sms !== null) started.use(sms)
  const handoff = config.handoff === null ? null : started.use(new SignedWebhook(config.handoff))
  const events = started.use(await openConversationEvents(config.state))
  const cipher = config.stateKeys.length === 0 ? null : new MessageCipher(config.stateKeys)
  const conversations = new Conversations(state, { cipher })
  await conversations.checkKeys()
  conversations
    .encrypt()
    .catch((error: unknown) =>
      log.error({ err: error }, 'conversations cannot be encrypted with the current key'),
    )
  const channels = createCodeChannels({ codes, mail, sms, countries: config.sms.countries })
  const directory = { ...config, ...parts, log, url: () => publicUrl(null) }
  const chat = await openChat(app, {
    partners,
    conversations,
    events,
    tokens: await openChatTokens({
      state,
      partners,
      publicUrl,
      baseUrl: config.baseUrl,
      tokenMinutes: config.chatTokenMinutes,
      log,
      audit,
      demo,
    }),
    codes,
    channels,
    assistant: createDefaultAssistant({ ...directory, drafter: openDrafter(config, directory, limits) }),
    handOff: handoff && ((content) => handoff.post(content)),
    limits,
    publicUrl,
    socketLimits: {
      ...defaultChatServerLimits,
      ...(!config.rateLimits && { socketsPerAddress: Infinity }),
      ...parts.socketLimits,
    },
    productName: config.productName,
    demo: demo && { demo, auth: config.auth, codes: describeCodes(config, channels.size > 0) },
    log,
    audit,
  })
  started.use(chat)
  return started.move()
}

function createPartners(state: State, { serviceName: service }: Config, demo: ChatDemo | null): Partners {
  return demo === null
    ? new Partners(state, { service })
    : new PartnersWithDemo(state, { service }, demo.partner)
}

function describeCodes({ smtp, sms }: Config, isAvailable: boolean): CodeDelivery {
  if (!isAvailable) return 'none'
  return smtp === null && sms.webhook === null ? 'printed' : 'sent'
}

/** Null without a configured model. */
function openDrafter({ model }: Config, directory: ChatToolsOptions, limits: Limits): ModelDrafter | null {
  if (model === null) return null
  const countDraft = createDraftCounter(limits)
  return new ModelDrafter({ ...model, tools: createChatTools(directory), countDraft, log: directory.log })
}
