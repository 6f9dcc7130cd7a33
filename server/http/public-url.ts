/** The public URL of the service, for links and discovery documents. */
import type { FastifyRequest } from 'fastify'
import { isLoopback, removeBrackets } from '../addresses.ts'

/** The URL by which the client of `request` reaches the service, without a trailing slash. `request` is null if it could not be parsed. */
export type PublicUrl = (request: Pick<FastifyRequest, 'headers' | 'protocol' | 'socket'> | null) => string

/**
 * The result is `baseUrl` if it is set. Otherwise it is the address in the Host header of the request, but only if that is a
 * loopback address or an address that the server listens on, because a client may send any Host. Otherwise it is `listeningUrl`.
 * `X-Forwarded-Host` has no effect, because a trusted proxy may pass on that of the client, and shared caches do not see it.
 */
export function createPublicUrl(
  { baseUrl, host: listeningHost }: { readonly baseUrl: string | null; readonly host: string },
  listeningUrl: string,
): PublicUrl {
  return (request) => {
    if (baseUrl !== null || request === null) return baseUrl ?? listeningUrl
    const scheme = request.protocol === 'https' ? 'https' : 'http'
    const url = URL.parse(`${scheme}://${request.headers.host ?? ''}`)
    if (url === null) return listeningUrl
    const name = removeBrackets(url.hostname)
    const isOwnAddress = isLoopback(name) || name === listeningHost || name === localAddressOf(request.socket)
    return isOwnAddress ? url.origin : listeningUrl
  }
}

/** The address that the client connected to; an IPv4 address without its IPv6 prefix. */
function localAddressOf({ localAddress = '' }: FastifyRequest['socket']): string {
  return localAddress.replace(/^::ffff:(?=\d+\.)/, '')
}
