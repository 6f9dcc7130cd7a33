/** Every setting, read from the environment in this file alone. */
import { isIP } from 'node:net'
import { join } from 'node:path'
import { responseBudgetBytes } from '@careatlas/search/fit'
import { type EmbedderChoice, embedderNames, readEmbedderChoice } from '@careatlas/vocabulary/embedder-choice'
import { ChoiceRefused } from '@careatlas/vocabulary/endpoint-words'
import type { StatePlace } from '@careatlas/state/state'
import * as z from 'zod'

export interface Config {
  /** The folder of snapshots. */
  readonly dataDir: string
  /** The folder `state` there, unless a database is given. */
  readonly state: StatePlace
  readonly host: string
  /** 0 lets the system choose. */
  readonly port: number
  /** The first part of every key and resource name. */
  readonly serviceName: string
  /** What people read. */
  readonly productName: string
  /** Public address without a trailing slash; null: the address that the server listens on. */
  readonly baseUrl: string | null
  readonly responseBudgetBytes: number
  readonly searchTimeoutMs: number
  /** Whether a place that `q` names becomes the position. */
  readonly resolvePlaces: boolean
  /** What compares the meaning of questions; only a snapshot of the same embedder is compared by it. */
  readonly embedder: EmbedderChoice
  readonly logLevel: (typeof logLevels)[number]
  /** False only on loopback. */
  readonly auth: boolean
  /** How codes are sent by e-mail; null: they are printed, where only this machine reaches the server, or nobody gets one. */
  readonly smtp: { readonly url: string; readonly from: string } | null
  /** Whether callers are counted. */
  readonly rateLimits: boolean
  /** Addresses and networks of proxies whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: readonly string[]
  /** Whether only this machine reaches the server: it listens nowhere else, and nothing tells of a proxy in front. */
  readonly loopback: boolean
}

/** The settings are wrong; `problems` holds one sentence for each. */
export class ConfigRefused extends Error {
  readonly problems: readonly string[]
  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.name = 'ConfigRefused'
    this.problems = problems
  }
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

const Environment = z.object({
  DATA_DIR: z.string().trim().default('./data'),
  DATABASE_URL: text('', isDatabase, 'must be a postgres:// address'),
  HOST: text('127.0.0.1', isHost, 'must be an IP address or a host name'),
  PORT: integer(0, 65_535, 8080),
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
  BASE_URL: text('', isPublicAddress, 'must be an http or https address without a path, query or fragment'),
  RESPONSE_BUDGET_BYTES: integer(responseBudgetBytes.min, responseBudgetBytes.max, responseBudgetBytes.usual),
  SEARCH_TIMEOUT_MS: integer(1, 60_000, 5000),
  RESOLVE_PLACES_IN_Q: choice(['on', 'off']).default('on'),
  EMBEDDER: choice(embedderNames).optional(),
  EMBEDDER_MODEL: z.string().trim().optional(),
  EMBEDDER_URL: z.string().trim().optional(),
  EMBEDDER_KEY_FILE: z.string().trim().optional(),
  LOG_LEVEL: choice(logLevels).default('info'),
  AUTH: choice(['on', 'off']).default('on'),
  RATE_LIMITS: choice(['on', 'off']).default('on'),
  TRUSTED_PROXIES: text(
    '',
    areNetworks,
    'must be IP addresses or networks such as 10.0.0.0/8, with commas between',
  ),
  SMTP_URL: text('', isMailServer, 'must be an smtp:// or smtps:// address'),
  MAIL_FROM: text('', isMailbox, 'must be one e-mail address'),
})

