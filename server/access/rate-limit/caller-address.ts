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
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip) ?? []
  if (mapped !== undefined) return mapped
  if (!isIPv6(ip)) return ip
  return `${groupsOf(ip).slice(0, networkGroups).join(':')}::/64`
}

/** All eight, in lower case and without leading zeros. */
function groupsOf(ip: string): readonly string[] {
  const [, address = ip] = /^\[?([^\]%]+)/.exec(ip) ?? []
  const [head = '', tail] = address.split('::')
  const [front, back] = [head, tail ?? ''].map((part) => part.split(':').filter((group) => group !== ''))
  const missing = 8 - front!.length - back!.length
  const zeros = tail === undefined ? [] : Array.from({ length: missing }, () => '0')
  return [...front!, ...zeros, ...back!].map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
}
