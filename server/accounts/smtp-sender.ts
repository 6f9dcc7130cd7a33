/** Sends codes by e-mail, over one SMTP server (RFC 5321). */
import { setTimeout as pause } from 'node:timers/promises'
import { createTransport } from 'nodemailer'
import { type CodeMessage, type CodeSender, codeLifetimeMinutes, NotDeliveredError } from './code-sender.ts'

export interface SmtpOptions {
  /** `smtp://` or `smtps://`, with a user and a password if required. */
  readonly url: string
  readonly from: string
  readonly productName: string
  /** For one reply of the server. Default: 5 seconds. */
  readonly timeoutMs?: number
}

const defaultTimeoutMs = 5000

/** The time for a whole mail, as a multiple of the time for one reply. */
const mailTimeoutFactor = 1.2

/** Connections are pooled, because a mail over a new connection takes fifty times as long. */
const connectionsMax = 5

export class SmtpSender implements CodeSender {
  readonly #options: SmtpOptions
  readonly #transport: ReturnType<typeof createSmtpTransport>

  constructor(options: SmtpOptions) {
    this.#options = options
    this.#transport = createSmtpTransport(options)
  }

  send = async ({ to, code }: CodeMessage): Promise<void> => {
    const { from, productName, timeoutMs = defaultTimeoutMs } = this.#options
    const mail = {
      // These are objects, because nodemailer would parse several addresses from a string.
      from: { name: productName, address: from },
      to: { name: '', address: to },
      subject: `${code} is your ${productName} code`,
      text: `${code}

Enter this code on the page that asked for it.
It is valid for ${codeLifetimeMinutes(to)} minutes.

If you did not request it, ignore this e-mail: another person entered your address.
`,
      disableFileAccess: true,
      disableUrlAccess: true,
    }
    const finished = new AbortController()
    try {
      await Promise.race([
        this.#transport.sendMail(mail),
        rejectAfter(timeoutMs * mailTimeoutFactor, finished.signal),
      ])
    } catch (error) {
      if (isTlsMismatch(error)) throw new NotDeliveredError(tlsError(error))
      throw error instanceof Error && isUndeliverable(error) ? new NotDeliveredError(error) : error
    } finally {
      finished.abort()
    }
  };

  [Symbol.dispose](): void {
    this.#transport.close()
  }
}

/** Rejects after `afterMs`, or when `signal` aborts. */
async function rejectAfter(afterMs: number, signal: AbortSignal): Promise<never> {
  await pause(afterMs, undefined, { signal })
  throw new Error('the mail server did not accept the mail in time')
}

/** The server rejected the mail or was unreachable. After a timeout, the mail may have been sent. */
function isUndeliverable(
  error: Error & { readonly responseCode?: unknown; readonly syscall?: unknown },
): boolean {
  return typeof error.responseCode === 'number' || error.syscall === 'connect'
}

/** Whether OpenSSL reports that the server does not speak TLS; in this case, no mail was sent. */
function isTlsMismatch(error: unknown): error is Error {
  return error instanceof Error && /wrong version number|packet length too long/.test(error.message)
}

function tlsError(cause: Error): Error {
  return new Error('this port does not speak TLS; try smtp://', { cause })
}

function createSmtpTransport({ url, timeoutMs = defaultTimeoutMs }: SmtpOptions) {
  return createTransport({
    url,
    pool: true,
    maxConnections: connectionsMax,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
  })
}
