/** Validates the addresses in settings: hosts, networks, mail servers, databases, webhooks. */
import { isIP } from 'node:net'
import * as z from 'zod'

/** An IP address or a name. */
export function isHost(host: string): boolean {
  return isIP(host) !== 0 || /^[A-Za-z0-9]([A-Za-z0-9.-]{0,252})$/.test(host)
}

/** Whether only this machine can reach `host`. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
}

/** Splits a comma-separated list. */
export function networksIn(list: string): readonly string[] {
  return list
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')
}

/** A comma-separated list of IP addresses and networks such as 10.0.0.0/8; a /0 network is not accepted. */
export function areNetworks(list: string): boolean {
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

export function isMailServer(address: string): boolean {
  return /^smtps?:$/.test(URL.parse(address)?.protocol ?? '')
}

export function isMailbox(address: string): boolean {
  return z.email().safeParse(address).success
}

/** A PostgreSQL URL. */
export function isDatabase(address: string): boolean {
  return /^postgres(?:ql)?:$/.test(URL.parse(address)?.protocol ?? '')
}

/** A Valkey or Redis URL, with an optional database number. */
export function isValkey(address: string): boolean {
  const { protocol = '', hostname = '', pathname = '', search, hash } = URL.parse(address) ?? {}
  return (
    /^(?:redis|valkey)s?:$/.test(protocol) && hostname !== '' && /^\/?\d*$/.test(pathname) && !search && !hash
  )
}

/** The issuer of an authorization server (RFC 8414, section 2); http only on loopback addresses. */
export function isIssuer(address: string): boolean {
  return isHttpsOrLocal(URL.parse(address)) && !/[?#]/.test(address)
}

/** The URL of a webhook; http only on loopback addresses. */
export function isWebhook(address: string): boolean {
  return isHttpsOrLocal(URL.parse(address)) && !address.includes('#')
}

/** Without a user and a password, because `fetch` rejects them. */
function isHttpsOrLocal(url: URL | null): boolean {
  if (url === null || url.username !== '' || url.password !== '') return false
  return (
    url.protocol === 'https:' ||
    (url.protocol === 'http:' && isLoopback(url.hostname.replace(/^\[(.*)\]$/, '$1')))
  )
}

/** An origin, with or without a trailing slash. */
export function isPublicAddress(address: string): boolean {
  const url = URL.parse(address)
  if (url === null || !['http:', 'https:'].includes(url.protocol)) return false
  return url.href === `${url.origin}/` && url.username === ''
}
