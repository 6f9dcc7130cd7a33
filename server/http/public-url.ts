/** The public URL of the service, for links and discovery documents. */
import type { FastifyRequest } from 'fastify'
import { isLoopback } from '../addresses.ts'

/** The URL under which the client of a request reaches the service, without a trailing slash; null for an unreadable request. */
export type PublicUrl = (request: Pick<FastifyRequest, 'host' | 'protocol' | 'socket'> | null) => string

/**
 * `baseUrl` if it is set. Else the address in the request's Host header, but only a loopback address or the address that the
 * server listens on, because clients choose that header; else `listening`.
 */
export function publicUrls(
  { baseUrl, host: listeningHost }: { readonly baseUrl: string | null; readonly host: string },
  listening: string,
): PublicUrl {
  return (request) => {
    if (baseUrl !== null || request === null) return baseUrl ?? listening
    const url = URL.parse(`${request.protocol}://${request.host}`)
    if (url === null) return listening
    const name = url.hostname.replace(/^\[(.*)\]$/, '$1')
    const isOurs = isLoopback(name) || name === listeningHost || name === addressOf(request.socket)
    return isOurs ? url.origin : listening
  }
}

/** The address that the client connected to; an IPv4 address without its IPv6 prefix. */
function addressOf({ localAddress = '' }: FastifyRequest['socket']): string {
  return localAddress.replace(/^::ffff:(?=\d+\.)/, '')
}
