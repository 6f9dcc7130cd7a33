/** For tests: a server with only the configuration and the token endpoint of the chat, on a state of its own. */
import { mkdtempDisposableSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Partner, Partners, type PartnerSettings } from '@careatlas/state/partners'
import { openState, type StatePlace } from '@careatlas/state/state'
import { pino } from 'pino'
import { createAudit } from '../../access/audit.ts'
import { Limits } from '../../access/rate-limit/limits.ts'
import type { RefreshingCacheTimes } from '../../access/refreshing-cache.ts'
import { closeGracefully } from '../../http/close-gracefully.ts'
import { createHttp } from '../../http/create-http.ts'
import { createPublicUrl } from '../../http/public-url.ts'
import { reservePort } from '../../http/reserve-port.ts'
import { registerSdkConfig } from '../sdk-config.ts'
import { toAudience, toClientId } from './chat-client.ts'
import { tokenExchangeGrant } from './exchange-grant.ts'
import { pageClient } from './identity-provider.fixture.ts'
import { openChatTokens } from './open-chat-tokens.ts'
import { registerTokenEndpoint } from './token-endpoint.ts'

export interface TokenServerOptions {
  readonly baseUrl?: string | null
  readonly tokenMinutes?: number
  readonly limits?: Limits
  readonly keyCacheTimes?: Partial<RefreshingCacheTimes>
  /** The state of another server; default: a new one. */
  readonly place?: StatePlace
}

export const acmeOrigin = 'https://www.acme.example'

export const idTokenType = 'urn:ietf:params:oauth:token-type:id_token'
export const accessTokenType = 'urn:ietf:params:oauth:token-type:access_token'

/** A partner whose users sign in at `issuer`; null: with one-time codes only. */
export function createSettings(
  issuer: string | null,
  change: Partial<PartnerSettings> = {},
): PartnerSettings {
  return {
    origins: [acmeOrigin],
    authTypes: issuer === null ? ['passwordless'] : ['tokenExchange', 'passwordless'],
    issuer,
    audiences: issuer === null ? [] : [pageClient],
    algorithms: ['RS256', 'PS256', 'ES256', 'EdDSA'],
    jwksUrl: null,
    productName: null,
    historyMigration: 'ask',
    retentionDays: 365,
    ...change,
  }
}

export type TokenServer = Awaited<ReturnType<typeof startTokenServer>>

/** Partners must be added before the first request, because they are cached for a second. */
export async function startTokenServer({
  baseUrl = null,
  tokenMinutes = 30,
  limits = Limits.none(),
  keyCacheTimes = {},
  ...options
}: TokenServerOptions = {}) {
  await using opened = new AsyncDisposableStack()
  const folder = mkdtempDisposableSync(join(tmpdir(), 'chat-'))
  opened.defer(() => folder.remove())
  const place = options.place ?? { folder: join(folder.path, 'state') }
  const state = opened.use(await openState(place))
  const partners = new Partners(state, { service: 'careatlas' })
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line) => void lines.push(line) })
  const port = opened.use(await reservePort({ host: '127.0.0.1', port: 0 }))
  const publicUrl = createPublicUrl({ baseUrl, host: '127.0.0.1' }, port.url)
  const app = await createHttp({ log, publicUrl })
  opened.defer(() => closeGracefully(app))
  const tokens = await openChatTokens({
    state,
    partners,
    publicUrl,
    baseUrl,
    tokenMinutes,
    log,
    audit: createAudit(log, Buffer.alloc(32)),
    keyCacheTimes,
  })
  await registerSdkConfig(app, { partners, publicUrl, productName: 'Careatlas', limits })
  await registerTokenEndpoint(app, { tokens, limits, log })
  await port.open(app)
  const audience = toAudience(baseUrl ?? port.url)
  const owned = opened.move()
  const post = (
    form: Readonly<Record<string, string>> | URLSearchParams,
    headers: Readonly<Record<string, string>> = {},
  ) => fetch(`${port.url}/sdk/token`, { method: 'POST', body: new URLSearchParams(form), headers })
  return {
    url: port.url,
    place,
    state,
    partners,
    tokens,
    limits,
    audience,
    lines,
    post,
    add: (identifier: string, settings: PartnerSettings): Promise<Partner> =>
      partners.add(identifier, settings),
    /** The form of an exchange; an empty value removes a parameter. */
    exchangeForm: (idToken: string, change: Readonly<Record<string, string>> = {}) => ({
      grant_type: tokenExchangeGrant,
      subject_token: idToken,
      subject_token_type: idTokenType,
      requested_token_type: accessTokenType,
      client_id: toClientId('acme'),
      audience,
      ...change,
    }),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

/** The body of a successful response. */
export interface TokenResponse {
  readonly access_token: string
  readonly expires_in: number
  readonly refresh_token?: string
  readonly [member: string]: unknown
}

export async function readTokens(response: Response): Promise<TokenResponse> {
  const body = (await response.json()) as TokenResponse
  if (!response.ok) throw new Error(`${response.status} ${JSON.stringify(body)}`)
  return body
}

/** The status and error code of a refused request. */
export async function readRefusal(response: Response): Promise<readonly [number, string, string]> {
  const { error, error_description } = (await response.json()) as Readonly<Record<string, unknown>>
  return [response.status, String(error), String(error_description)]
}
