/** Validates the addresses and URLs in settings: hosts, networks, mail servers, databases, webhooks. */
import { BlockList, isIP, isIPv6 } from 'node:net'
import * as z from 'zod'

/** An IP address or a host name. */
export function isHost(host: string): boolean {
  return isIP(host) !== 0 || /^[A-Za-z0-9]([A-Za-z0-9.-]{0,252})$/.test(host)
}

/** Whether only this machine can reach `host`. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
}

/** The address of a URL's `hostname`, which has an IPv6 address in brackets. */
export function removeBrackets(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, '$1')
}

export interface ListenAddress {
  readonly host: string
  /** 0: the system chooses a port. */
  readonly port: number
}

/** `host:port`, with an IPv6 address in brackets, or a port of 127.0.0.1; null if it is neither. */
export function parseListenAddress(text: string): ListenAddress | null {
  const [whole, ipv6, name = '127.0.0.1', digits] =
    /^(?:(?:\[([^\]]*)\]|([^:]*)):)?(\d{1,5})$/.exec(text) ?? []
  if (whole === undefined || !(ipv6 === undefined ? isHost(name) : isIPv6(ipv6))) return null
  const port = Number(digits)
  return port > 65_535 ? null : { host: ipv6 ?? name, port }
}

/** Whether two listeners need the same port of an address. Names other than `localhost` are not resolved. */
export function isSameListener(a: ListenAddress, b: ListenAddress): boolean {
  if (a.port !== b.port || a.port === 0) return false
  const hosts = [a.host, b.host]
  const isLocalhost = hosts.includes('localhost') && hosts.every(isLoopback)
  return a.host === b.host || hosts.some(isWildcard) || isLocalhost
}

/** Whether a listener on `host` has every address of the machine: `0.0.0.0` or `::`. */
export function isWildcard(host: string): boolean {
  return isIP(host) !== 0 && /^[0:.]+$/.test(host)
}

/** Parses comma-separated IP addresses and networks such as 10.0.0.0/8; null if one is malformed or too wide. */
export function parseNetworks(list: string): readonly string[] | null {
  const networks = splitList(list)
  return networks.every(isNetwork) ? networks : null
}

function splitList(list: string): readonly string[] {
  return list
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
}

/** The widest private networks are 10.0.0.0/8 and fc00::/7. */
const networkBits = { 4: { min: 8, max: 32 }, 6: { min: 7, max: 128 } } as const

function isNetwork(network: string): boolean {
  const [address = '', digits, ...more] = network.split('/')
  const version = isIP(address) as 0 | 4 | 6
  if (version === 0 || more.length > 0) return false
  if (digits === undefined) return true
  const { min, max } = networkBits[version]
  const bits = Number(digits)
  return /^\d{1,3}$/.test(digits) && bits >= min && bits <= max && !isTooWideForIpv4(address, bits)
}

/** The bits before the IPv4 address in an IPv4-mapped address, `::ffff:0:0/96` (RFC 4291, section 2.5.5.2). */
const mappedPrefixBits = 96

/** Whether an IPv6 network has more IPv4 addresses, in their mapped form, than the widest IPv4 network. */
function isTooWideForIpv4(address: string, bits: number): boolean {
  if (!isIPv6(address) || bits >= mappedPrefixBits + networkBits[4].min) return false
  const widened = new BlockList()
  widened.addSubnet(address, Math.min(bits, mappedPrefixBits), 'ipv6')
  return widened.check('::ffff:0:0', 'ipv6')
}

export function isSmtpUrl(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && /^smtps?:$/.test(url.protocol) && [url.username, url.password].every(isEncoded)
}

export function isEmailAddress(text: string): boolean {
  return z.email().safeParse(text).success
}

export function isPostgresUrl(text: string): boolean {
  return /^postgres(?:ql)?:$/.test(URL.parse(text)?.protocol ?? '')
}

/** A Valkey or Redis URL, with an optional database number. */
export function isValkeyUrl(text: string): boolean {
  const url = URL.parse(text)
  if (url === null || !/^(?:redis|valkey)s?:$/.test(url.protocol) || url.search || url.hash) return false
  return url.hostname !== '' && /^\/?\d*$/.test(url.pathname) && [url.username, url.password].every(isEncoded)
}

/** Whether every percent sign starts the escape of a character. */
function isEncoded(part: string): boolean {
  try {
    decodeURIComponent(part)
    return true
  } catch {
    return false
  }
}

/** The issuer of an authorization server (RFC 8414, section 2); http only on loopback addresses. */
export function isIssuerUrl(text: string): boolean {
  return isHttpsOrLoopback(URL.parse(text)) && !/[?#]/.test(text)
}

/** The URL of a webhook; http only on loopback addresses. */
export function isWebhookUrl(text: string): boolean {
  return isHttpsOrLoopback(URL.parse(text)) && !text.includes('#')
}

/** A link for users: https without a user and a password. */
export function isHttpsUrl(text: string): boolean {
  const url = URL.parse(text)
  return url?.protocol === 'https:' && url.username === '' && url.password === ''
}

/** URLs with a user or a password are not accepted, because `fetch` rejects them. */
function isHttpsOrLoopback(url: URL | null): boolean {
  if (url === null || url.username !== '' || url.password !== '') return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(removeBrackets(url.hostname)))
}

/** An http or https origin, with or without a trailing slash. */
export function isOrigin(text: string): boolean {
  const url = URL.parse(text)
  if (url === null || !['http:', 'https:'].includes(url.protocol)) return false
  return url.href === `${url.origin}/` && url.username === ''
}

/** The normalized origins of a comma-separated list. */
export function parseOrigins(list: string): readonly string[] {
  return splitList(list).map((origin) => new URL(origin).origin)
}

/** A comma-separated list of http or https origins. */
export function isOriginList(list: string): boolean {
  return splitList(list).every(isOrigin)
}
