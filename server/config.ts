/** The settings; no other file reads the environment. */
import { join } from 'node:path'
import { suggest } from '@careatlas/contract/suggest'
import { type Contacts, usContacts } from '@careatlas/search/notices'
import { responseBudgetBytes } from '@careatlas/search/truncate'
import {
  type EmbedderChoice,
  embedderNames,
  explainRemovedEmbedder,
  readEmbedderChoice,
} from '@careatlas/vocabulary/embedder-choice'
import { modelApis } from '@careatlas/models/chat-model'
import { OptionsError } from '@careatlas/models/endpoint-options'
import type { StatePlace } from '@careatlas/state/state'
import * as z from 'zod'
import {
  isPostgresUrl,
  isHost,
  isIssuerUrl,
  isLoopback,
  type ListenAddress,
  isEmailAddress,
  isHttpsUrl,
  isSmtpUrl,
  isOrigin,
  isOriginList,
  isValkeyUrl,
  isWebhookUrl,
  parseListenAddress,
  parseNetworks,
  parseOrigins,
} from './addresses.ts'
import { findConflicts, findPortConflict } from './config-rules.ts'
import { readSecretFile, SecretFileError } from './read-secret-file.ts'
import { parseCountries, type PhoneCountries } from './accounts/phone-number.ts'
import type { ModelSettings } from './chat/assistant/model/model-drafter.ts'
import type { Operator } from './pages/policy-pages.ts'
import type { DomainProofs } from './pages/well-known.ts'
import { parseWebhookSecret } from './webhooks/signature.ts'

export interface Config {
  /** The folder with the snapshots. */
  readonly dataDir: string
  /** The folder `state` in `dataDir`, unless DATABASE_URL is set. */
  readonly state: StatePlace
  /** Encrypt the texts of conversations: the current key first; empty: they are not encrypted. */
  readonly stateKeys: readonly Uint8Array[]
  readonly host: string
  /** 0: the system chooses a port. */
  readonly port: number
  /** The address of the admin listener; null: none. */
  readonly adminListen: ListenAddress | null
  /** The prefix of keys, cookies and counters. */
  readonly serviceName: string
  /** The name that users see. */
  readonly productName: string
  /** The public address without a trailing slash; null: the address that the server listens on. */
  readonly baseUrl: string | null
  /** What the pages `/privacy`, `/terms` and `/support` say about the operator. */
  readonly operator: Operator
  /** The files that prove to directories of MCP servers who controls the domain. */
  readonly domainProofs: DomainProofs
  /** Whether search engines may list the pages of clinicians and places. */
  readonly indexRecords: boolean
  readonly responseBudgetBytes: number
  readonly searchTimeoutMs: number
  /** The telephone numbers in the notices of searches. */
  readonly contacts: Contacts
  /** Whether a search uses the place that `q` names as its position. */
  readonly resolvePlaces: boolean
  /** The embedder of queries; must be the same as the embedder of the snapshot. */
  readonly embedder: EmbedderChoice
  readonly logLevel: (typeof logLevels)[number]
  /** Whether the log contains the text of searches. */
  readonly logQueries: boolean
  /** Whether the log has one line for each request. */
  readonly accessLog: boolean
  /** Whether requests need a key or token; false only if HOST is a loopback address. */
  readonly auth: boolean
  /** The issuer of the external authorization server, exactly as its tokens contain it; null: the built-in server. */
  readonly oauthIssuer: string | null
  /** The mail server; null: codes are printed if only this machine can reach the server, otherwise not available. */
  readonly smtp: { readonly url: string; readonly from: string } | null
  readonly sms: {
    /** Null: codes are printed or not available, as without a mail server. */
    readonly webhook: { readonly url: string; readonly secret: Uint8Array } | null
    readonly countries: PhoneCountries
    readonly perDay: number
  }
  /** The webhook that gets conversations which a user passes to a person; null: none. */
  readonly handoff: { readonly url: string; readonly secret: Uint8Array } | null
  /** Origins of web pages that may call the MCP endpoint, in addition to that of the service. */
  readonly mcpOrigins: readonly string[]
  /** Whether MCP searches use the location that a host sends, if they need a place and have none. */
  readonly mcpHostLocation: boolean
  /** The lifetime of the chat's access tokens. */
  readonly chatTokenMinutes: number
  /** Whether `/chat-demo` exists, with its partner and its identity provider. */
  readonly chatDemo: boolean
  /** The model of the chat, with the budget of one answer; null: the assistant that needs no model answers. */
  readonly model: ModelSettings | null
  /** Whether rate limits are on. */
  readonly rateLimits: boolean
  /** The Valkey or Redis server of the rate limit counters; null: they are in PostgreSQL if the state is, otherwise in memory. */
  readonly valkeyUrl: string | null
  /** Searches and cards of a key or account in a day; null: unlimited. */
  readonly dailyQuota: number | null
  /** Proxies whose `X-Forwarded-For` is trusted, as addresses and networks. */
  readonly trustedProxies: readonly string[]
  /** Whether only this machine can reach the server: it listens on a loopback address, without a proxy or public address. */
  readonly isLocalOnly: boolean
}

