/** Signing in with six digits from an e-mail: the one way, whatever page asks for it. */
import { ApiError } from '@careatlas/contract/errors'
import { type Account, type Accounts, sessionLifetimeMs } from '@careatlas/state/accounts'
import type { OneTimeCodes } from '@careatlas/state/one-time-codes'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Audit } from '../access/audit.ts'
import { callerAddress } from '../access/rate-limit/caller-address.ts'
import { enforceLimit } from '../access/rate-limit/rate-limit-headers.ts'
import type { Limits } from '../access/rate-limit/limits.ts'
import type { CodeSender } from './code-sender.ts'
import type { Cookies } from '../access/cookies.ts'
import { parseEmail } from './email-address.ts'
import { CodeDeliveryError, sendCode } from './send-code.ts'

export interface SignInOptions {
  readonly log: Logger
  readonly audit: Audit
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
export function signInFor(purpose: string, options: SignInOptions) {
  const { log, audit, accounts, codes, sender, cookies, limits } = options

  /** Rejects with `invalid_parameter`, `rate_limited`, `unavailable`, and `not_found` where nobody gets a code. */
  async function codeFor(asked: SignInRequest): Promise<SentCode> {
    if (sender === null) throw new ApiError('not_found', 'The operator of this service makes its keys.')
    const email = parseEmail(asked.form.email)
    const about = { request: asked.request, purpose, destination: email }
    try {
      const id = await issue(sender, email, asked)
      audit({ event: 'code_sent', ...about, codeId: id })
      return { id, email }
    } catch (error) {
      audit({ event: 'code_not_sent', ...about, why: whyOf(error) })
      throw error
    }
  }

  async function issue(by: CodeSender, email: string, asked: SignInRequest): Promise<string> {
    const { request, reply, visitor } = asked
    await enforceLimit(limits, reply, 'codes', callerAddress(request.ip))
    try {
      return await sendCode(codes, by, { purpose, destination: email, requester: visitor })
    } catch (error) {
      if (!(error instanceof CodeDeliveryError)) throw error
      log.error({ requestId: request.id, why: error.message }, 'a code could not be sent')
      throw new ApiError('unavailable', 'The code could not be sent; try again in a few minutes.')
    }
  }

  /**
   * Begins a session, with a new secret, so that one planted before is worth nothing. Rejects with `invalid_code` and
   * `rate_limited`.
   */
  async function signIn(asked: SignInRequest): Promise<Account> {
    const { request, reply } = asked
    const email = await proved(asked)
    // After the code is spent: a limit for strangers that is told before would tell anybody whose address has an account.
    const isNew = !(await accounts.has(email))
    if (isNew) await enforceLimit(limits, reply, 'accounts', callerAddress(request.ip))
    const { account, session } = await accounts.signIn(email)
    cookies.set(reply, 'session', session, sessionLifetimeMs / 1000)
    const about = { request, accountId: account.id }
    if (isNew) audit({ event: 'account_created', ...about })
    audit({ event: 'signed_in', ...about, purpose })
    return account
  }

  /** Whose code was typed. */
  async function proved({ request, visitor, form }: SignInRequest): Promise<string> {
    const asked = { purpose, requester: visitor, id: form.challenge }
    try {
      return await codes.redeem({ ...asked, code: form.code.trim() })
    } catch (error) {
      // Not where the state has failed already.
      const destination = error instanceof ApiError ? await codes.findDestination(asked) : null
      audit({
        event: 'code_refused',
        request,
        purpose,
        why: whyOf(error),
        ...(destination !== null && { destination }),
      })
      throw error
    }
  }

  return { codeFor, signIn }
}

function whyOf(error: unknown): string {
  return error instanceof ApiError ? error.code : 'failed'
}
