/** Accepts the WebSockets of the chat (`/sdk/ws`), checks them regularly, and closes them when the server stops. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { chatLimits, chatSubprotocol, closeCodes } from '@careatlas/contract/chat-frames'
import { ApiError } from '@careatlas/contract/errors'
import type { Partner, Partners } from '@careatlas/state/partners'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type WebSocket, WebSocketServer } from 'ws'
import { callerAddress } from '../../access/rate-limit/caller-address.ts'
import type { Limits } from '../../access/rate-limit/limits.ts'
import { isWebSocketUpgrade, upgradeHead } from '../../http/upgrades.ts'
import { activePartners } from '../active-partners.ts'
import { registerPartnerCors } from '../partner-cors.ts'
import { checkOrigin, identifyPartner } from '../partner-request.ts'
import { sdkPaths } from '../sdk-paths.ts'
import type { ChatSession } from '../session/chat-session.ts'
import type { ChatIdentity } from '../tokens/chat-tokens.ts'
import { ChatSocket, defaultSocketLimits, type SocketLimits } from './chat-socket.ts'

export interface ChatServerLimits extends SocketLimits {
  readonly sockets: number
  readonly socketsPerAddress: number
  /** A socket that has sent nothing is closed after this time. */
  readonly silentMs: number
  /** A socket without frames of its client is closed after this time. */
  readonly idleMs: number
  readonly pingMs: number
  /** A client that does not answer pings is disconnected after this time. */
  readonly unheardMs: number
  readonly sweepMs: number
  /** How long running answers may take when the server stops. */
  readonly stopMs: number
}

const secondMs = 1000

export const defaultChatServerLimits: ChatServerLimits = {
  ...defaultSocketLimits,
  sockets: 20_000,
  socketsPerAddress: 100,
  silentMs: 60 * secondMs,
  idleMs: 30 * 60 * secondMs,
  pingMs: chatLimits.heartbeatSeconds * secondMs,
  unheardMs: 35 * secondMs,
  sweepMs: 2 * secondMs,
  stopMs: 3 * secondMs,
}

/** A client whose upgrade was accepted. */
export interface AcceptedClient {
  readonly partner: Partner
  readonly socket: ChatSocket
  /** The public address by which it reached the service. */
  readonly url: string
  /** The part of its address that rate limits use. */
  readonly caller: string
}

export interface ChatServerOptions {
  readonly partners: Partners
  readonly limits: Limits
  readonly url: (request: FastifyRequest) => string
  readonly socketLimits: ChatServerLimits
  readonly createSession: (client: AcceptedClient) => ChatSession
  /** Whether the token of an identity was not revoked. */
  readonly isActive: (identity: ChatIdentity) => Promise<boolean>
  /** Waits for running answers. */
  readonly stopAnswers: (timeoutMs: number) => Promise<void>
  readonly onFailure: (error: unknown) => void
}

interface Connection {
  readonly partner: Partner
  readonly caller: string
  readonly socket: ChatSocket
  readonly session: ChatSession
  readonly openedAt: number
  pingedAt: number
}

