/** Warns once if a trusted proxy does not send the addresses of its clients, because they then share one rate limit. */
import { BlockList, isIPv6 } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'

export interface ForwardedAddressOptions {
  readonly trustedProxies?: readonly string[]
  readonly log: Logger
}

/** The health checks of a proxy have no client. */
const healthPath = '/v1/health'

export function warnWithoutForwardedAddress(
  app: FastifyInstance,
  { trustedProxies = [], log }: ForwardedAddressOptions,
): void {
  if (trustedProxies.length === 0) return
  const proxies = toBlockList(trustedProxies)
  let hasWarned = false
  app.addHook('onRequest', ({ headers, routeOptions, socket: { remoteAddress = '' } }, _reply, done) => {
    const isMissing =
      !hasWarned && headers['x-forwarded-for'] === undefined && routeOptions.url !== healthPath
    if (isMissing && proxies.check(remoteAddress, familyOf(remoteAddress))) {
      hasWarned = true
      log.warn({ proxy: remoteAddress }, forwardedAddressWarning)
    }
    done()
  })
}

const forwardedAddressWarning =
  'A trusted proxy sent a request without X-Forwarded-For: set this header in the proxy, because otherwise all its clients share one rate limit.'

function toBlockList(networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    if (bits === undefined) list.addAddress(address, familyOf(address))
    else list.addSubnet(address, Number(bits), familyOf(address))
  }
  return list
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv6(address) ? 'ipv6' : 'ipv4'
}
