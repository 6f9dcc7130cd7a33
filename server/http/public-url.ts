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
    return isOwnAddress(url, listeningHost, request.socket) ? url.origin : listeningUrl
  }
}

/** Whether the Host header names this server: the address of `baseUrl`, a loopback address, or an address that it listens on. */
export function isOwnHost(
  { headers, socket }: Pick<FastifyRequest, 'headers' | 'socket'>,
  { baseUrl, host: listeningHost }: { readonly baseUrl: string | null; readonly host: string },
): boolean {
  const url = URL.parse(`http://${headers.host ?? ''}`)
  if (url === null) return false
  const isBaseUrl = baseUrl !== null && url.hostname === new URL(baseUrl).hostname
  return isBaseUrl || isOwnAddress(url, listeningHost, socket)
}

function isOwnAddress({ hostname }: URL, listeningHost: string, socket: FastifyRequest['socket']): boolean {
  const name = removeBrackets(hostname)
  return isLoopback(name) || name === listeningHost || name === localAddressOf(socket)
}

/** The address that the client connected to; an IPv4 address without its IPv6 prefix. */
function localAddressOf({ localAddress = '' }: FastifyRequest['socket']): string {
  return localAddress.replace(/^::ffff:(?=\d+\.)/, '')
}
