/** Starts and stops the server. */
import { createDataFolder } from '@careatlas/directory/snapshot/data-folder'
import type { PoolSize } from '@careatlas/search/embedded/search-pool'
import { type Vocabulary, vocabularyWithEmbedder } from '@careatlas/search/query/query-resources'
import { Keys } from '@careatlas/state/keys'
import { Accounts } from '@careatlas/state/accounts'
import { Consents } from '@careatlas/state/consents'
import { Reports } from '@careatlas/state/reports'
import { OneTimeCodes } from '@careatlas/state/one-time-codes'
import { loadServerSecret } from '@careatlas/state/server-secret'
import { RegularCheckpoints } from '@careatlas/state/regular-checkpoints'
import { openState, type State } from '@careatlas/state/state'
import { countKeysInFile, countState } from '@careatlas/state/state-counts'
import { stateFilePath } from '@careatlas/state/state-file'
import { openEmbedder } from '@careatlas/vocabulary/embedder'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { registerPageActions, type PageOptions } from './web/page-actions.ts'
import { isLoopback } from './addresses.ts'
import { openAdminListener } from './admin-listener.ts'
import { createAudit } from './access/audit.ts'
import { accountActions } from './accounts/account-actions.ts'
import type { AccountOptions } from './accounts/account-view.ts'
import { createAuthenticator } from './access/authenticate.ts'
import { createPrincipalResolver } from './access/resolve-principal.ts'
import { Cookies } from './access/cookies.ts'
import { clientPaths } from './oauth/authorization-server.ts'
import { registerOAuth } from './oauth/oauth-routes.ts'
import { registerProtectedResource } from './oauth/protected-resource.ts'
import { createTokenVerifier } from './oauth/token-verifier.ts'
import { CounterStoreError } from './access/rate-limit/counter-store.ts'
import { Limits } from './access/rate-limit/limits.ts'
import { healthChecks } from './health-checks.ts'
import { createMailSender } from './accounts/senders.ts'
import { createPublicUrl, type PublicUrl } from './http/public-url.ts'
import { reservePort } from './http/reserve-port.ts'
import { closeGracefully } from './http/close-gracefully.ts'
import { type Config, ConfigError, stateFolder } from './config.ts'
import { SnapshotManager } from './snapshots/snapshot-manager.ts'
import type { MessageLimits } from './http/message-limits.ts'
import { createHttp } from './http/create-http.ts'
import { alwaysLog, flushAndClose, createLogger } from './log.ts'
import { failurePage } from './pages/failure-page.ts'
import { registerDemo } from './pages/demo/routes.ts'
import { registerRecordPages } from './pages/records/routes.ts'
import { registerReportPages } from './pages/reports/routes.ts'
import { registerPages } from './pages/routes.ts'
import { createReadiness, notRunning } from './readiness.ts'
import { queryText } from './rest/query-text.ts'
import { type ExtendMethods, registerMcp } from './mcp/routes.ts'
import { registerRest } from './rest/routes.ts'
import type { ChatServerLimits } from './chat/socket/chat-server.ts'
import { startChat } from './start-chat.ts'
import { version } from './version.ts'

export interface RunningServer extends AsyncDisposable {
  /** The URL that it listens on, without a trailing slash. */
  readonly url: string
  /** Completes pending requests for at most 6 s, then releases all resources; the timeouts add up to less than `stopTimeoutMs`. */
  close(): Promise<void>
}

/** Options for tests. */
export interface StartOptions {
  readonly limits?: Partial<MessageLimits>
  readonly log?: Logger
  readonly poolSize?: PoolSize
  /** Whether a loaded snapshot parses sample queries first, which takes 1.5 s of CPU time once; default: true. */
  readonly warmsUp?: boolean
  /** Prints one-time codes if no mail server is configured; default: standard output. */
  readonly print?: (line: string) => void
  readonly extendMcpMethods?: ExtendMethods
  /** The time of "open now" on the pages; default: the clock of the machine. */
  readonly clock?: () => Date
  readonly chatLimits?: Partial<ChatServerLimits>
}

