/** Sends codes by SMS through a webhook that the operator provides, because each SMS provider has its own API. */
import { SignedWebhook, type SignedWebhookOptions, WebhookError } from '../webhooks/signed-webhook.ts'
import { type CodeMessage, type CodeSender, codeLifetimeMinutes, NotDeliveredError } from './code-sender.ts'

export interface SmsWebhookOptions extends SignedWebhookOptions {
  readonly productName: string
}

export class SmsWebhookSender implements CodeSender {
  readonly #webhook: SignedWebhook
  readonly #productName: string

  constructor({ productName, ...options }: SmsWebhookOptions) {
    this.#webhook = new SignedWebhook(options)
    this.#productName = productName
  }

  send = async ({ to, code }: CodeMessage): Promise<void> => {
    const text = `${code} is your ${this.#productName} code, valid for ${codeLifetimeMinutes(to)} minutes. If you did not request it, ignore this message.`
    try {
      await this.#webhook.post({ to, text })
    } catch (error) {
      if (error instanceof WebhookError && error.isUndelivered) throw new NotDeliveredError(error)
      throw error
    }
  };

  [Symbol.dispose](): void {
    this.#webhook[Symbol.dispose]()
  }
}
