/** Starts everything that listens, and stops it again. */
import { makeDataFolder } from '@careatlas/directory/snapshot/data-folder'
import type { PoolSize } from '@careatlas/search/embedded/search-pool'
import { type Vocabulary, vocabularyWithEmbedder } from '@careatlas/search/query/query-resources'
import { Keys } from '@careatlas/state/keys'
import { Accounts } from '@careatlas/state/accounts'
import { Consents } from '@careatlas/state/consents'
import { OneTimeCodes } from '@careatlas/state/one-time-codes'
import { serverSecret } from '@careatlas/state/server-secret'
import { openState, type State } from '@careatlas/state/state'
import { openEmbedder } from '@careatlas/vocabulary/embedder'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { auditTo } from './audit.ts'
import { type AccountRoutesOptions, registerAccount } from './auth/account-routes.ts'
import { bearerOf } from './auth/bearer.ts'
import { Cookies } from './auth/cookies.ts'
import { registerOAuth } from './auth/oauth/oauth-routes.ts'
import { registerProtectedResource } from './auth/oauth/protected-resource.ts'
import { type TokenVerifier, createTokenVerifier } from './auth/oauth/token-verifier.ts'
import { CounterStoreError } from './limits/counter-store.ts'
import { Limits } from './limits/limits.ts'
import { mailSender } from './auth/senders.ts'
import { listenError } from './listen-error.ts'
import { closeGracefully } from './close-gracefully.ts'
import { type Config, ConfigError } from './config.ts'
import { SnapshotManager } from './snapshot-manager.ts'
import type { MessageLimits } from './http/message-limits.ts'
import { createHttp } from './http.ts'
import { alwaysLog, flushAndClose, createLogger } from './log.ts'
import { missingPage } from './pages/missing-page.ts'
import { registerPages } from './pages/routes.ts'
import type { Authenticate } from './principal.ts'
import { queryText } from './rest/query-text.ts'
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
 * Throws DataFolderError, ListenError when HOST or PORT cannot be had, StateError when the state file cannot be used,
 * ConfigError when nothing can be counted in the place of VALKEY_URL or DATABASE_URL (a Valkey server that is away may come later),
 * EmbedderError when EMBEDDER cannot be loaded; one that is behind an endpoint may also come later.
 */
export async function startServer(config: Config, options: StartOptions = {}): Promise<RunningServer> {
  await using started = new AsyncDisposableStack()
  const log = options.log ?? started.adopt(createLogger(config), flushAndClose)
  if (config.logQueries) alwaysLog(log).warn(queryLoggingWarning)
  makeDataFolder(config.dataDir)
  const state = started.use(await openState(config.state))
  const keys = started.use(new Keys(state, { service: config.serviceName }))
  const limits = started.use(await limitsOf(config, log))
  const vocabulary = await openVocabulary(config, log)
  const current = started.use(await SnapshotManager.start(config.dataDir, log, vocabulary, options.poolSize))

  const sender = started.use(mailSender(config, options.print ?? ((line) => process.stdout.write(line))))
  let url = ''
  const docsUrl = () => `${config.baseUrl ?? url}/docs`
  const app = await createHttp({
    log,
    docsUrl,
    queryText: config.logQueries ? queryText : null,
    isOverTls: config.baseUrl?.startsWith('https:') ?? false,
    trustedProxies: config.trustedProxies,
    answerMissing: missingPage(config.productName),
    ...(options.limits && { limits: options.limits }),
  })
  started.defer(() => closeGracefully(app))
  let draining = false
  const publicUrl = () => config.baseUrl ?? url
  const tokens = await createTokenVerifier(config.oauthIssuer, { state, url: publicUrl, log })
  const audit = auditTo(log, await serverSecret(state, 'audit'))
  const authenticate = config.auth ? bearerOf({ keys, checkToken: tokens.check, limits, audit }) : null
  registerRest(app, {
    current,
    authenticate,
    limits,
    isDraining: () => draining,
    responseBudgetBytes: config.responseBudgetBytes,
    resolvePlaces: config.resolvePlaces,
    embedderId: vocabulary.vectors.embedderId,
    searchTimeoutMs: config.searchTimeoutMs,
  })
  await registerPages(app, { ...config, url: publicUrl })
  if (authenticate !== null) {
    const account = await accountOptions(config, state, { log, audit, keys, sender, limits, url: publicUrl })
    await registerAccount(app, account)
    await registerAgents(app, config, { account, tokens, authenticate })
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

/** What people ask a directory of health care says what ails them. */
const queryLoggingWarning =
  'LOG_QUERIES is on: the words, names and positions of every search are written here, with its request id.'

/** The part of a search's time budget that its question waits for its vector. */
const embeddingShare = 1 / 5

/** An embedder may take its time to begin with. */
const firstEmbeddingTimeoutMs = 60_000

/** A first text is embedded now, so that an endpoint that is away shows before anybody asks. */
async function openVocabulary({ embedder, searchTimeoutMs }: Config, log: Logger): Promise<Vocabulary> {
  const opened = await openEmbedder(embedder)
  const vocabulary = vocabularyWithEmbedder(opened, {
    onFailure: (why) => log.warn(`${why} Questions are answered by words alone until it does.`),
    timeoutMs: Math.ceil(searchTimeoutMs * embeddingShare),
  })
  const first = 'a doctor for the heart'
  const opening = opened.embed([first], 'query', AbortSignal.timeout(firstEmbeddingTimeoutMs))
  void Promise.allSettled([opening]).then(() => vocabulary.vectors.get(first))
  return vocabulary
}

async function limitsOf(config: Config, log: Logger): Promise<Limits> {
  try {
    return await openLimits(config, log)
  } catch (error) {
    throw error instanceof CounterStoreError ? new ConfigError([error.message]) : error
  }
}

/** Servers that share a Valkey server, or else their state, share what their callers have left. */
async function openLimits(
  { rateLimits, valkeyUrl, dailyQuota, state, serviceName: service }: Config,
  log: Logger,
): Promise<Limits> {
  if (!rateLimits) return Limits.none()
  if (valkeyUrl !== null) return Limits.inValkey(valkeyUrl, { dailyQuota, log, service })
  return 'url' in state ? Limits.inPostgres(state.url, { dailyQuota, log }) : Limits.inMemory({ dailyQuota })
}

async function accountOptions(
  { serviceName, productName, baseUrl }: Config,
  state: State,
  given: Pick<AccountRoutesOptions, 'log' | 'audit' | 'keys' | 'sender' | 'limits' | 'url'>,
): Promise<AccountRoutesOptions> {
  return {
    ...given,
    accounts: new Accounts(state),
    codes: new OneTimeCodes(state),
    consents: new Consents(state),
    cookies: new Cookies(serviceName, baseUrl),
    pepper: await serverSecret(state, 'pages'),
    productName,
    baseUrl,
  }
}

interface AgentOptions {
  readonly account: AccountRoutesOptions
  readonly tokens: TokenVerifier
  readonly authenticate: Authenticate
}

/** The authorization server, unless another is used, and what its tokens open. */
async function registerAgents(
  app: FastifyInstance,
  { serviceName, productName }: Config,
  { account, tokens, authenticate }: AgentOptions,
): Promise<void> {
  const { issuer, own } = tokens
  if (own !== null) await registerOAuth(app, { ...account, ...own, issuer, serviceName })
  await registerProtectedResource(app, { url: account.url, issuer, productName, authenticate })
}

async function listen(app: FastifyInstance, { host, port }: Config): Promise<string> {
  try {
    return await app.listen({ host, port })
  } catch (error) {
    throw listenError(error, { host, port })
  }
}