export class ChatServer implements AsyncDisposable {
  readonly #options: ChatServerOptions
  readonly #sockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: chatLimits.frameBytes,
    // Compression multiplies the memory of each socket by ten (`docs/decisions/0059`).
    perMessageDeflate: false,
    handleProtocols: () => chatSubprotocol,
  })
  readonly #connections = new Set<Connection>()
  readonly #countByCaller = new Map<string, number>()
  readonly #sweepTimer: NodeJS.Timeout
  /** Whether tokens and partners are being checked. */
  #isChecking = false
  #isStopping = false

  constructor(options: ChatServerOptions) {
    this.#options = options
    this.#sweepTimer = setInterval(
      () => void this.#sweep().catch(options.onFailure),
      options.socketLimits.sweepMs,
    ).unref()
  }

  /** Adds the route of the upgrade. */
  async register(app: FastifyInstance): Promise<void> {
    await app.register(async (routes) => {
      registerPartnerCors(routes, { partners: this.#options.partners, vary: 'accept-encoding, origin' })
      routes.get(sdkPaths.socket, async (request, reply) => this.#upgrade(request, reply))
    })
  }

  /** The number of open sockets. */
  get size(): number {
    return this.#connections.size
  }

  /** Completes running answers, then asks all clients to reconnect. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#isStopping = true
    clearInterval(this.#sweepTimer)
    await this.#options.stopAnswers(this.#options.socketLimits.stopMs)
    for (const { socket } of this.#connections) socket.close(closeCodes.restarting, 'the server restarts')
  }

  async #upgrade(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { limits, socketLimits } = this.#options
    if (!isWebSocketUpgrade(request.raw))
      throw new ApiError('upgrade_required', 'This address takes WebSocket upgrades only.')
    const partner = await this.#authenticate(request)
    checkHandshake(request)
    const caller = callerAddress(request.ip)
    await limits.take('chat_sockets', caller)
    if (this.#isStopping || this.#connections.size >= socketLimits.sockets)
      throw new ApiError('unavailable', 'The chat accepts no new sockets now; try again later.')
    if ((this.#countByCaller.get(caller) ?? 0) >= socketLimits.socketsPerAddress)
      throw new ApiError('rate_limited', 'Too many open sockets from this address.', 60)
    reply.hijack()
    const webSocket = await completeUpgrade(this.#sockets, request.raw, reply.raw)
    this.#connect(webSocket, { partner, caller, url: this.#options.url(request) })
  }

  async #authenticate({ query, headers: { origin } }: FastifyRequest): Promise<Partner> {
    const { partner: identifier, key: publicKey } = query as Readonly<Record<string, unknown>>
    const partner = await identifyPartner(this.#options.partners, { identifier, publicKey })
    if (origin === undefined)
      throw new ApiError('origin_not_allowed', 'The request must have an Origin header.')
    checkOrigin(partner, origin)
    return partner
  }

  #connect(
    webSocket: WebSocket,
    { partner, caller, url }: { readonly partner: Partner; readonly caller: string; readonly url: string },
  ): void {
    const { socketLimits, createSession, onFailure } = this.#options
    const socket = new ChatSocket({
      socket: webSocket,
      url,
      limits: socketLimits,
      handle: (frame) => session.handle(frame),
      onClose: () => this.#disconnect(connection),
      onFailure,
    })
    const session = createSession({ partner, socket, url, caller })
    const now = performance.now()
    const connection = { partner, caller, socket, session, openedAt: now, pingedAt: now }
    this.#connections.add(connection)
    this.#countByCaller.set(caller, (this.#countByCaller.get(caller) ?? 0) + 1)
    session.start()
  }

  #disconnect(connection: Connection): void {
    if (!this.#connections.delete(connection)) return
    const { caller, session } = connection
    const count = (this.#countByCaller.get(caller) ?? 1) - 1
    if (count === 0) this.#countByCaller.delete(caller)
    else this.#countByCaller.set(caller, count)
    session.leave()
  }

  async #sweep(): Promise<void> {
    for (const connection of this.#connections) this.#checkTimes(connection)
    // With a slow state, these checks may take longer than the time between two sweeps.
    if (this.#isChecking) return
    this.#isChecking = true
    try {
      for (const connection of this.#connections) await this.#checkAuthority(connection)
    } finally {
      this.#isChecking = false
    }
  }

  #checkTimes(connection: Connection): void {
    const { silentMs, idleMs, pingMs, unheardMs } = this.#options.socketLimits
    const { socket, session, openedAt } = connection
    const now = performance.now()
    if (now - socket.heardAt > unheardMs) return socket.terminate()
    const idleSince = socket.activeAt ?? openedAt
    if (now - idleSince > (socket.activeAt === null ? silentMs : idleMs))
      return socket.close(closeCodes.idle, 'idle')
    session.closeIfExpired()
    if (now - connection.pingedAt < pingMs) return
    connection.pingedAt = now
    socket.ping()
  }

  async #checkAuthority({ partner, session, socket }: Connection): Promise<void> {
    const { partners, isActive } = this.#options
    const current = await activePartners(partners).find(partner.identifier)
    if (current?.publicKey !== partner.publicKey)
      return socket.close(closeCodes.refused, 'the partner was disabled or its key replaced')
    if (session.identity !== null && !(await isActive(session.identity)))
      socket.close(closeCodes.authenticationExpired, 'the access token was revoked')
  }
}

/** Checks what the library would reject without the error envelope (RFC 6455, section 4.2.1). */
function checkHandshake({ headers, query }: FastifyRequest): void {
  const { v } = query as Readonly<Record<string, unknown>>
  if (v !== '1') throw new ApiError('invalid_parameter', 'v must be 1, the version of the protocol.')
  if (headers['sec-websocket-version'] !== '13')
    throw new ApiError('bad_request', 'Sec-WebSocket-Version must be 13.')
  if (!/^[\w+/]{22}==$/.test(headers['sec-websocket-key'] ?? ''))
    throw new ApiError('bad_request', 'Sec-WebSocket-Key must be 16 bytes in base64.')
  const offered = (headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim())
  const isWellFormed = offered.every((name) => /^[\w!#$%&'*+.^`|~-]+$/.test(name))
  if (!isWellFormed || new Set(offered).size < offered.length || !offered.includes(chatSubprotocol))
    throw new ApiError('bad_request', `Sec-WebSocket-Protocol must offer ${chatSubprotocol}, each name once.`)
}

function completeUpgrade(
  sockets: WebSocketServer,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<WebSocket> {
  response.detachSocket(request.socket)
  return new Promise((resolve, reject) => {
    request.socket.once('close', () => reject(new Error('the client disconnected during the upgrade')))
    sockets.handleUpgrade(request, request.socket, upgradeHead(request), resolve)
  })
}