/**
 * Listens on `config.host` and `config.port`. Without a snapshot, it responds with 503 until one is published. Rejects with
 * DataFolderError; with ListenError if HOST, PORT or ADMIN_LISTEN cannot be used; with StateError if the state cannot be opened; with
 * ConfigError if Valkey or PostgreSQL cannot count (an unreachable Valkey server is only logged); and with EmbedderError if EMBEDDER
 * cannot be loaded (an unreachable endpoint is only logged).
 */
export async function startServer(config: Config, options: StartOptions = {}): Promise<RunningServer> {
  await using started = new AsyncDisposableStack()
  const log = options.log ?? started.adopt(createLogger(config), flushAndClose)
  let isDraining = false
  started.defer(() => {
    if (isDraining) log.info('stopped')
  })
  warnAboutSettings(config, log)
  createDataFolder(config.dataDir)
  const port = started.use(await reservePort(config))
  const publicUrl = createPublicUrl(config, port.url)
  let checkReadiness = reportNotRunning
  if (config.adminListen !== null) {
    const admin = { checkReadiness: () => checkReadiness(), log, publicUrl, limits: options.limits }
    started.use(await openAdminListener(config.adminListen, admin))
  }
  const stores = await openStores(config, { ...options, log, started })
  const access = await openAccess(config, stores, { log, listening: port.url })
  const checkHealth = healthChecks(stores.current, stores)
  const app = await openHttp(config, { ...options, log, publicUrl, current: stores.current })
  started.defer(() => closeGracefully(app))
  await registerRoutes(app, {
    config,
    stores,
    access,
    log,
    publicUrl,
    checkHealth,
    isDraining: () => isDraining,
    extendMcpMethods: options.extendMcpMethods,
    clock: options.clock,
  })
  const { state, limits, current, sender: mail } = stores
  const { chatLimits: socketLimits = {}, print = printLine } = options
  const chatParts = {
    state,
    limits,
    current,
    mail,
    audit: access.audit,
    log,
    publicUrl,
    checkHealth,
    print,
    socketLimits,
  }
  // Closed before the HTTP server, because open sockets would keep it from closing.
  started.use(await startChat(app, config, chatParts))
  await port.open(app)
  checkReadiness = async () => {
    const health = isDraining ? null : await checkHealth()
    // The shutdown may have started during the checks.
    return health === null || isDraining
      ? notRunning
      : createReadiness(health, stores.current.manifest !== null)
  }
  log.info(
    {
      host: config.host,
      url: port.url,
      publicUrl: publicUrl(null),
      ...describeServer(config, stores.current),
    },
    'listening',
  )

  const running = started.move()
  const close = () => {
    if (!isDraining) log.info('stopping')
    isDraining = true
    return running.disposeAsync()
  }
  return { url: port.url, close, [Symbol.asyncDispose]: close }
}

/** The readiness until the server has started. */
const reportNotRunning = async () => notRunning

function warnAboutSettings({ logQueries, baseUrl, host }: Config, log: Logger): void {
  if (logQueries) alwaysLog(log).warn(queryLoggingWarning)
  if (baseUrl === null && !isLoopback(host)) alwaysLog(log).warn(publicUrlWarning)
}

const queryLoggingWarning =
  'LOG_QUERIES is on: the log contains the text, names and positions of every search, with its request id.'

const publicUrlWarning =
  'HOST is not a loopback address, and BASE_URL is not set: set BASE_URL to the address that clients use, because links and OAuth metadata contain it.'

interface StoreOptions extends Pick<StartOptions, 'poolSize' | 'warmsUp' | 'print'> {
  readonly log: Logger
  /** Closes the stores. */
  readonly started: AsyncDisposableStack
}

/** What the server reads, counts and sends with; opened in the order in which an operator wants to hear of failures. */
async function openStores(
  config: Config,
  { log, started, poolSize, warmsUp, print = printLine }: StoreOptions,
) {
  const state = started.use(await openState(config.state))
  started.use(new RegularCheckpoints(state))
  await warnIfKeysAreInFile(config, state, log)
  const keys = started.use(new Keys(state, { service: config.serviceName }))
  const limits = started.use(await openLimits(config, log))
  const vocabulary = await openVocabulary(config, log)
  const current = started.use(
    await SnapshotManager.start(config.dataDir, log, { vocabulary, poolSize, warmsUp }),
  )
  const sender = started.use(createMailSender(config, print))
  return { state, keys, limits, vocabulary, current, sender }
}

