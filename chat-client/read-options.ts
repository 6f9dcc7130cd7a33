/** Validates the options of the page. Each error is a TypeError that names the option. */
import type { InterfaceOptions } from './interface/interface-options.ts'
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
  readonly storage: 'session' | 'local' | 'memory'
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
  const options = given as Options
  return {
    container: readContainer(options['container']),
    partnerIdentifier: requireText(options, 'partnerIdentifier', /^[a-z0-9][a-z0-9-]{1,62}$/),
    publicKey: requireText(options, 'publicKey', /^\S+$/),
    authentication: readAuthentication(options['authType'], options),
    profile: readProfileOption(options['authUpgradeProfileSync']),
    serviceUrl: readServiceUrl(options, scriptUrl),
    websocketUrl: readUrl(options, 'websocketUrl', /^wss?:$/)?.href ?? null,
    devRoute: readDevRoute(options),
    storage: readChoice(options, 'storage', ['session', 'local', 'memory']) ?? 'session',
    interface: readInterface(options),
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
    throw new TypeError('idTokenProvider is required with the authType "tokenExchange"')
  return { authType, idTokenProvider: provider as IdTokenProvider | null }
}

function readContainer(value: unknown): Element {
  const isElement = typeof value === 'object' && value !== null && (value as Partial<Node>).nodeType === 1
  if (!isElement) throw new TypeError('container must be an element of the page')
  return value as Element
}

function readProfileOption(value: unknown = null): ChatSettings['profile'] {
  if (value !== null && typeof value !== 'function' && typeof value !== 'object')
    throw new TypeError('authUpgradeProfileSync must be an object or a function')
  return value
}

const serviceScript = /^(https?:.*)\/sdk\/v[^/]+\/chat\.m?js(?:[?#].*)?$/

function readServiceUrl(options: Options, scriptUrl = ''): string {
  const url =
    readUrl(options, 'serviceUrl', /^https?:$/)?.href ??
    readUrl(options, 'websocketUrl', /^wss?:$/)
      ?.href.replace(/^ws/, 'http')
      .replace(/\/sdk\/ws\/?$|[?#].*$/, '') ??
    serviceScript.exec(scriptUrl)?.[1]
  if (url === undefined)
    throw new TypeError('serviceUrl is required, because this script was not loaded from the service')
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
    console.warn('The chat ignores devRoute, because this page is not on a local host.')
    return null
  }
  return new URL(route, location.href).href
}

function readInterface(options: Options): InterfaceOptions {
  const texts = ['headerTitle', 'placeholder', 'fontSize', 'fontFamily', 'nonce'] as const
  const objects = ['colors', 'dimensions', 'strings'] as const
  return Object.fromEntries(
    [
      ...texts.map((name) => [name, readText(options, name)] as const),
      ...objects.map((name) => [name, readObject(options, name)] as const),
      ['feedback', readFlag(options, 'feedback')] as const,
    ].filter(([, value]) => value !== undefined),
  ) as InterfaceOptions
}

function requireText(options: Options, name: string, pattern: RegExp): string {
  const text = readText(options, name)
  if (text === undefined || !pattern.test(text))
    throw new TypeError(`${name} must be the text that the operator of the service gave to you`)
  return text
}

/** Undefined without the option. */
function readText(options: Options, name: string): string | undefined {
  const value = options[name] ?? undefined
  if (value !== undefined && typeof value !== 'string') throw new TypeError(`${name} must be a string`)
  return value
}

function readObject(options: Options, name: string): object | undefined {
  const value = options[name] ?? undefined
  if (value !== undefined && typeof value !== 'object') throw new TypeError(`${name} must be an object`)
  return value
}

function readFlag(options: Options, name: string): boolean | undefined {
  const value = options[name] ?? undefined
  if (value !== undefined && typeof value !== 'boolean') throw new TypeError(`${name} must be true or false`)
  return value
}

function readChoice<Choice extends string>(
  options: Options,
  name: string,
  choices: readonly Choice[],
): Choice | undefined {
  const value = readText(options, name)
  if (value !== undefined && !choices.includes(value as Choice))
    throw new TypeError(`${name} must be one of ${choices.join(', ')}`)
  return value as Choice | undefined
}
