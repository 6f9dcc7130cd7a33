/** How whoever gets a webhook knows that it is ours: Standard Webhooks 1.0, symmetric scheme. */
import { createHmac } from 'node:crypto'

const secretBytes = { min: 24, max: 64 } as const

/** The bytes of `whsec_` and base64; null where it is none. */
export function parseWebhookSecret(text: string): Uint8Array | null {
  const [, base64 = ''] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(text.trim()) ?? []
  const secret = Buffer.from(base64, 'base64')
  return secret.length >= secretBytes.min && secret.length <= secretBytes.max ? secret : null
}

/** One attempt at the message `id`, which stays the same however often it is sent. */
export interface Attempt {
  readonly id: string
  readonly body: string
  /** Of this attempt, in milliseconds since 1970. */
  readonly at: number
}

/** The three headers that the receiver checks before it believes the body. */
export function signatureHeaders({ id, body, at }: Attempt, secret: Uint8Array): Record<string, string> {
  const timestamp = String(Math.floor(at / 1000))
  const signature = createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
}