type Stores = Awaited<ReturnType<typeof openStores>>

function printLine(line: string): void {
  process.stdout.write(line)
}

interface AccessOptions {
  readonly log: Logger
  /** The URL that the server listens on. */
  readonly listening: string
}

async function openAccess(
  config: Config,
  { state, keys, limits }: Stores,
  { log, listening }: AccessOptions,
) {
  const tokens = await createTokenVerifier(config, { state, listening, log })
  const audit = createAudit(log, await loadServerSecret(state, 'audit'))
  const resolvePrincipal = createPrincipalResolver({ keys, checkToken: tokens.check, limits })
  return { tokens, audit, authenticate: config.auth ? createAuthenticator(resolvePrincipal, audit) : null }
}

interface HttpParts extends Pick<StartOptions, 'limits'> {
  readonly log: Logger
  readonly current: SnapshotManager
  readonly publicUrl: PublicUrl
}

function openHttp(
  config: Config,
  { log, publicUrl, limits, current }: HttpParts,
): ReturnType<typeof createHttp> {
  return createHttp({
    log,
    publicUrl,
    queryText: config.logQueries ? queryText : null,
    accessLog: config.accessLog,
    isOverTls: config.baseUrl?.startsWith('https:') ?? false,
    trustedProxies: config.trustedProxies,
    sendErrorPage: failurePage({
      productName: config.productName,
      hasKeys: config.auth,
      userPaths: ['/keys', '/oauth', '/demo', '/es/demo', '/chat-demo', '/es/chat-demo'],
      clientPaths,
      demo: { ...config, publicUrl, current },
    }),
    ...(limits && { limits }),
  })
}

interface RouteParts {
  readonly config: Config
  readonly stores: Stores
  readonly access: Awaited<ReturnType<typeof openAccess>>
  readonly log: Logger
  readonly publicUrl: PublicUrl
  readonly checkHealth: ReturnType<typeof healthChecks>
  readonly isDraining: () => boolean
  readonly extendMcpMethods: StartOptions['extendMcpMethods']
  readonly clock: StartOptions['clock']
}

async function registerRoutes(app: FastifyInstance, parts: RouteParts): Promise<void> {
  const { config, stores, access, log, publicUrl, checkHealth, isDraining } = parts
  const { limits, current, vocabulary } = stores
  const directory = { ...config, current, checkHealth, authenticate: access.authenticate, limits }
  registerRest(app, { ...directory, isDraining, embedderId: vocabulary.vectors.embedderId })
  const { extendMcpMethods: extendMethods, clock } = parts
  registerMcp(app, { ...directory, publicUrl, log, ...(extendMethods && { extendMethods }) })
  registerPages(app, { ...config, publicUrl, current: stores.current })
  registerRecordPages(app, { ...directory, publicUrl, ...(clock && { clock }) })
  registerDemo(app, { ...directory, publicUrl, ...(clock && { clock }) })
  await registerReportPages(app, {
    ...directory,
    ...(await pageOptions(config, stores)),
    reports: await openReports(stores.state),
  })
  if (access.authenticate !== null) await registerAccounts(app, parts)
}

async function registerAccounts(
  app: FastifyInstance,
  { config, stores, access: { tokens, audit }, log, publicUrl }: RouteParts,
): Promise<void> {
  const { state, keys, sender, limits } = stores
  const account = await accountOptions(config, state, { log, audit, keys, sender, limits, publicUrl })
  await registerPageActions(app, '/keys', accountActions(account), account)
  // The server is its own authorization server unless an external one is configured.
  if (tokens.own !== null)
    await registerOAuth(app, { ...account, ...tokens.own, serviceName: config.serviceName })
  await registerProtectedResource(app, { ...config, publicUrl })
}

