/** The configuration that the chat client loads before it connects (C11). Clients ignore unknown members. */
import * as z from 'zod'

export const SdkConfig = z
  .object({
    clientId: z.string(),
    audience: z.url().describe('The audience of the access tokens.'),
    tokenExchangeUrl: z.url(),
    websocketUrl: z.url({ protocol: /^wss?$/ }),
    authTypes: z.array(z.enum(['tokenExchange', 'passwordless'])),
    productName: z.string(),
    historyMigration: z.enum(['off', 'ask', 'auto']),
    limits: z.object({ maxMessageChars: z.int().positive() }),
  })
  .meta({ id: 'SdkConfig', description: 'How a page of a partner uses the chat.' })

export type SdkConfig = z.infer<typeof SdkConfig>
