/** Validates the options of the page. Each error is a TypeError that names the option. */
import type { InterfaceOptions } from './interface/interface-options.ts'
import { words } from './interface/words.ts'
import { themeColors } from './interface/theme.ts'
import { isLocalHost, parseSecureUrl } from './secure-url.ts'
import type { AuthType, IdTokenProvider, ServiceChatOptions } from './service-chat.ts'

export interface ChatSettings {
  readonly container: Element
  readonly partnerIdentifier: string
  readonly publicKey: string
  readonly authentication: AuthenticationSettings
  readonly profile: NonNullable<ServiceChatOptions['authUpgradeProfileSync']> | null
  /** Without a slash at the end. */
  readonly serviceUrl: string
  readonly websocketUrl: string | null
  /** The absolute address; null if it is not set, or not allowed on this page. */
  readonly devRoute: string | null
  readonly storage: NonNullable<ServiceChatOptions['storage']>
  readonly interface: InterfaceOptions
}

export interface AuthenticationSettings {
  readonly authType: AuthType
  /** Null only with `passwordless`. */
  readonly idTokenProvider: IdTokenProvider | null
}

type Options = Readonly<Record<string, unknown>>

/** @param scriptUrl the address of this script */
export function readOptions(given: unknown, scriptUrl: string | undefined): ChatSettings {
  if (typeof given !== 'object' || given === null) throw new TypeError('options must be an object')
  const options = readTypes(given as Options)
  return {
    container: readContainer(options['container']),
    partnerIdentifier: requireText(options, 'partnerIdentifier', /^[a-z0-9][a-z0-9-]{1,62}$/),
    publicKey: requireText(options, 'publicKey', /^\S+$/),
    authentication: readAuthentication(options['authType'], options),
    profile: options['authUpgradeProfileSync'] ?? null,
    serviceUrl: readServiceUrl(options, scriptUrl),
    websocketUrl: readUrl(options, 'websocketUrl', /^wss?:$/)?.href ?? null,
    devRoute: readDevRoute(options),
    storage: readStorage(options),
    interface: options,
  }
}

/** Also validates the arguments of `setAuthType`; `previous` is the provider until then. */
export function readAuthentication(
  authType: unknown,
  options: Options,
  previous: IdTokenProvider | null = null,
): AuthenticationSettings {
  if (authType !== 'tokenExchange' && authType !== 'passwordless')
    throw new TypeError('authType must be "tokenExchange" or "passwordless"')
  const provider = options['idTokenProvider'] ?? previous
  if (provider !== null && typeof provider !== 'function')
    throw new TypeError('idTokenProvider must be a function')
  if (provider === null && authType === 'tokenExchange')
    throw new TypeError('idTokenProvider is required with tokenExchange')
  return { authType, idTokenProvider: provider as IdTokenProvider | null }
}

function readContainer(value: unknown): Element {
  const isElement = typeof value === 'object' && value !== null && (value as Partial<Node>).nodeType === 1
  if (!isElement) throw new TypeError('container must be an element of the page')
  return value as Element
}

const serviceScript = /^(https?:.*)\/sdk\/v[^/]+\/chat\.m?js(?:[?#].*)?$/

function readServiceUrl(options: Options, scriptUrl = ''): string {
  const url =
    readUrl(options, 'serviceUrl', /^https?:$/)?.href ??
    readUrl(options, 'websocketUrl', /^wss?:$/)
      ?.href.replace(/^ws/, 'http')
      .replace(/\/sdk\/ws\/?$|[?#].*$/, '') ??
    serviceScript.exec(scriptUrl)?.[1]
  if (url === undefined) throw new TypeError('serviceUrl is required with a script from elsewhere')
  return url.replace(/\/+$/, '')
}

function readUrl(options: Options, name: string, protocol: RegExp): URL | null {
  const text = readText(options, name)
  if (text === undefined) return null
  const url = parseSecureUrl(text)
  if (url === null || !protocol.test(url.protocol))
    throw new TypeError(`${name} must be an absolute URL with TLS, or of a local host`)
  return url
}

/** A page in production must not be able to send ID tokens elsewhere. */
function readDevRoute(options: Options): string | null {
  const route = readText(options, 'devRoute')
  if (route === undefined) return null
  if (!isLocalHost(location.hostname)) {
    console.warn('devRoute is ignored, because the page is not on a local host')
    return null
  }
  try {
    return new URL(route, location.href).href
  } catch {
    throw new TypeError('devRoute must be an address')
  }
}

function readStorage(options: Options): ChatSettings['storage'] {
  const storage = readText(options, 'storage') ?? 'session'
  if (storage !== 'session' && storage !== 'local' && storage !== 'memory')
    throw new TypeError('storage must be "session", "local" or "memory"')
  return storage
}

/** What `typeof` returns for each option. */
const optionTypes = {
  container: 'object',
  partnerIdentifier: 'string',
  publicKey: 'string',
  authType: 'string',
  idTokenProvider: 'function',
  authUpgradeProfileSync: 'object or function',
  serviceUrl: 'string',
  websocketUrl: 'string',
  headerTitle: 'string',
  placeholder: 'string',
  colors: 'object',
  fontSize: 'string',
  fontFamily: 'string',
  dimensions: 'object',
  devRoute: 'string',
  storage: 'string',
  feedback: 'boolean',
  strings: 'object',
  nonce: 'string',
} as const satisfies Readonly<Record<keyof ServiceChatOptions, string>>

/** All options; those that the page has not set are undefined. */
function readTypes(given: Options): Options {
  const options: Record<string, unknown> = {}
  for (const [name, type] of Object.entries(optionTypes)) {
    // Not what a page has put on the prototype of all objects.
    const value = (Object.hasOwn(given, name) ? given[name] : null) ?? undefined
    if (value !== undefined && !type.includes(typeof value))
      throw new TypeError(`${name} must have the type ${type}`)
    options[name] = value
  }
  warnOfUnknown('', given, options)
  const { colors, dimensions, strings } = options as InterfaceOptions
  warnOfUnknown('colors.', colors, themeColors)
  warnOfUnknown('dimensions.', dimensions, { width: 1, height: 1, triggerMaxWidth: 1 })
  warnOfUnknown('strings.', strings, words)
  return options
}

/** A misspelled name is no error, because a later version may know it. */
function warnOfUnknown(path: string, given: object = {}, known: object): void {
  for (const name of Object.keys(given))
    if (!Object.hasOwn(known, name)) console.warn(`The chat has no option ${path}${name}`)
}

function requireText(options: Options, name: string, pattern: RegExp): string {
  const text = readText(options, name)
  if (text === undefined || !pattern.test(text))
    throw new TypeError(`${name} must be as the operator of the service gave it to you`)
  return text
}

function readText(options: Options, name: string): string | undefined {
  return options[name] as string | undefined
}
