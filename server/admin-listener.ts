/** The admin listener: a second HTTP server, which answers `GET /readyz` for load balancers and orchestrators. */
import type { Logger } from 'pino'
import { isLoopback, type ListenAddress } from './addresses.ts'
import { adminTimeoutMs, closeGracefully } from './http/close-gracefully.ts'
import { createHttp } from './http/create-http.ts'
import type { MessageLimits } from './http/message-limits.ts'
import type { PublicUrl } from './http/public-url.ts'
import { reservePort } from './http/reserve-port.ts'
import { removeCrossOriginHeaders } from './http/response-headers.ts'
import { alwaysLog } from './log.ts'
import type { Readiness } from './readiness.ts'

export interface AdminOptions {
  readonly checkReadiness: () => Promise<Readiness>
  readonly log: Logger
  readonly publicUrl: PublicUrl
  readonly limits?: Partial<MessageLimits> | undefined
}

/** Listens on `address` until disposal. Rejects with ListenError if the address cannot be used. */
export async function openAdminListener(
  address: ListenAddress,
  { checkReadiness, log, publicUrl, limits = {} }: AdminOptions,
): Promise<AsyncDisposable> {
  await using opened = new AsyncDisposableStack()
  const port = opened.use(await reservePort(address, { host: 'ADMIN_LISTEN', port: 'ADMIN_LISTEN' }))
  // The pages of the error codes are on the public server.
  const app = await createHttp({ log, publicUrl: () => publicUrl(null), limits })
  opened.defer(() => closeGracefully(app, adminTimeoutMs))
  app.addHook('onRequest', removeCrossOriginHeaders)
  app.get('/readyz', async (_request, reply) => {
    const readiness = await checkReadiness()
    return reply.code(readiness.status === 'ready' ? 200 : 503).send(readiness)
  })
  await port.open(app)
  log.info({ url: port.url }, 'admin listening')
  if (!isLoopback(address.host)) alwaysLog(log).warn(adminListenWarning)
  return opened.move()
}

const adminListenWarning =
  'The host of ADMIN_LISTEN is not a loopback address: let only load balancers and orchestrators reach it, because it requires no key.'
