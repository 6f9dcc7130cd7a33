/** Starts everything that listens, and stops it again. */
import { mkdirSync } from 'node:fs'
import type { PoolSize } from '@careatlas/search/embedded/search-pool'
import { type Vocabulary, vocabularyWith } from '@careatlas/search/understanding/knowledge'
import { Keys } from '@careatlas/state/keys'
import { Accounts } from '@careatlas/state/accounts'
import { codeLimits, OneTimeCodes } from '@careatlas/state/one-time-codes'
import { OAuthRecords } from '@careatlas/state/oauth-records'
import { signingKeys } from '@careatlas/state/signing-keys'
import { serverSecret } from '@careatlas/state/server-secret'
import { openState, type State } from '@careatlas/state/state'
import { openEmbedder } from '@careatlas/vocabulary/embedder'
import type { FastifyInstance } from 'fastify'
import { destination, type Logger, pino } from 'pino'
import { type AccountRoutesOptions, registerAccount } from './auth/account-routes.ts'
import { authenticate } from './auth/bearer.ts'
import type { CodeSender } from './auth/code-sender.ts'
import { Cookies } from './auth/cookies.ts'
import { accessTokenCheck } from './auth/oauth/access-token.ts'
import { registerOAuth } from './auth/oauth/oauth-routes.ts'
import { keysAndTokens, registerProtectedResource } from './auth/oauth/protected-resource.ts'
import { Limits } from './limits/limits.ts'
import { printingSender } from './auth/printing-sender.ts'
import { SmtpSender } from './auth/smtp-sender.ts'
import { listenError } from './cannot-listen.ts'
import { closeGracefully } from './close-gracefully.ts'
import type { Config } from './config.ts'
import { CurrentDirectory } from './current-directory.ts'
import type { MessageLimits } from './http/message-limits.ts'
import { createHttp } from './http.ts'
import { registerPages } from './pages/routes.ts'
import { registerRest } from './rest/routes.ts'

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
  readonly poolSize?: PoolSize
  /** Hears codes that are not sent by e-mail. */
  readonly print?: (line: string) => void
}

/**
 * Listens on `config.host` and `config.port`. Without a snapshot it runs too, and answers 503 until there is one.
 * Throws CannotListen when HOST or PORT cannot be had, StateRefused when the state file cannot be used, EmbedderFailed when
 * EMBEDDER cannot be loaded; one that is behind an endpoint may also come later.
 */
export async function startServer(config: Config, options: StartOptions = {}): Promise<RunningServer> {
  await using started = new AsyncDisposableStack()
  const log = options.log ?? started.adopt(logTo(config), flushed)
  mkdirSync(config.dataDir, { recursive: true })
  const state = started.use(await openState(config.state))
  const keys = new Keys(state, { service: config.serviceName })
  const vocabulary = await openVocabulary(config, log)
  const current = started.use(
    await CurrentDirectory.follow(config.dataDir, log, vocabulary, options.poolSize),
  )

  const limits = started.use(await limitsOf(config))
  const sender = started.use(senderOf(config, options.print ?? ((line) => process.stdout.write(line))))
  let url = ''
  const docsUrl = () => `${config.baseUrl ?? url}/docs`
  const app = await createHttp({
    log,
    docsUrl,
    trustedProxies: config.trustedProxies,
    ...(options.limits && { limits: options.limits }),
  })
  started.defer(() => closeGracefully(app))
  let draining = false
  registerRest(app, {
    current,
    authenticate: config.auth ? (request, reply) => authenticate(request, reply, keys, limits) : null,
    limits,
    isDraining: () => draining,
    responseBudgetBytes: config.responseBudgetBytes,
    resolvePlaces: config.resolvePlaces,
    embedderId: vocabulary.vectors.embedderId,
    searchTimeoutMs: config.searchTimeoutMs,
  })
  await registerPages(app, config)
  if (config.auth) {
    const issuer = () => config.baseUrl ?? url
    const account = await accountOptions(config, state, { log, keys, sender, limits, url: issuer })
    await registerAccount(app, account)
    await registerAgents(app, config, state, { ...account, issuer })
  }
  url = await listen(app, config)
  log.info({ url }, 'listening')

  const running = started.move()
  const close = () => {
    draining = true
    return running.disposeAsync()
  }
  return { url, close, [Symbol.asyncDispose]: close }
}

