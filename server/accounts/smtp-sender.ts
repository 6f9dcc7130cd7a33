/** Sends codes by e-mail, over one SMTP server (RFC 5321). */
import { setTimeout as pause } from 'node:timers/promises'
import { createTransport } from 'nodemailer'
import { type CodeMessage, type CodeSender, lifeMinutes, NotDeliveredError } from './code-sender.ts'

export interface SmtpOptions {
  /** `smtp://` or `smtps://`, with a user and a password if required. */
  readonly url: string
  readonly from: string
  readonly productName: string
  readonly patienceMs?: number
}

/** The maximum wait for one response of the server. */
const usualPatienceMs = 5000

/** All responses together may take longer by this factor. */
const patienceInAll = 1.2

/** Pooled connections: a new connection takes fifty times as long. */
const connectionsAtMost = 5

export class SmtpSender implements CodeSender {
  readonly #options: SmtpOptions
  readonly #transport: ReturnType<typeof transportOf>

  constructor(options: SmtpOptions) {
    this.#options = options
    this.#transport = transportOf(options)
  }

  send = async ({ to, code }: CodeMessage): Promise<void> => {
    const { from, productName, patienceMs = usualPatienceMs } = this.#options
    const mail = {
      // Objects, because a string could contain several addresses.
      from: { name: productName, address: from },
      to: { name: '', address: to },
      subject: `${code} is your ${productName} code`,
      text: `${code}

Enter this code on the page that asked for it.
It is valid for ${lifeMinutes} minutes.

If you did not request it, ignore this e-mail: another person entered your address.
`,
      disableFileAccess: true,
      disableUrlAccess: true,
    }
    const sent = new AbortController()
    try {
      await Promise.race([this.#transport.sendMail(mail), tooLate(patienceMs * patienceInAll, sent.signal)])
    } catch (error) {
      if (isPlain(error)) throw new NotDeliveredError(plainPort(error))
      throw error instanceof Error && isUndeliverable(error) ? new NotDeliveredError(error) : error
    } finally {
      sent.abort()
    }
  };

  [Symbol.dispose](): void {
    this.#transport.close()
  }
}

/** Rejects after `afterMs`, or when `signal` aborts. */
async function tooLate(afterMs: number, signal: AbortSignal): Promise<never> {
  await pause(afterMs, undefined, { signal })
  throw new Error('the mail server did not accept the mail in time')
}

/** The server rejected the mail or was unreachable. After a timeout, the mail may have been sent. */
function isUndeliverable(
  error: Error & { readonly responseCode?: unknown; readonly syscall?: unknown },
): boolean {
  return typeof error.responseCode === 'number' || error.syscall === 'connect'
}

/** The OpenSSL errors for a peer that does not speak TLS; no mail was sent then. */
function isPlain(error: unknown): error is Error {
  return error instanceof Error && /wrong version number|packet length too long/.test(error.message)
}

function plainPort(cause: Error): Error {
  return new Error('this port does not speak TLS; try smtp://', { cause })
}

function transportOf({ url, patienceMs = usualPatienceMs }: SmtpOptions) {
  return createTransport({
    url,
    pool: true,
    maxConnections: connectionsAtMost,
    connectionTimeout: patienceMs,
    greetingTimeout: patienceMs,
    socketTimeout: patienceMs,
    dnsTimeout: patienceMs,
  })
}
