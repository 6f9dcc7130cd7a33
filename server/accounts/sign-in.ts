/** Sign-in with a six-digit code, for every page that needs it. */
import { ApiError } from '@careatlas/contract/errors'
import { type Account, type Accounts, sessionLifetimeMs } from '@careatlas/state/accounts'
import type { OneTimeCodes } from '@careatlas/state/one-time-codes'
import type { Logger } from 'pino'
import type { Audit } from '../access/audit.ts'
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
  /** Null if codes are not available; the operator creates the keys then. */
  readonly sender: CodeSender | null
  readonly cookies: Cookies
  /** The secret of the proofs of known browsers. */
  readonly pepper: Uint8Array
  readonly limits: Limits
}

/** A request that asks for a code or contains one. */
type SignInRequest = Pick<PageSession, 'request' | 'reply' | 'visitor' | 'form'>

export interface SentCode {
  readonly id: string
  readonly email: string
}

/** Both steps; a code is valid only for `purpose`. */
export function signInFor(purpose: string, options: SignInOptions) {
  const { log, audit, accounts, codes, sender, cookies, pepper, limits } = options

  /** Rejects with `invalid_parameter`, `rate_limited`, `unavailable`, and with `not_found` if codes are not available. */
  async function codeFor(asked: SignInRequest): Promise<SentCode> {
    if (sender === null) throw new ApiError('not_found', 'The operator of this service creates the keys.')
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
    const proof = cookies.read(request, 'known')
    const isKnown = proof !== null && isValidProof(pepper, email, proof)
    const requester = isKnown ? proof : visitor
    await enforceLimit(limits, reply, 'codes', callerAddress(request.ip))
    try {
      return await sendCode(codes, by, { purpose, destination: email, requester, isKnown })
    } catch (error) {
      if (!(error instanceof CodeDeliveryError)) throw error
      log.error({ requestId: request.id, why: error.message }, 'a code could not be sent')
      throw new ApiError('unavailable', 'The code could not be sent; try again in a few minutes.')
    }
  }

  /**
   * Starts a session with a new secret, so that a planted secret is useless. Rejects with `invalid_code` and `rate_limited`.
   */
  async function signIn(asked: SignInRequest): Promise<Account> {
    const { request, reply } = asked
    const email = await redeem(asked)
    // Checked after the code is spent; otherwise the limit would reveal which addresses have accounts.
    const isNew = !(await accounts.has(email))
    if (isNew) await enforceLimit(limits, reply, 'accounts', callerAddress(request.ip))
    const { account, session } = await accounts.signIn(email)
    cookies.set(reply, 'session', session, sessionLifetimeMs / 1000)
    cookies.set(reply, 'known', createProof(pepper, email), proofLifetimeSeconds)
    const about = { request, accountId: account.id }
    if (isNew) audit({ event: 'account_created', ...about })
    audit({ event: 'signed_in', ...about, purpose })
    return account
  }

  /** The address that the code was sent to. */
  async function redeem({ request, visitor, form }: SignInRequest): Promise<string> {
    const stranger = { purpose, requester: visitor, id: form.challenge }
    // A code was sent to a known requester only if the proof was right.
    const known = { ...stranger, requester: cookies.read(request, 'known') ?? '', isKnown: true }
    const asked = (await codes.findDestination(known)) === null ? stranger : known
    try {
      return await codes.redeem({ ...asked, code: form.code.trim() })
    } catch (error) {
      // The lookup is skipped if the state failed.
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
