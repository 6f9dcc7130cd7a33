/** The part of an IP address that identifies a caller. */
import { isIP, isIPv6 } from 'node:net'

/** A /64 in groups of 16 bits: the smallest network of one customer (RFC 6177). */
const networkGroups = 4

/**
 * An IPv4 address is unchanged, also if it is mapped to IPv6; an IPv6 address is reduced to its /64, because one customer has all
 * of it. A port that a proxy appends is ignored. All callers without a valid address count as one, so that a forged header does
 * not create new callers.
 */
export function callerAddress(address: string): string {
  const ip = address.replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1').replace(/^\[(.*)\](?::\d+)?$/, '$1')
  if (isIP(ip) === 0) return 'unknown'
  if (!isIPv6(ip)) return ip
  const groups = groupsOf(ip)
  if (groups.slice(0, -2).join(':') === mappedPrefix) return groups.slice(-2).map(dotted).join('.')
  return `${groups.slice(0, networkGroups).join(':')}::/64`
}

/** The first six groups of an IPv4-mapped address (RFC 4291, section 2.5.5.2). */
const mappedPrefix = '0:0:0:0:0:ffff'

/** `7f00` → `127.0`. */
function dotted(group: string): string {
  const bytes = Number.parseInt(group, 16)
  return `${bytes >> 8}.${bytes & 0xff}`
}

/** All eight, in lower case and without leading zeros. */
function groupsOf(ip: string): readonly string[] {
  const [, address = ip] =
    /^([^%]+)/.exec(ip.replace(/(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})/, inHex)) ?? []
  const [head = '', tail] = address.split('::')
  const [front, back] = [head, tail ?? ''].map((part) => part.split(':').filter((group) => group !== ''))
  const missing = 8 - front!.length - back!.length
  const zeros = tail === undefined ? [] : Array.from({ length: missing }, () => '0')
  return [...front!, ...zeros, ...back!].map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
}

/** `127.0.0.1`, the end of an IPv6 address, → `7f00:1`. */
function inHex(_dotted: string, ...bytes: string[]): string {
  const [a = 0, b = 0, c = 0, d = 0] = bytes.slice(0, 4).map(Number)
  return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
}