/** The version, the stores and the snapshot of the server, for the log. */
function describeServer({ state, rateLimits, valkeyUrl }: Config, { manifest }: SnapshotManager): object {
  const database = 'url' in state ? 'postgresql' : null
  const sharedStore = valkeyUrl === null ? database : 'valkey'
  const ageMs = manifest === null ? null : Date.now() - Date.parse(manifest.created_at)
  return {
    version,
    state: database ?? 'sqlite',
    limits: rateLimits ? (sharedStore ?? 'memory') : 'off',
    snapshot: manifest?.generation ?? null,
    snapshotAgeHours: ageMs === null ? null : Math.round(ageMs / hourMs),
  }
}

const hourMs = 3_600_000

/** If the operator sets DATABASE_URL after the first start, the existing keys are still in the state file. */
async function warnIfKeysAreInFile({ dataDir }: Config, state: State, log: Logger): Promise<void> {
  if (state.isFile || (await countState(state.database)).keys > 0) return
  const file = stateFilePath(stateFolder(dataDir))
  const keyCount = countKeysInFile(file)
  if (keyCount > 0)
    alwaysLog(log).warn(
      `The database of DATABASE_URL has no keys, but ${file} has ${keyCount}. To copy them, stop the server and run: careatlas state copy --to postgresql`,
    )
}

/** The share of a search's time budget for embedding its query. */
const embeddingShare = 1 / 5

/** Long, because the first request to an embedder may be slow. */
const firstEmbeddingTimeoutMs = 60_000

/** Opens the embedder and embeds a sample text, so that an unreachable endpoint is logged before the first search. */
async function openVocabulary({ embedder, searchTimeoutMs }: Config, log: Logger): Promise<Vocabulary> {
  const opened = await openEmbedder(embedder)
  const vocabulary = vocabularyWithEmbedder(opened, {
    onFailure: (problem) =>
      log.warn(
        `${problem} Until it works again, the built-in model finds concepts, and texts are compared by words.`,
      ),
    timeoutMs: Math.ceil(searchTimeoutMs * embeddingShare),
  })
  const sampleText = 'a doctor for the heart'
  const opening = opened.embed([sampleText], 'query', AbortSignal.timeout(firstEmbeddingTimeoutMs))
  void Promise.allSettled([opening]).then(() => vocabulary.vectors.get(sampleText))
  return vocabulary
}

/** Servers that share a Valkey server, or a PostgreSQL state, share their counters. */
async function openLimits(
  { rateLimits, valkeyUrl, dailyQuota, state, serviceName: service }: Config,
  log: Logger,
): Promise<Limits> {
  if (!rateLimits) return Limits.none()
  try {
    if (valkeyUrl !== null) return await Limits.inValkey(valkeyUrl, { dailyQuota, log, service })
    if ('url' in state) return await Limits.inPostgres(state.url, { dailyQuota, log })
    return Limits.inMemory({ dailyQuota })
  } catch (error) {
    throw error instanceof CounterStoreError ? new ConfigError([error.message]) : error
  }
}

/** Opens the reports, and deletes those whose time is over. */
async function openReports(state: State): Promise<Reports> {
  const reports = new Reports(state)
  await reports.deleteExpired()
  return reports
}

async function pageOptions(
  { serviceName, baseUrl }: Config,
  { state, limits }: Pick<Stores, 'state' | 'limits'>,
): Promise<PageOptions> {
  const pepper = await loadServerSecret(state, 'pages')
  return { limits, cookies: new Cookies(serviceName, baseUrl), pepper, baseUrl }
}

async function accountOptions(
  config: Config,
  state: State,
  parts: Pick<AccountOptions, 'log' | 'audit' | 'keys' | 'sender' | 'limits' | 'publicUrl'>,
): Promise<AccountOptions & PageOptions> {
  return {
    ...parts,
    ...(await pageOptions(config, { state, limits: parts.limits })),
    accounts: new Accounts(state),
    codes: new OneTimeCodes(state),
    consents: new Consents(state),
    productName: config.productName,
  }
}