/**
 * @param environment such as `process.env`; an empty value counts as absent
 * @throws ConfigRefused naming every wrong setting at once
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>> = process.env): Config {
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim()))
  const parsed = Environment.safeParse(set)
  const problems = parsed.error?.issues.map((issue) => `${issue.path.join('.')} ${issue.message}.`) ?? []
  if (set['AUTH'] === 'off' && !isLoopback(set['HOST'] ?? '127.0.0.1')) {
    problems.push('AUTH may be off only while HOST is a loopback address such as 127.0.0.1.')
  }
  if (Boolean(set['SMTP_URL']) !== Boolean(set['MAIL_FROM'])) {
    problems.push('SMTP_URL and MAIL_FROM go together: where mail goes out, and whose it is.')
  }
  const embedder = embedderIn(set, problems)
  if (!parsed.success || problems.length > 0) throw new ConfigRefused(problems)
  const settings = parsed.data
  return {
    dataDir: settings.DATA_DIR,
    state:
      settings.DATABASE_URL === ''
        ? { folder: join(settings.DATA_DIR, 'state') }
        : { url: settings.DATABASE_URL },
    host: settings.HOST,
    port: settings.PORT,
    serviceName: settings.SERVICE_NAME,
    productName: settings.PRODUCT_NAME,
    baseUrl: settings.BASE_URL === '' ? null : new URL(settings.BASE_URL).origin,
    responseBudgetBytes: settings.RESPONSE_BUDGET_BYTES,
    searchTimeoutMs: settings.SEARCH_TIMEOUT_MS,
    resolvePlaces: settings.RESOLVE_PLACES_IN_Q === 'on',
    embedder: embedder ?? { name: 'static' },
    logLevel: settings.LOG_LEVEL,
    auth: settings.AUTH === 'on',
    smtp: settings.SMTP_URL === '' ? null : { url: settings.SMTP_URL, from: settings.MAIL_FROM },
    rateLimits: settings.RATE_LIMITS === 'on',
    trustedProxies: networksIn(settings.TRUSTED_PROXIES),
    loopback: isLoopback(settings.HOST) && settings.BASE_URL === '' && settings.TRUSTED_PROXIES === '',
  }
}

/** The words that choose an embedder. */
const EmbedderWords = Environment.pick({
  EMBEDDER: true,
  EMBEDDER_MODEL: true,
  EMBEDDER_URL: true,
  EMBEDDER_KEY_FILE: true,
})

/** Null where none is chosen, and where what is wrong of it is among the problems, to which it adds its own. */
function embedderIn(set: object, problems: string[]): EmbedderChoice | null {
  const words = EmbedderWords.safeParse(set).data
  if (words === undefined) return null
  const { EMBEDDER: name, EMBEDDER_MODEL: model, EMBEDDER_URL: url, EMBEDDER_KEY_FILE: keyFile } = words
  const called = {
    choice: 'EMBEDDER',
    model: 'EMBEDDER_MODEL',
    url: 'EMBEDDER_URL',
    keyFile: 'EMBEDDER_KEY_FILE',
  }
  try {
    return readEmbedderChoice({ name, model, url, keyFile }, called)
  } catch (error) {
    if (!(error instanceof ChoiceRefused)) throw error
    problems.push(error.message)
    return null
  }
}

function text(usual: string, accepts: (value: string) => boolean, rule: string) {
  return z.string().trim().default(usual).refine(accepts, rule)
}

/** Digits alone: `Number` and `z.coerce` would also take `0x10`, `1e3` and nothing at all. */
function integer(min: number, max: number, usual: number) {
  const accepts = (digits: string) =>
    /^\d{1,9}$/.test(digits) && Number(digits) >= min && Number(digits) <= max
  return text(String(usual), accepts, `must be an integer between ${min} and ${max}`).transform(Number)
}

function choice<const Values extends readonly string[]>(values: Values) {
  return z.enum(values, `must be one of ${values.join(', ')}`)
}

function isHost(host: string): boolean {
  return isIP(host) !== 0 || /^[A-Za-z0-9]([A-Za-z0-9.-]{0,252})$/.test(host)
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
}

function networksIn(list: string): readonly string[] {
  return list
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')
}

function areNetworks(list: string): boolean {
  return networksIn(list).every((each) => {
    const [address = '', bits, ...more] = each.split('/')
    const most = isIP(address) === 6 ? 128 : 32
    return (
      isIP(address) !== 0 &&
      more.length === 0 &&
      (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= most))
    )
  })
}

function isMailServer(address: string): boolean {
  return address === '' || /^smtps?:$/.test(URL.parse(address)?.protocol ?? '')
}

function isMailbox(address: string): boolean {
  return address === '' || z.email().safeParse(address).success
}

function isDatabase(address: string): boolean {
  return address === '' || /^postgres(?:ql)?:$/.test(URL.parse(address)?.protocol ?? '')
}

function isPublicAddress(address: string): boolean {
  if (address === '') return true
  const url = URL.parse(address)
  if (url === null || !['http:', 'https:'].includes(url.protocol)) return false
  return url.href === `${url.origin}/` && url.username === ''
}
