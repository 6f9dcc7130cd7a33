/** The part of an IP address that identifies a caller. */
import { isIP, isIPv4, isIPv6 } from 'node:net'

/** The groups of 16 bits in a /64, the smallest network of one customer (RFC 6177). */
const networkGroups = 4

/**
 * Returns an IPv4 address unchanged, without an IPv6 mapping, and reduces an IPv6 address to its /64, because one customer has the
 * whole /64. Ignores a port that a proxy appends. All invalid addresses count as one caller, so that a client cannot create new
 * callers with a forged header.
 */
export function callerAddress(address: string): string {
  // The most frequent form needs no other check.
  if (isIPv4(address)) return address
  const ip = address.replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1').replace(/^\[(.*)\](?::\d+)?$/, '$1')
  if (isIP(ip) === 0) return 'unknown'
  if (!isIPv6(ip)) return ip
  const groups = expandGroups(ip)
  if (groups.slice(0, -2).join(':') === mappedPrefix) return groups.slice(-2).map(toDecimalBytes).join('.')
  return `${groups.slice(0, networkGroups).join(':')}::/64`
}

/** The first six groups of an IPv4-mapped address (RFC 4291, section 2.5.5.2). */
const mappedPrefix = '0:0:0:0:0:ffff'

/** `7f00` → `127.0`. */
function toDecimalBytes(group: string): string {
  const bytes = Number.parseInt(group, 16)
  return `${bytes >> 8}.${bytes & 0xff}`
}

/** All eight groups of an IPv6 address, in lower case and without leading zeros. */
function expandGroups(ip: string): readonly string[] {
  const [, address = ip] =
    /^([^%]+)/.exec(ip.replace(/(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})/, toHexGroups)) ?? []
  const [head = '', tail] = address.split('::')
  const [front, back] = [head, tail ?? ''].map((part) => part.split(':').filter((group) => group !== ''))
  const missingCount = 8 - front!.length - back!.length
  const zeros = tail === undefined ? [] : Array.from({ length: missingCount }, () => '0')
  return [...front!, ...zeros, ...back!].map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
}

/** Converts an IPv4 address at the end of an IPv6 address: `127.0.0.1` → `7f00:1`. */
function toHexGroups(_dotted: string, ...bytes: string[]): string {
  const [a = 0, b = 0, c = 0, d = 0] = bytes.slice(0, 4).map(Number)
  return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
}
