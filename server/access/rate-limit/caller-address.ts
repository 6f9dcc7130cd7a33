/** The part of an IP address by which a caller is counted. */
import { isIP, isIPv6 } from 'node:net'

/** Groups of 16 bits in the half that a provider gives to one customer (RFC 6177). */
const networkGroups = 4

/**
 * An IPv4 address as it is, also inside of an IPv6 one; of an IPv6 address its /64, since who has one has all of it. Some proxies
 * write the port of the connection behind it, which says nothing of the caller. All that a proxy does not tell the address of are
 * one caller, so that nobody is another with every request.
 */
export function callerAddress(told: string): string {
  const ip = told.replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1').replace(/^\[(.*)\](?::\d+)?$/, '$1')
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
