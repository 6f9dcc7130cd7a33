/** `GET /sdk/config`: what the chat client on a page of a partner needs before it connects. */
import { chatLimits } from '@careatlas/contract/chat-frames'
import { readQueryString } from '@careatlas/contract/query-string'
import type { SdkConfig } from '@careatlas/contract/sdk-config'
import { rejectUnknownParameters } from '@careatlas/contract/unknown-parameter'
import type { Partner, Partners } from '@careatlas/state/partners'
import type { FastifyInstance } from 'fastify'
import { callerAddress } from '../access/rate-limit/caller-address.ts'
import type { Limits } from '../access/rate-limit/limits.ts'
import { enforceLimit } from '../access/rate-limit/rate-limit-headers.ts'
import type { PublicUrl } from '../http/public-url.ts'
import { checkPage, registerPartnerCors } from './partner-cors.ts'
import { identifyPartner } from './partner-request.ts'
import { sdkPaths } from './sdk-paths.ts'
import { toAudience, toClientId } from './tokens/chat-client.ts'

export interface SdkConfigOptions {
  readonly partners: Partners
  readonly publicUrl: PublicUrl
  /** For partners without a product name of their own. */
  readonly productName: string
  readonly limits: Limits
}

const vary = 'accept-encoding, origin, x-partner-identifier, x-api-key'

/** Clients that are not web pages send no `Origin` header; they get the configuration too. */
export async function registerSdkConfig(app: FastifyInstance, options: SdkConfigOptions): Promise<void> {
  const { partners, limits, publicUrl } = options
  await app.register(async (routes) => {
    registerPartnerCors(routes, { partners, vary })
    routes.get(sdkPaths.config, async (request, reply) => {
      await enforceLimit(limits, reply, 'sdk_config', callerAddress(request.ip))
      rejectUnknownParameters(readQueryString(/\?.*/.exec(request.url)?.[0] ?? '').keys(), [])
      const { 'x-partner-identifier': identifier, 'x-api-key': publicKey } = request.headers
      const partner = await identifyPartner(partners, { identifier, publicKey })
      checkPage(partner, request, reply)
      return reply
        .header('cache-control', 'private, max-age=300')
        .send(createConfig(partner, publicUrl(request), options))
    })
  })
}

function createConfig(
  { identifier, authTypes, productName, historyMigration }: Partner,
  url: string,
  options: Pick<SdkConfigOptions, 'productName'>,
): SdkConfig {
  return {
    clientId: toClientId(identifier),
    audience: toAudience(url),
    tokenExchangeUrl: `${url}${sdkPaths.token}`,
    websocketUrl: `${url.replace(/^http/, 'ws')}${sdkPaths.socket}`,
    authTypes: [...authTypes],
    productName: productName ?? options.productName,
    historyMigration,
    limits: { maxMessageChars: chatLimits.messageCharacters },
  }
}
