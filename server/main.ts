/** Starts everything that listens, and stops it again. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Keys } from '@careatlas/state/keys'
import { openState } from '@careatlas/state/state'
import { destination, type Logger, pino } from 'pino'
import { closeGracefully } from './close-gracefully.ts'
import type { Config } from './config.ts'
import type { MessageLimits } from './http/message-limits.ts'
import { createHttp } from './http.ts'
import { registerPages } from './pages/routes.ts'
import { registerRest } from './rest/routes.ts'
import { Serving } from './serving.ts'

export interface RunningServer extends AsyncDisposable {
  /** Where it listens, without a slash at the end. */
  readonly url: string
  /** Answers what is under way, then releases everything; at most 10 s. */
  close(): Promise<void>
}

/** What only tests change. */
export interface StartOptions {
  readonly limits?: Partial<MessageLimits>
  readonly log?: Logger
}

/** Listens on `config.host` and `config.port`. Without a snapshot it runs too, and answers 503 until there is one. */
export async function startServer(config: Config, options: StartOptions = {}): Promise<RunningServer> {
  await using started = new AsyncDisposableStack()
  const log = options.log ?? started.adopt(logTo(config), async (logger) => logger.flush())
  mkdirSync(config.dataDir, { recursive: true })
  const state = started.use(openState(join(config.dataDir, 'state')))
  const serving = started.use(await Serving.follow(config.dataDir, log))

  let url = ''
  const docsUrl = () => `${config.baseUrl ?? url}/docs`
  const app = await createHttp({ log, docsUrl, ...(options.limits && { limits: options.limits }) })
  started.defer(() => closeGracefully(app))
  registerRest(app, {
    serving,
    keys: config.auth ? new Keys(state, { service: config.serviceName }) : null,
    responseBudgetBytes: config.responseBudgetBytes,
    searchTimeoutMs: config.searchTimeoutMs,
  })
  await registerPages(app, config)
  url = await app.listen({ host: config.host, port: config.port })
  log.info({ url }, 'listening')

  const running = started.move()
  const close = () => {
    serving.drain()
    return running.disposeAsync()
  }
  return { url, close, [Symbol.asyncDispose]: close }
}

/** Lines are written in blocks of this size, or after a second: a write for every request is slow. */
const logBlock = { minLength: 4096, periodicFlush: 1000 }

/** JSON lines on standard error. They never hold a query, an Authorization header or a body. */
function logTo({ logLevel }: Config): Logger {
  const stream = destination({ fd: process.stderr.fd, sync: false, ...logBlock })
  return pino({ level: logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime }, stream)
}