/** The settings are invalid; `problems` has one sentence for each problem. */
export class ConfigError extends Error {
  readonly problems: readonly string[]
  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.name = 'ConfigError'
    this.problems = problems
  }
}

/** The folder of the state file. */
export function stateFolder(dataDir: string): string {
  return join(dataDir, 'state')
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

const Environment = z.object({
  DATA_DIR: z.string().trim().default('./data'),
  DATABASE_URL: optional(isPostgresUrl, 'must be a postgres:// address'),
  DATABASE_URL_FILE: z.string().trim().optional(),
  STATE_ENCRYPTION_KEY: parsedBy(
    parseStateKeys,
    'must be 32 random bytes in base64, as in: openssl rand -base64 32; older keys may follow, separated by commas',
  ).default([]),
  STATE_ENCRYPTION_KEY_FILE: z.string().trim().optional(),
  HOST: text('127.0.0.1', isHost, 'must be an IP address or a host name'),
  PORT: integer(0, 65_535, 8080),
  ADMIN_LISTEN: parsedBy(
    parseListenAddress,
    'must be host:port, such as 127.0.0.1:9100 or [::1]:9100, or a port of 127.0.0.1',
  )
    .nullable()
    .default(null),
  SERVICE_NAME: text(
    'careatlas',
    (name) => /^[a-z][a-z0-9-]{0,31}$/.test(name),
    'must be 1 to 32 lower-case letters, digits or hyphens, a letter first',
  ),
  PRODUCT_NAME: text(
    'Careatlas',
    (name) => /^\P{C}{1,64}$/u.test(name),
    'must be 1 to 64 printable characters',
  ),
  BASE_URL: optional(isOrigin, 'must be an http or https address without a path, query or fragment'),
  OPERATOR_NAME: optional((name) => /^\P{C}{1,100}$/u.test(name), 'must be 1 to 100 printable characters'),
  SUPPORT_EMAIL: optional(isEmailAddress, 'must be one e-mail address'),
  PRIVACY_URL: optional(isHttpsUrl, 'must be an https address'),
  TERMS_URL: optional(isHttpsUrl, 'must be an https address'),
  OPENAI_APPS_CHALLENGE: optional(
    (token) => /^[!-~]{1,256}$/.test(token),
    'must be the token of the submission form, 1 to 256 printable ASCII characters without spaces',
  ),
  MCP_REGISTRY_AUTH: optional(
    (record) => /^v=MCPv1; k=(?:ed25519|ecdsap384); p=[A-Za-z0-9+/]{43,128}={0,2}$/.test(record),
    'must be v=MCPv1; k=ed25519; p= and the public key in base64, as mcp-publisher prints it',
  ),
  INDEX_RECORDS: choice(['on', 'off']).default('off'),
  RESPONSE_BUDGET_BYTES: integer(
    responseBudgetBytes.min,
    responseBudgetBytes.max,
    responseBudgetBytes.default,
  ),
  SEARCH_TIMEOUT_MS: integer(1, 60_000, 5000),
  EMERGENCY_CONTACT: contact(usContacts.emergency),
  CRISIS_CONTACT: contact(usContacts.crisis),
  POISON_CONTACT: contact(usContacts.poison),
  VIOLENCE_CONTACT: contact(usContacts.violence),
  RESOLVE_PLACES_IN_Q: choice(['on', 'off']).default('on'),
  // Without a choice, the other settings of the embedder are reported as useless, so this is no `default()`.
  EMBEDDER: z.enum(embedderNames, { error: describeEmbedderProblem }).optional().meta({ default: 'static' }),
  EMBEDDER_MODEL: z.string().trim().optional(),
  EMBEDDER_URL: z.string().trim().optional(),
  EMBEDDER_KEY: z.string().trim().optional(),
  EMBEDDER_KEY_FILE: z.string().trim().optional(),
  LOG_LEVEL: choice(logLevels).default('info'),
  LOG_QUERIES: choice(['on', 'off']).default('off'),
  ACCESS_LOG: choice(['on', 'off']).default('off'),
  AUTH: choice(['on', 'off']).default('on'),
  OAUTH_ISSUER: optional(
    isIssuerUrl,
    'must be an https address without a query or fragment; http only on a loopback address',
  ),
  MCP_ORIGINS: text(
    '',
    isOriginList,
    'must be origins such as https://app.example, separated by commas',
  ).transform(parseOrigins),
  MCP_HOST_LOCATION: choice(['on', 'off']).default('on'),
  // Clients refresh a token five minutes before it expires, so it must be valid for at least twice that time.
  CHAT_TOKEN_MINUTES: integer(10, 60, 30),
  CHAT_DEMO: choice(['on', 'off']).default('off'),
  MODEL_URL: optional(
    isIssuerUrl,
    'must be an https address without a query, a user or a fragment; http only on a loopback address',
  ),
  MODEL_NAME: optional(
    (name) => /^[!-~]{1,128}$/.test(name),
    'must be 1 to 128 ASCII characters without spaces',
  ),
  MODEL_API: choice(modelApis).default('openai'),
  MODEL_API_KEY: optional(
    (key) => /^[!-~]{1,4096}$/.test(key),
    'must be one line of ASCII characters without spaces',
  ),
  MODEL_API_KEY_FILE: z.string().trim().optional(),
  MODEL_STEPS: integer(1, 8, 4),
  MODEL_OUTPUT_TOKENS: integer(64, 8192, 1024),
  MODEL_TIMEOUT_MS: integer(500, 60_000, 15_000),
  RATE_LIMITS: choice(['on', 'off']).default('on'),
  VALKEY_URL: optional(
    isValkeyUrl,
    'must be a redis://, rediss://, valkey:// or valkeys:// address with an optional database number, and with %25 for a percent sign in the password',
  ),
  VALKEY_URL_FILE: z.string().trim().optional(),
  DAILY_QUOTA: optional(
    (digits) => /^[1-9]\d{0,8}$/.test(digits),
    'must be an integer between 1 and 999999999',
  ),
  TRUSTED_PROXIES: parsedBy(
    parseNetworks,
    'must be IP addresses or networks such as 10.0.0.0/8, separated by commas; a network as wide as 0.0.0.0/0 would let any client forge its address',
  ).default([]),
  SMTP_URL: optional(
    isSmtpUrl,
    'must be an smtp:// or smtps:// address, with %25 for a percent sign in the password',
  ),
  SMTP_URL_FILE: z.string().trim().optional(),
  MAIL_FROM: optional(isEmailAddress, 'must be one e-mail address'),
  SMS_WEBHOOK_URL: optional(
    isWebhookUrl,
    'must be an https address without a user or fragment; http only on a loopback address',
  ),
  SMS_WEBHOOK_SECRET: webhookSecret(),
  SMS_WEBHOOK_SECRET_FILE: z.string().trim().optional(),
  HANDOFF_URL: optional(
    isWebhookUrl,
    'must be an https address without a user or fragment; http only on a loopback address',
  ),
  HANDOFF_SECRET: webhookSecret(),
  HANDOFF_SECRET_FILE: z.string().trim().optional(),
  SMS_COUNTRIES: parsedBy(
    parseCountries,
    'must be two-letter country codes separated by commas, such as US,PR',
  ).default(['US']),
  SMS_DAILY_LIMIT: integer(0, 1_000_000, 500),
})

export type SettingName = keyof typeof Environment.shape

export const settingNames: readonly string[] = Object.keys(Environment.shape)

/** The default of a setting as an operator would write it; null: none. */
export function findDefault(name: SettingName): string | null {
  const schema = Environment.shape[name]
  const { default: written } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  // A default that is already a value, such as a list, is not part of the schema of the input.
  const value: unknown = written ?? schema.parse(undefined)
  const words = Array.isArray(value) ? value.join(',') : value
  return typeof words === 'string' && words !== '' ? words : typeof words === 'number' ? String(words) : null
}

/** A sentence for each environment variable that looks like a misspelled setting. */
export function misspelledSettings(
  environment: Readonly<Record<string, string | undefined>> = process.env,
): readonly string[] {
  return Object.keys(environment).flatMap((name) => {
    const suggestion = settingNames.includes(name) ? null : suggest(name, settingNames)
    return suggestion === null ? [] : [`Unknown setting ${name} (ignored). Did you mean ${suggestion}?`]
  })
}

/**
 * @param environment such as `process.env`; empty values count as absent
 * @throws ConfigError that names every invalid setting
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>> = process.env): Config {
  const values = withSecretFiles(
    Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim())),
  )
  const parsed = Environment.safeParse(values)
  const invalid = (parsed.error?.issues ?? []).map(({ path, message }) => `${path.join('.')} ${message}.`)
  const embedder = readEmbedder(values)
  const problems = [...invalid, ...findConflicts(values), ...embedder.problems]
  if (parsed.data?.ADMIN_LISTEN) problems.push(...findPortConflict(parsed.data, parsed.data.ADMIN_LISTEN))
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems)
  return toConfig(parsed.data, embedder.choice)
}

function toConfig(settings: z.infer<typeof Environment>, embedder: EmbedderChoice): Config {
  const { SMTP_URL: mailUrl, MAIL_FROM: from } = settings
  const { SMS_WEBHOOK_URL: smsUrl, SMS_WEBHOOK_SECRET: secret } = settings
  const { HANDOFF_URL: handoffUrl, HANDOFF_SECRET: handoffSecret } = settings
  return {
    dataDir: settings.DATA_DIR,
    state:
      settings.DATABASE_URL === null
        ? { folder: stateFolder(settings.DATA_DIR) }
        : { url: settings.DATABASE_URL },
    stateKeys: settings.STATE_ENCRYPTION_KEY,
    host: settings.HOST,
    port: settings.PORT,
    adminListen: settings.ADMIN_LISTEN,
    serviceName: settings.SERVICE_NAME,
    productName: settings.PRODUCT_NAME,
    baseUrl: settings.BASE_URL && new URL(settings.BASE_URL).origin,
    operator: {
      name: settings.OPERATOR_NAME,
      supportEmail: settings.SUPPORT_EMAIL,
      privacyUrl: settings.PRIVACY_URL,
      termsUrl: settings.TERMS_URL,
    },
    domainProofs: { openAiApps: settings.OPENAI_APPS_CHALLENGE, mcpRegistry: settings.MCP_REGISTRY_AUTH },
    indexRecords: settings.INDEX_RECORDS === 'on',
    responseBudgetBytes: settings.RESPONSE_BUDGET_BYTES,
    searchTimeoutMs: settings.SEARCH_TIMEOUT_MS,
    contacts: {
      emergency: settings.EMERGENCY_CONTACT,
      crisis: settings.CRISIS_CONTACT,
      poison: settings.POISON_CONTACT,
      violence: settings.VIOLENCE_CONTACT,
    },
    resolvePlaces: settings.RESOLVE_PLACES_IN_Q === 'on',
    embedder,
    logLevel: settings.LOG_LEVEL,
    logQueries: settings.LOG_QUERIES === 'on',
    accessLog: settings.ACCESS_LOG === 'on',
    auth: settings.AUTH === 'on',
    oauthIssuer: settings.OAUTH_ISSUER,
    smtp: mailUrl === null || from === null ? null : { url: mailUrl, from },
    sms: {
      webhook: smsUrl === null || secret === null ? null : { url: smsUrl, secret },
      countries: settings.SMS_COUNTRIES,
      perDay: settings.SMS_DAILY_LIMIT,
    },
    handoff:
      handoffUrl === null || handoffSecret === null ? null : { url: handoffUrl, secret: handoffSecret },
    mcpOrigins: settings.MCP_ORIGINS,
    mcpHostLocation: settings.MCP_HOST_LOCATION === 'on',
    chatTokenMinutes: settings.CHAT_TOKEN_MINUTES,
    chatDemo: settings.CHAT_DEMO === 'on',
    model: toModelSettings(settings),
    rateLimits: settings.RATE_LIMITS === 'on',
    valkeyUrl: settings.VALKEY_URL,
    dailyQuota: settings.DAILY_QUOTA === null ? null : Number(settings.DAILY_QUOTA),
    trustedProxies: settings.TRUSTED_PROXIES,
    isLocalOnly:
      isLoopback(settings.HOST) && settings.BASE_URL === null && settings.TRUSTED_PROXIES.length === 0,
  }
}

function toModelSettings(settings: z.infer<typeof Environment>): ModelSettings | null {
  const { MODEL_URL: baseUrl, MODEL_NAME: model } = settings
  if (baseUrl === null || model === null) return null
  return {
    api: settings.MODEL_API,
    baseUrl,
    model,
    apiKey: settings.MODEL_API_KEY,
    steps: settings.MODEL_STEPS,
    outputTokens: settings.MODEL_OUTPUT_TOKENS,
    timeoutMs: settings.MODEL_TIMEOUT_MS,
  }
}

/** Settings that may contain a secret. `…_FILE` names a file with the value, because Docker and systemd provide secrets as files. */
const secretSettings = [
  'DATABASE_URL',
  'STATE_ENCRYPTION_KEY',
  'VALKEY_URL',
  'SMTP_URL',
  'SMS_WEBHOOK_SECRET',
  'HANDOFF_SECRET',
  'MODEL_API_KEY',
  'EMBEDDER_KEY',
] as const

/** @throws ConfigError here, because the setting of a file that cannot be read would be reported as missing */
function withSecretFiles(
  values: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string | undefined>> {
  const secrets: Record<string, string> = {}
  const problems: string[] = []
  for (const name of secretSettings) {
    const fileSetting = `${name}_FILE`
    const file = values[fileSetting]?.trim()
    if (file === undefined) continue
    if (values[name]) problems.push(`${name} and ${fileSetting} must not both be set: remove one.`)
    try {
      secrets[name] = readSecretFile(file)
    } catch (error) {
      if (!(error instanceof SecretFileError)) throw error
      problems.push(`${fileSetting} ${error.message}`)
    }
  }
  if (problems.length > 0) throw new ConfigError(problems)
  return { ...values, ...secrets }
}

const EmbedderSettings = Environment.pick({
  EMBEDDER: true,
  EMBEDDER_MODEL: true,
  EMBEDDER_URL: true,
  EMBEDDER_KEY: true,
})

interface EmbedderReading {
  readonly choice: EmbedderChoice
  readonly problems: readonly string[]
}

/** Invalid single settings have their own problems. */
function readEmbedder(values: object): EmbedderReading {
  const unread: EmbedderChoice = { name: 'static' }
  const settings = EmbedderSettings.safeParse(values).data
  if (settings === undefined) return { choice: unread, problems: [] }
  const { EMBEDDER: name, EMBEDDER_MODEL: model, EMBEDDER_URL: url, EMBEDDER_KEY: key } = settings
  try {
    return { choice: readEmbedderChoice({ name, model, url, key }, embedderOptions) ?? unread, problems: [] }
  } catch (error) {
    if (!(error instanceof OptionsError)) throw error
    return { choice: unread, problems: [error.message] }
  }
}

const embedderOptions = {
  choice: 'EMBEDDER',
  model: 'EMBEDDER_MODEL',
  url: 'EMBEDDER_URL',
  key: 'EMBEDDER_KEY',
}

function text(defaultValue: string, accepts: (value: string) => boolean, rule: string) {
  return z.string().trim().default(defaultValue).refine(accepts, rule)
}

/** A setting without a default: null if absent. */
function optional(accepts: (value: string) => boolean, rule: string) {
  return z.string().trim().refine(accepts, rule).nullable().default(null)
}

/** A setting that `parse` turns into a value, or rejects with null. */
function parsedBy<Value>(parse: (value: string) => Value | null, rule: string) {
  return z
    .string()
    .trim()
    .transform((value, context): Value => {
      const result = parse(value)
      if (result !== null) return result
      context.addIssue(rule)
      return z.NEVER
    })
}

function webhookSecret() {
  return parsedBy(
    parseWebhookSecret,
    'must be whsec_ and 24 to 64 random bytes in base64, as in: echo "whsec_$(openssl rand -base64 32)"',
  )
    .nullable()
    .default(null)
}

/** Accepts only digits: `Number` and `z.coerce` would also accept `0x10`, `1e3` and an empty string. */
function integer(min: number, max: number, defaultValue: number) {
  const accepts = (digits: string) =>
    /^\d{1,9}$/.test(digits) && Number(digits) >= min && Number(digits) <= max
  return text(String(defaultValue), accepts, `must be an integer between ${min} and ${max}`).transform(Number)
}

function isContact(value: string): boolean {
  return /^\+?[\d-]{2,20} \P{C}{1,64}$/u.test(value)
}

/** A telephone number and its name, such as `911 Emergency services`. */
function contact({ tel, label }: Contacts[keyof Contacts]) {
  return text(
    `${tel} ${label}`,
    isContact,
    'must be a telephone number, a space and the name of the service',
  ).transform((value) => ({
    tel: value.slice(0, value.indexOf(' ')),
    label: value.slice(value.indexOf(' ') + 1),
  }))
}

function describeEmbedderProblem({ input }: { readonly input: unknown }): string {
  const removed = explainRemovedEmbedder(String(input))
  return removed === null ? `must be one of ${embedderNames.join(', ')}` : `is invalid: ${removed}`
}

/** Null unless each part is 32 bytes in base64. */
function parseStateKeys(list: string): readonly Uint8Array[] | null {
  const keys = list.split(',').map((key) => Buffer.from(key.trim(), 'base64'))
  return keys.every((key) => key.length === stateKeyBytes) ? keys : null
}

const stateKeyBytes = 32

function choice<const Values extends readonly string[]>(values: Values) {
  return z.enum(values, `must be one of ${values.join(', ')}`)
}
