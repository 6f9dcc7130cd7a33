/** Sign-in with a six-digit code, for every page that needs it. */
import { ApiError } from '@careatlas/contract/errors'
import { type Account, type Accounts, sessionLifetimeMs } from '@careatlas/state/accounts'
import type { OneTimeCodes } from '@careatlas/state/one-time-codes'
import type { Logger } from 'pino'
import { type Audit, errorCodeOf } from '../access/audit.ts'
import { callerAddress } from '../access/rate-limit/caller-address.ts'
import { enforceLimit } from '../access/rate-limit/rate-limit-headers.ts'
import type { Limits } from '../access/rate-limit/limits.ts'
import type { CodeSender } from './code-sender.ts'
import type { Cookies } from '../access/cookies.ts'
import { createProof, isValidProof, proofLifetimeSeconds } from '../access/known-browser.ts'
import type { PageSession } from '../web/page-actions.ts'
import { parseEmail } from './email-address.ts'
import { CodeDeliveryError, sendCode } from './send-code.ts'

export interface SignInOptions {
  readonly log: Logger
  readonly audit: Audit
  readonly accounts: Accounts
  readonly codes: OneTimeCodes
  /** Null if codes are not available; in this case, the operator creates the keys. */
  readonly sender: CodeSender | null
  readonly cookies: Cookies
  /** The MAC key of the proofs of known browsers (`access/known-browser.ts`). */
  readonly pepper: Uint8Array
  readonly limits: Limits
}

/** A request for a code, or with a code. */
type SignInContext = Pick<PageSession, 'request' | 'reply' | 'visitor' | 'form'>

export interface SentCode {
  readonly id: string
  readonly email: string
}

/** Both steps of a sign-in; a code is valid only for `purpose`. */
export function createSignIn(purpose: string, options: SignInOptions) {
  const { log, audit, accounts, codes, sender, cookies, pepper, limits } = options

  /** Sends a code. Rejects with `invalid_parameter`, `rate_limited`, `unavailable`, and with `not_found` if codes are not available. */
  async function codeFor(context: SignInContext): Promise<SentCode> {
    if (sender === null) throw new ApiError('not_found', 'The operator of this service creates the keys.')
    const email = parseEmail(context.form.email)
    const auditFields = { request: context.request, purpose, destination: email }
    try {
      const id = await issue(sender, email, context)
      audit({ event: 'code_sent', ...auditFields, codeId: id })
      return { id, email }
    } catch (error) {
      audit({ event: 'code_not_sent', ...auditFields, why: errorCodeOf(error) })
      throw error
    }
  }

  async function issue(codeSender: CodeSender, email: string, context: SignInContext): Promise<string> {
    const { request, reply, visitor } = context
    const proof = cookies.read(request, 'known')
    const isKnown = proof !== null && isValidProof(pepper, email, proof)
    const requester = isKnown ? proof : visitor
    await enforceLimit(limits, reply, 'codes', callerAddress(request.ip))
    try {
      return await sendCode(codes, codeSender, { purpose, destination: email, requester, isKnown })
    } catch (error) {
      if (!(error instanceof CodeDeliveryError)) throw error
      log.error({ requestId: request.id, why: error.message }, 'a code could not be sent')
      throw new ApiError('unavailable', 'The code could not be sent; try again in a few minutes.')
    }
  }

  /** Starts a session with a new secret, which prevents session fixation. Rejects with `invalid_code` and `rate_limited`. */
  async function signIn(context: SignInContext): Promise<Account> {
    const { request, reply } = context
    const email = await redeem(context)
    // Counted after the code is redeemed; otherwise the limit would reveal which addresses have accounts.
    const isNew = !(await accounts.has(email))
    if (isNew) await enforceLimit(limits, reply, 'accounts', callerAddress(request.ip))
    const { account, session } = await accounts.signIn(email)
    cookies.set(reply, 'session', session, sessionLifetimeMs / 1000)
    cookies.set(reply, 'known', createProof(pepper, email), proofLifetimeSeconds)
    const auditFields = { request, accountId: account.id }
    if (isNew) audit({ event: 'account_created', ...auditFields })
    audit({ event: 'signed_in', ...auditFields, purpose })
    return account
  }

  /** Redeems the code of the form, and returns the address that the code was sent to. */
  async function redeem({ request, visitor, form }: SignInContext): Promise<string> {
    const byVisitor = { purpose, requester: visitor, id: form.challenge }
    // Only a browser with a valid proof has a code under its `known` cookie.
    const byProof = { ...byVisitor, requester: cookies.read(request, 'known') ?? '', isKnown: true }
    const guess = (await codes.findDestination(byProof)) === null ? byVisitor : byProof
    try {
      return await codes.redeem({ ...guess, code: form.code.trim() })
    } catch (error) {
      // Any other error means that the state failed, so a lookup would fail too.
      const destination = error instanceof ApiError ? await codes.findDestination(guess) : null
      audit({
        event: 'code_refused',
        request,
        purpose,
        why: errorCodeOf(error),
        ...(destination !== null && { destination }),
      })
      throw error
    }
  }

  return { codeFor, signIn }
}
