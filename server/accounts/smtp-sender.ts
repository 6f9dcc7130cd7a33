/** Sends codes by e-mail, over one SMTP server (RFC 5321). */
import { setTimeout as pause } from 'node:timers/promises'
import { createTransport } from 'nodemailer'
import { type CodeMessage, type CodeSender, NotDeliveredError } from './code-sender.ts'

export interface SmtpOptions {
  /** `smtp://` or `smtps://`, with a user and a password if it wants them. */
  readonly url: string
  readonly from: string
  readonly productName: string
  /** Tells how long a code is good. */
  readonly lifeMinutes: number
  readonly patienceMs?: number
}

/** A server that answers nothing for so long is given up. */
const usualPatienceMs = 5000

/** So much longer may all its answers take together: a person waits. */
const patienceInAll = 1.2

/** Open connections: sending over new ones takes fifty times as long. */
const connectionsAtMost = 5

export class SmtpSender implements CodeSender {
  readonly #options: SmtpOptions
  readonly #transport: ReturnType<typeof transportOf>

  constructor(options: SmtpOptions) {
    this.#options = options
    this.#transport = transportOf(options)
  }

  send = async ({ to, code }: CodeMessage): Promise<void> => {
    const { from, productName, lifeMinutes, patienceMs = usualPatienceMs } = this.#options
    const mail = {
      // Objects, not texts: a text may hold several addresses.
      from: { name: productName, address: from },
      to: { name: '', address: to },
      subject: `${code} is your ${productName} code`,
      text: `${code}

Type these six digits where you asked for them, within ${lifeMinutes} minutes.

If you did not ask, somebody else typed your address: then there is nothing to do.
`,
      disableFileAccess: true,
      disableUrlAccess: true,
    }
    const sent = new AbortController()
    try {
      await Promise.race([this.#transport.sendMail(mail), tooLate(patienceMs * patienceInAll, sent.signal)])
    } catch (error) {
      if (isPlain(error)) throw new NotDeliveredError(plainPort(error))
      throw error instanceof Error && wentNowhere(error) ? new NotDeliveredError(error) : error
    } finally {
      sent.abort()
    }
  };

  [Symbol.dispose](): void {
    this.#transport.close()
  }
}

/** Rejects after so long, or when it is not needed any more. */
async function tooLate(afterMs: number, signal: AbortSignal): Promise<never> {
  await pause(afterMs, undefined, { signal })
  throw new Error('the mail server did not take the mail in time')
}

/** The server said no, or was not reached. After a silence, which may follow the whole mail, nobody knows. */
function wentNowhere(
  error: Error & { readonly responseCode?: unknown; readonly syscall?: unknown },
): boolean {
  return typeof error.responseCode === 'number' || error.syscall === 'connect'
}

/** As OpenSSL says that what came is no TLS: before a mail goes out. */
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
