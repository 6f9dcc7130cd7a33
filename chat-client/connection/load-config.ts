/** Loads the configuration of the chat, which the service gives to each partner. */
import { readText } from '../parse-object.ts'
import type { ChatSettings } from '../read-options.ts'
import { parseSecureUrl } from '../secure-url.ts'
import type { AuthType } from '../service-chat.ts'
import { ServiceChatError } from '../service-chat-error.ts'
import { retryDelayMs } from './backoff.ts'
import { type JsonResponse, requestService } from './request-json.ts'
import { pause } from './wait.ts'

export interface ChatConfig {
  readonly clientId: string
  readonly audience: string
  readonly tokenUrl: string
  readonly socketUrl: string
  /** Null if the service does not list them. */
  readonly authTypes: ReadonlySet<unknown> | null
  readonly productName: string | null
  readonly messageCharactersMax: number
}

const triesMax = 3

/** Rejects with ServiceChatError, or with the reason of the signal. */
export async function loadConfig(settings: ChatSettings, signal: AbortSignal): Promise<ChatConfig> {
  for (let tries = 1; ; tries += 1) {
    const error = await tryToLoad(settings, signal)
    if (!(error instanceof ServiceChatError)) return error
    if (!error.isRetryable || tries === triesMax) {
      // The browser hides from the client that the page is not one of the partner.
      console.error(
        `${settings.serviceUrl}/sdk/config: ${error.message} Check publicKey and: careatlas partners update ${settings.partnerIdentifier} --origin ${location.origin} ...`,
      )
      throw error
    }
    await pause(retryDelayMs(tries - 1), signal)
  }
}

async function tryToLoad(
  settings: ChatSettings,
  signal: AbortSignal,
): Promise<ChatConfig | ServiceChatError> {
  try {
    const response = await requestService(settings, 'config', {}, signal)
    if (response.status !== 200) return toError(response)
    return (
      readConfig(response.body, settings) ?? new ServiceChatError('config_malformed', 'Malformed response.')
    )
  } catch {
    signal.throwIfAborted()
    return new ServiceChatError('config_unavailable')
  }
}

/** The partner, key or page is refused with these statuses; others may work on another try. */
function toError({ status, body }: JsonResponse): ServiceChatError {
  const { code, message } = (body['error'] ?? {}) as Readonly<Record<string, unknown>>
  return new ServiceChatError(
    readText(code) ?? 'config_unavailable',
    readText(message) ?? `status ${status}`,
    !/^40[0134]$/.test(String(status)),
  )
}

/** Null if a required member is missing or malformed, or an address lacks TLS. Unknown members are ignored. */
export function readConfig(
  body: Readonly<Record<string, unknown>>,
  { serviceUrl, websocketUrl, devRoute }: Pick<ChatSettings, 'serviceUrl' | 'websocketUrl' | 'devRoute'>,
): ChatConfig | null {
  const { clientId, audience, tokenExchangeUrl, authTypes, productName } = body
  const tokenUrl = devRoute ?? tokenExchangeUrl
  const socketUrl = websocketUrl ?? body['websocketUrl'] ?? `${serviceUrl.replace(/^http/, 'ws')}/sdk/ws`
  if (!isText(clientId) || !isText(audience) || !isSecure(tokenUrl) || !isSecure(socketUrl)) return null
  const { maxMessageChars } = (body['limits'] ?? {}) as Readonly<Record<string, unknown>>
  return {
    clientId,
    audience,
    tokenUrl,
    socketUrl,
    authTypes: Array.isArray(authTypes) ? new Set<unknown>(authTypes) : null,
    productName: readText(productName) || null,
    messageCharactersMax:
      Number.isSafeInteger(maxMessageChars) && (maxMessageChars as number) > 0
        ? (maxMessageChars as number)
        : 4000,
  }
}

/** Throws ServiceChatError. */
export function checkAuthType({ authTypes }: ChatConfig, authType: AuthType): void {
  if (authTypes !== null && !authTypes.has(authType))
    throw new ServiceChatError('auth_type_not_allowed', `${authType} is not allowed here.`, false)
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

function isSecure(value: unknown): value is string {
  return isText(value) && parseSecureUrl(value) !== null
}
