/** Validates the options of the page. Each error is a TypeError that names the option. */
import type { InterfaceOptions } from './interface/interface-options.ts'
import { words } from './interface/words.ts'
import { themeColors } from './interface/theme.ts'
import { isObject } from './parse-object.ts'
import { parseUrl } from './parse-url.ts'
import { isLocalHost, parseSecureUrl } from './secure-url.ts'
import type { AuthType, IdTokenProvider, ServiceChatOptions } from './service-chat.ts'

export interface ChatSettings {
  readonly container: Element
  readonly partnerIdentifier: string
  readonly publicKey: string
  readonly authentication: AuthenticationSettings
  readonly profile: NonNullable<ServiceChatOptions['authUpgradeProfileSync']>
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

/** Those that the page has set, with the right types. */
type Options = Partial<ServiceChatOptions>

/** @param scriptUrl the address of this script */
export function readOptions(given: unknown, scriptUrl = ''): ChatSettings {
  check(isObject(given), 'options must be an object')
  const options = readTypes(given)
  const { container, partnerIdentifier = '', publicKey = '', storage = 'session' } = options
  check(container?.nodeType === 1, 'container must be an element of the page')
  check(/^[a-z0-9][a-z0-9-]{1,62}$/.test(partnerIdentifier), 'partnerIdentifier is not valid')
  check(/^\S+$/.test(publicKey), 'publicKey is not valid')
  check(/^(?:session|local|memory)$/.test(storage), 'storage is not valid')
  const websocketUrl = readUrl(options, 'websocketUrl', /^wss?:$/)
  const serviceUrl =
    readUrl(options, 'serviceUrl', /^https?:$/) ??
    websocketUrl?.replace(/^ws/, 'http').replace(/(?:\/sdk\/ws\/?)?(?:[?#].*)?$/, '') ??
    serviceScript.exec(scriptUrl)?.[1]
  check(serviceUrl !== undefined, 'serviceUrl is required')
  return {
    container,
    partnerIdentifier,
    publicKey,
    authentication: readAuthentication(options.authType, options),
    profile: options.authUpgradeProfileSync ?? {},
    serviceUrl: serviceUrl.replace(/\/+$/, ''),
    websocketUrl,
    devRoute: readDevRoute(options),
    storage,
    interface: options,
  }
}

const serviceScript = /^(https?:.*)\/sdk\/v.*\/chat\.m?js(?:[?#].*)?$/

/** Also validates the arguments of `setAuthType`; `previous` is the provider until then. */
export function readAuthentication(
  authType: unknown,
  options: Readonly<Record<string, unknown>>,
  previous: IdTokenProvider | null = null,
): AuthenticationSettings {
  const idTokenProvider = options['idTokenProvider'] ?? previous
  const isExchange = authType === 'tokenExchange'
  check(isExchange || authType === 'passwordless', 'authType must be "tokenExchange" or "passwordless"')
  check(idTokenProvider === null || typeof idTokenProvider === 'function', 'idTokenProvider is not valid')
  check(!isExchange || idTokenProvider !== null, 'idTokenProvider is required with tokenExchange')
  return { authType, idTokenProvider: idTokenProvider as IdTokenProvider | null }
}

function readUrl(options: Options, name: 'serviceUrl' | 'websocketUrl', protocol: RegExp): string | null {
  const text = options[name]
  if (text === undefined) return null
  const url = parseSecureUrl(text)
  check(url !== null && protocol.test(url.protocol), `${name} must be a URL with TLS`)
  return url.href
}

/** A page in production must not be able to send ID tokens elsewhere. */
function readDevRoute({ devRoute }: Options): string | null {
  if (devRoute === undefined) return null
  if (!isLocalHost(location.hostname)) {
    console.warn('devRoute is ignored: the page is not on a local host')
    return null
  }
  const url = parseUrl(devRoute, /^https?:$/, location.href)
  check(url !== null, 'devRoute is not valid')
  return url.href
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
function readTypes(given: Readonly<Record<string, unknown>>): Options {
  const options: Record<string, unknown> = {}
  for (const [name, type] of Object.entries(optionTypes)) {
    // Not what a page has put on the prototype of all objects.
    const value = (Object.hasOwn(given, name) ? given[name] : null) ?? undefined
    check(value === undefined || type.includes(typeof value), `${name} must be of type ${type}`)
    options[name] = value
  }
  const { colors, dimensions, strings }: Options = options
  warnOfUnknown('', given, options)
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

function check(isValid: boolean, message: string): asserts isValid {
  if (!isValid) throw new TypeError(message)
}
