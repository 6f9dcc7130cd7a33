/** Signs webhook requests: Standard Webhooks 1.0, symmetric scheme. */
import { createHmac } from 'node:crypto'

const secretBytes = { min: 24, max: 64 } as const

/** Decodes a secret of the form `whsec_` and base64; null if it is malformed or has the wrong length. */
export function parseWebhookSecret(text: string): Uint8Array | null {
  const [, base64 = ''] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(text.trim()) ?? []
  const secret = Buffer.from(base64, 'base64')
  return secret.length >= secretBytes.min && secret.length <= secretBytes.max ? secret : null
}

/** One attempt to deliver a message; all attempts of a message have the same `id`. */
export interface Attempt {
  readonly id: string
  readonly body: string
  /** The time of this attempt, in milliseconds since 1970. */
  readonly sentAtMs: number
}

/** The three headers by which the receiver verifies the request. */
export function signatureHeaders(
  { id, body, sentAtMs }: Attempt,
  secret: Uint8Array,
): Record<string, string> {
  const timestamp = String(Math.floor(sentAtMs / 1000))
  const signature = createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
}
