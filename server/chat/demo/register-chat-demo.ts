/** `/chat-demo` and `/es/chat-demo`: the chat client on a page of this service, and the identity provider for its users. */
import { ApiError } from '@careatlas/contract/errors'
import type { Partners } from '@careatlas/state/partners'
import type { FastifyInstance } from 'fastify'
import { callerAddress } from '../../access/rate-limit/caller-address.ts'
import type { Limits } from '../../access/rate-limit/limits.ts'
import { enforceLimit } from '../../access/rate-limit/rate-limit-headers.ts'
import { parseAnyMediaType } from '../../http/any-media-type.ts'
import type { PublicUrl } from '../../http/public-url.ts'
import { publicPageHeaders, sendHtml } from '../../web/layout.ts'
import { chatDemoPath, localizedPath } from '../../web/navigation.ts'
import { checkPage, registerPartnerCors } from '../partner-cors.ts'
import { sdkPaths } from '../sdk-paths.ts'
import type { ChatDemo } from './chat-demo.ts'
import { chatDemoPage, type CodeDelivery } from './chat-demo-page.ts'

export interface ChatDemoRoutesOptions {
  readonly demo: ChatDemo
  readonly partners: Partners
  readonly limits: Limits
  readonly publicUrl: PublicUrl
  readonly productName: string
  /** Whether the service has API keys. */
  readonly auth: boolean
  readonly codes: CodeDelivery
}

const headers = publicPageHeaders({ scripts: 'run and request' })

export async function registerChatDemo(app: FastifyInstance, options: ChatDemoRoutesOptions): Promise<void> {
  const { demo, partners, limits, publicUrl } = options
  for (const language of ['en', 'es'] as const)
    app.get(localizedPath(chatDemoPath, language), async (request, reply) => {
      await enforceLimit(limits, reply, 'public', callerAddress(request.ip))
      const document = chatDemoPage({ ...options, ...demo, language, url: publicUrl(request) })
      return sendHtml(reply, document, headers)
    })
  await app.register(async (routes) => {
    registerPartnerCors(routes, { partners, vary: 'accept-encoding, origin' })
    parseAnyMediaType(routes)
    routes.post(sdkPaths.demoIdToken, async (request, reply) => {
      await enforceLimit(limits, reply, 'tokens', callerAddress(request.ip))
      checkPage(demo.partner, request, reply)
      return { id_token: await demo.signIn(parseUser(request.body)) }
    })
  })
}

/** Throws ApiError `invalid_parameter` unless the body has 128 random bits in base64url, as the script of the page sends. */
function parseUser(body: unknown): string {
  if (typeof body === 'string' && /^[\w-]{22}$/.test(body)) return body
  throw new ApiError('invalid_parameter', 'The body must have 22 characters of base64url.')
}
