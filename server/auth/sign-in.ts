/** Signing in with six digits from an e-mail: the one way, whatever page asks for it. */
import { DirectoryError } from '@careatlas/contract/errors'
import { type Account, type Accounts, sessionLifeMs } from '@careatlas/state/accounts'
import type { OneTimeCodes } from '@careatlas/state/one-time-codes'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { callerAddress } from '../limits/caller-address.ts'
import { count } from '../limits/counted.ts'
import type { Limits } from '../limits/limits.ts'
import { type CodeMessage, type CodeSender, NotSent } from './code-sender.ts'
import type { Cookies } from './cookies.ts'
import { parseEmail } from './email-address.ts'

export interface SignInOptions {
  readonly log: Logger
  readonly accounts: Accounts
  readonly codes: OneTimeCodes
  /** Null: nobody gets a code, and the operator makes the keys. */
  readonly sender: CodeSender | null
  readonly cookies: Cookies
  readonly limits: Limits
}

/** A request for a code, or with one. */
export interface SignInRequest {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** The secret of the browser. */
  readonly visitor: string
  readonly form: { readonly email: string; readonly challenge: string; readonly code: string }
}

/** A code that is on its way. */
export interface SentCode {
  readonly id: string
  readonly email: string
}

/** Both steps, with codes that are good for `purpose` alone. */
export function signInFor(purpose: string, { log, accounts, codes, sender, cookies, limits }: SignInOptions) {
  /** Rejects with `invalid_parameter`, `rate_limited`, `unavailable`, and `not_found` where nobody gets a code. */
  async function sendCode({ request, reply, visitor, form }: SignInRequest): Promise<SentCode> {
    if (sender === null) throw new DirectoryError('not_found', 'The operator of this service makes its keys.')
    const email = parseEmail(form.email)
    await count(limits, reply, 'codes', callerAddress(request.ip))
    const { id, code } = await codes.issue({ purpose, destination: email, requester: visitor })
    await send(sender, id, { to: email, code })
    return { id, email }
  }

  /** A code that surely did not go out leaves room for the next; any other may be in the mail. */
  async function send(by: CodeSender, id: string, message: CodeMessage): Promise<void> {
    try {
      await by.send(message)
    } catch (error) {
      const why = String(error).replaceAll(message.to, '<address>')
      log.error({ why }, 'a code could not be sent')
      if (error instanceof NotSent) await codes.withdraw(id)
      throw new DirectoryError('unavailable', 'The code could not be sent; try again in a few minutes.')
    }
  }

  /**
   * Begins a session, with a new secret, so that one planted before is worth nothing. Rejects with `invalid_code` and
   * `rate_limited`.
   */
  async function signIn({ request, reply, visitor, form }: SignInRequest): Promise<Account> {
    const guess = { purpose, requester: visitor, id: form.challenge, code: form.code.trim() }
    const email = await codes.redeem(guess)
    if (!(await accounts.has(email))) await count(limits, reply, 'accounts', callerAddress(request.ip))
    const { account, session } = await accounts.signIn(email)
    cookies.set(reply, 'session', session, sessionLifeMs / 1000)
    return account
  }

  return { sendCode, signIn }
}