/** The part of a search's time budget that its question waits for its vector. */
const patiencePart = 1 / 5

/** An embedder may take its time to begin with. */
const openingPatienceMs = 60_000

/** A first text is embedded now, so that an endpoint that is away shows before anybody asks. */
async function openVocabulary({ embedder, searchTimeoutMs }: Config, log: Logger): Promise<Vocabulary> {
  const opened = await openEmbedder(embedder)
  const vocabulary = vocabularyWith(opened, {
    tell: (why) => log.warn(`${why} Questions are answered by words alone until it does.`),
    patienceMs: Math.ceil(searchTimeoutMs * patiencePart),
  })
  const first = 'a doctor for the heart'
  const opening = opened.embed([first], 'query', AbortSignal.timeout(openingPatienceMs))
  void Promise.allSettled([opening]).then(() => vocabulary.vectors.of(first))
  return vocabulary
}

/** Servers that share their state share what their callers have left. */
async function limitsOf({ rateLimits, state }: Config): Promise<Limits> {
  if (!rateLimits) return Limits.none()
  return 'url' in state ? Limits.inPostgres(state.url) : Limits.inMemory()
}

/** Codes go out by e-mail, or are printed where only this machine reaches the server; null: nobody gets one. */
function senderOf({ smtp, loopback, productName }: Config, print: (line: string) => void): CodeSender | null {
  if (smtp !== null) return new SmtpSender({ ...smtp, productName, lifeMinutes: codeLimits.lifeMs / 60_000 })
  return loopback ? printingSender(print) : null
}

async function accountOptions(
  { serviceName, productName, baseUrl }: Config,
  state: State,
  given: Pick<AccountRoutesOptions, 'log' | 'keys' | 'sender' | 'limits' | 'url'>,
): Promise<AccountRoutesOptions> {
  return {
    ...given,
    accounts: new Accounts(state),
    codes: new OneTimeCodes(state),
    cookies: new Cookies(serviceName, baseUrl),
    pepper: await serverSecret(state, 'pages'),
    productName,
    baseUrl,
  }
}

/** The authorization server, and what its tokens open. */
async function registerAgents(
  app: FastifyInstance,
  { serviceName, productName }: Config,
  state: State,
  given: AccountRoutesOptions & { readonly issuer: () => string },
): Promise<void> {
  const { issuer, keys, limits } = given
  const signing = await signingKeys(state)
  await registerOAuth(app, {
    ...given,
    serviceName,
    records: new OAuthRecords(state),
    signingKeys: signing,
    cookieKey: Buffer.from(await serverSecret(state, 'oauth_cookies')).toString('base64url'),
  })
  const verifier = keysAndTokens(keys, accessTokenCheck(issuer, signing))
  await registerProtectedResource(app, {
    issuer,
    productName,
    authenticate: (request, reply) => authenticate(request, reply, verifier, limits),
  })
}

async function listen(app: FastifyInstance, { host, port }: Config): Promise<string> {
  try {
    return await app.listen({ host, port })
  } catch (error) {
    throw listenError(error, { host, port })
  }
}

/**
 * Lines are written in blocks of this size, or after a second, in the thread pool: whoever reads standard error may
 * stall, and the server must not stall with it. Measured at 200 bytes a line: 5.5 µs each, against 3 µs in this thread.
 */
const logBlock = { sync: false, minLength: 2048, periodicFlush: 1000 }

/** JSON lines on standard error. They never hold a query, an Authorization header or a body. */
function logTo({ logLevel }: Config): Logger {
  const stream = destination({ fd: process.stderr.fd, ...logBlock })
  return pino({ level: logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime }, stream)
}

/** Resolves when every line is written. */
function flushed(log: Logger): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  log.flush(() => resolve())
  return promise
}
