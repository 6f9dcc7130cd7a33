/**
 * One-time codes of six digits, which verify an e-mail address or telephone number.
 *
 * An attacker has five attempts per code, ten per destination and day, and a hundred until the owner enters a right code or the
 * operator unlocks the destination; each succeeds with a probability of one in a million. A code is valid only for its requester
 * and purpose. A known requester, which has verified the destination before, has its own limits, so that strangers cannot block it;
 * all codes of the destination together are then limited to twice as many.
 */
import { createHmac, hash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { ApiError } from '@careatlas/contract/errors'
import type { ExpressionBuilder, Kysely, Transaction } from 'kysely'
import type { State } from './state.ts'
import type { Tables } from './tables.ts'

/** A request for a code. */
export interface CodeRequest {
  /** The use of the code, such as `keys`; the code is valid for this use only. */
  readonly purpose: string
  /** A normalized e-mail address, or a telephone number (E.164). */
  readonly destination: string
  /** A secret of the requester, such as that of a cookie: at least 128 random bits. */
  readonly requester: string
  /** Whether the requester with this secret has certainly verified the destination before. */
  readonly isKnown?: boolean
}

/** A code to send; `id` identifies it when the user enters it. */
export interface IssuedCode {
  readonly id: string
  readonly code: string
}

/** A code that a user has entered. */
export interface CodeGuess {
  readonly id: string
  readonly purpose: string
  readonly requester: string
  /** As in the request for the code. */
  readonly isKnown?: boolean
  readonly code: string
}

/** A code that was sent, without its digits. */
export type Challenge = Omit<CodeGuess, 'code'>

/** The secret of a requester, and whether it is known. */
type Requester = Pick<CodeRequest, 'requester' | 'isKnown'>

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const daySeconds = dayMs / 1000

/** The limits against guessing and flooding, for one destination; `selectCountedCodes` selects the codes that count. */
export const codeLimits = {
  mailLifetimeMs: 10 * minuteMs,
  phoneLifetimeMs: 5 * minuteMs,
  attemptsMax: 5,
  resendDelayMs: minuteMs / 2,
  /** Codes to one destination per time window. */
  sends: [
    { count: 3, withinMs: 15 * minuteMs },
    { count: 10, withinMs: dayMs },
  ],
  /** Wrong codes for one destination. */
  failuresPerDayMax: 10,
  consecutiveFailuresMax: 100,
} as const

/** How long a code is valid, by its destination: a telephone number is easier to take over than a mailbox. */
export function codeLifetimeMs(destination: string): number {
  return destination.includes('@') ? codeLimits.mailLifetimeMs : codeLimits.phoneLifetimeMs
}

const idBytes = 16

/** The purpose of test codes. Test codes and other codes do not delay each other. */
export const testPurpose = 'try'

/** Issues and verifies codes, and deletes them after a day. */
export class OneTimeCodes {
  readonly #state: State
  readonly #now: () => number

  /** `now` returns milliseconds since 1970. */
  constructor(state: State, now: () => number = Date.now) {
    this.#state = state
    this.#now = now
  }

  /**
   * Issues a code to send; the previous code of the same requester and purpose becomes invalid. Rejects with `rate_limited` after
   * too many codes or too many wrong attempts.
   */
  async issue(request: CodeRequest): Promise<IssuedCode> {
    const { purpose, destination, requester } = request
    const id = randomBytes(idBytes).toString('base64url')
    const code = String(randomInt(1_000_000)).padStart(6, '0')
    const now = this.#now()
    // In a transaction of its own, because a refusal rolls back the next one.
    await this.#state.write((transaction) => correctFutureCodes(transaction, destination, now))
    await this.#state.write(async (transaction) => {
      const failures = await lockDestination(transaction, destination)
      if (!request.isKnown) checkNotBlocked(failures)
      if (purpose !== testPurpose) await checkSends(transaction, destination, request, now)
      await transaction
        .updateTable('one_time_code')
        .set({ ended_at: now })
        .where('destination', '=', destination)
        .where('purpose', '=', purpose)
        .where('requester', '=', digestRequester(request))
        .where('ended_at', 'is', null)
        .execute()
      await transaction
        .insertInto('one_time_code')
        .values({
          id,
          purpose,
          destination,
          requester: digestRequester(request),
          mac: computeMac(requester, id, code),
          attempts: 0,
          sent_at: now,
        })
        .execute()
    })
    await this.#purge(now)
    return { id, code }
  }

  /** Deletes a code that was certainly not sent, so that it does not count. The code that it replaced stays invalid. */
  async withdraw(id: string): Promise<void> {
    await this.#state.database.deleteFrom('one_time_code').where('id', '=', id).execute()
  }

  /**
   * Returns the destination that the right code verifies. Rejects with `invalid_code` for any wrong input, and with `rate_limited`
   * after too many attempts for the destination.
   */
  async redeem(guess: CodeGuess): Promise<string> {
    const destination = isCodeId(guess.id)
      ? await this.#state.write((transaction) => this.#tryCode(transaction, guess))
      : null
    if (destination === null)
      throw new ApiError(
        'invalid_code',
        'The code is wrong, already used or expired. Enter it again, or request a new one.',
      )
    return destination
  }

  /** How many attempts a code still has; null if this requester has no such code, or if it has expired, was used or was canceled. */
  async countAttemptsLeft(challenge: Challenge): Promise<number | null> {
    if (!isCodeId(challenge.id)) return null
    const found = await this.#state.database
      .selectFrom('one_time_code')
      .select(['destination', 'attempts', 'sent_at'])
      .where(isChallenge(challenge))
      .where('ended_at', 'is', null)
      .executeTakeFirst()
    if (found === undefined || found.sent_at <= this.#now() - codeLifetimeMs(found.destination)) return null
    return codeLimits.attemptsMax - found.attempts
  }

  /** Ends a code; false if this requester has no such code, or if it has ended. */
  async cancel(challenge: Challenge): Promise<boolean> {
    if (!isCodeId(challenge.id)) return false
    const { numUpdatedRows } = await this.#state.database
      .updateTable('one_time_code')
      .set({ ended_at: this.#now() })
      .where(isChallenge(challenge))
      .where('ended_at', 'is', null)
      .executeTakeFirst()
    return numUpdatedRows === 1n
  }

  /** The destination of a code; null if this requester has no such code. */
  async findDestination(challenge: Challenge): Promise<string | null> {
    return isCodeId(challenge.id) ? findDestination(this.#state.database, challenge) : null
  }

  /** Counts the codes to telephones in the last day, without those that were certainly not sent. */
  async countSentToTelephones(): Promise<number> {
    const { sent } = await this.#state.database
      .selectFrom('one_time_code')
      .select(({ fn }) => fn.countAll<number | string>().as('sent'))
      .where('destination', 'not like', '%@%')
      .where('sent_at', '>', this.#now() - dayMs)
      .executeTakeFirstOrThrow()
    return Number(sent)
  }

  /** Deletes the attempts for a destination; false if there are none. */
  async unlock(destination: string): Promise<boolean> {
    return this.#state.write((transaction) => deleteDestination(transaction, destination))
  }

  /** Null for a wrong code. An attempt is counted before the comparison. */
  async #tryCode(transaction: Transaction<Tables>, guess: CodeGuess): Promise<string | null> {
    const { id, requester, code } = guess
    const now = this.#now()
    const destination = await findDestination(transaction, guess)
    if (destination === null) return null
    const failures = await lockDestination(transaction, destination)
    const attempted = await transaction
      .updateTable('one_time_code')
      .set((row) => ({ attempts: row('attempts', '+', 1) }))
      .where('id', '=', id)
      .where('attempts', '<', codeLimits.attemptsMax)
      .where('sent_at', '>', now - codeLifetimeMs(destination))
      .where('sent_at', '<=', sentAtMax(now))
      .where('ended_at', 'is', null)
      .returning('mac')
      .executeTakeFirst()
    if (attempted === undefined) return null
    if (!guess.isKnown) checkNotBlocked(failures)
    await checkFailures(transaction, destination, guess, now)
    const isCorrect = timingSafeEqual(attempted.mac, computeMac(requester, id, code))
    await transaction
      .updateTable('code_destination')
      .set((row) => ({ failures: isCorrect ? 0 : row('failures', '+', 1) }))
      .where('destination', '=', destination)
      .execute()
    if (!isCorrect) return null
    await transaction
      .updateTable('one_time_code')
      .set((row) => ({ ended_at: now, attempts: row('attempts', '-', 1) }))
      .where('id', '=', id)
      .execute()
    return destination
  }

  /** Deletes old codes, and destinations without codes. Runs outside the transaction of `issue`, which has locked a destination. */
  async #purge(now: number): Promise<void> {
    const { database } = this.#state
    await database
      .deleteFrom('one_time_code')
      .where('sent_at', '<=', now - dayMs)
      .execute()
    await database
      .deleteFrom('code_destination')
      .where('failures', '=', 0)
      .where('destination', 'not in', (codes) => codes.selectFrom('one_time_code').select('destination'))
      .execute()
  }
}

/** Deletes a destination and its codes, in the common lock order; false if there is none. */
export async function deleteDestination(
  transaction: Transaction<Tables>,
  destination: string,
): Promise<boolean> {
  const { numDeletedRows } = await transaction
    .deleteFrom('code_destination')
    .where('destination', '=', destination)
    .executeTakeFirst()
  await transaction.deleteFrom('one_time_code').where('destination', '=', destination).execute()
  return numDeletedRows === 1n
}

async function findDestination(database: Kysely<Tables>, challenge: Challenge): Promise<string | null> {
  const found = await database
    .selectFrom('one_time_code')
    .select('destination')
    .where(isChallenge(challenge))
    .executeTakeFirst()
  return found?.destination ?? null
}

function isChallenge(challenge: Challenge) {
  const { id, purpose } = challenge
  const requester = digestRequester(challenge)
  return (where: ExpressionBuilder<Tables, 'one_time_code'>) => where.and({ id, purpose, requester })
}

/** The secret of the requester is the key of the MAC. The state has only its digest, so a copy of the state does not allow trying all codes. */
function computeMac(requester: string, id: string, code: string): Buffer {
  return createHmac('sha256', requester).update(`${id} ${code}`).digest()
}

/** The latest plausible time of sending: clocks may differ by a minute, but a clock set back must not extend a code. */
function sentAtMax(now: number): number {
  return now + minuteMs
}

/** Differs for known requesters, so that an unverified secret cannot redeem a code as known. */
function digestRequester({ requester, isKnown = false }: Requester): Buffer {
  return hash('sha256', isKnown ? `known ${requester}` : requester, 'buffer')
}

/** Locks the destination until the end of the transaction. Returns the number of wrong codes since the last right one. */
async function lockDestination(transaction: Transaction<Tables>, destination: string): Promise<number> {
  const { failures } = await transaction
    .insertInto('code_destination')
    .values({ destination, failures: 0 })
    .onConflict((conflict) => conflict.column('destination').doUpdateSet({ destination }))
    .returning('failures')
    .executeTakeFirstOrThrow()
  return failures
}

/**
 * After the clock was set back, codes seem to be sent in the future. They end, and count as sent now: otherwise the limits would
 * start again, or last until the clock reaches that time.
 */
async function correctFutureCodes(
  transaction: Transaction<Tables>,
  destination: string,
  now: number,
): Promise<void> {
  await lockDestination(transaction, destination)
  await transaction
    .updateTable('one_time_code')
    .set({ sent_at: now - codeLimits.resendDelayMs, ended_at: now })
    .where('destination', '=', destination)
    .where('sent_at', '>', sentAtMax(now))
    .execute()
}

async function checkSends(
  transaction: Transaction<Tables>,
  destination: string,
  requester: Requester,
  now: number,
): Promise<void> {
  let nextSendAt = -Infinity
  for (const { codes, factor } of selectCountedCodes(transaction, destination, requester)) {
    const rows = await codes
      .select('sent_at')
      .where('purpose', '!=', testPurpose)
      .orderBy('sent_at', 'desc')
      .execute()
    const sent = rows.map(({ sent_at }) => sent_at)
    const resendAt = factor === 1 ? (sent[0] ?? -Infinity) + codeLimits.resendDelayMs : -Infinity
    const windowEnds = codeLimits.sends.map(
      ({ count, withinMs }) => (sent[count * factor - 1] ?? -Infinity) + withinMs,
    )
    nextSendAt = Math.max(nextSendAt, resendAt, ...windowEnds)
  }
  if (nextSendAt <= now) return
  const seconds = Math.ceil((nextSendAt - now) / 1000)
  throw new ApiError('rate_limited', `Another code can be sent in ${seconds} s.`, seconds)
}

/**
 * The codes that count against each limit, which is multiplied by `factor`. All codes of the destination also count for a known
 * requester, up to twice the limit, so that many known requesters of one destination do not have many attempts.
 */
function selectCountedCodes(transaction: Transaction<Tables>, destination: string, requester: Requester) {
  const allCodes = transaction.selectFrom('one_time_code').where('destination', '=', destination)
  if (!requester.isKnown) return [{ codes: allCodes, factor: 1 }]
  const codesOfRequester = allCodes.where('requester', '=', digestRequester(requester))
  return [
    { codes: codesOfRequester, factor: 1 },
    { codes: allCodes, factor: 2 },
  ]
}

async function checkFailures(
  transaction: Transaction<Tables>,
  destination: string,
  requester: Requester,
  now: number,
): Promise<void> {
  for (const { codes, factor } of selectCountedCodes(transaction, destination, requester)) {
    const { attempts } = await codes
      .select(({ fn }) => fn.sum<number | string | null>('attempts').as('attempts'))
      .where('sent_at', '>', now - dayMs)
      .executeTakeFirstOrThrow()
    if (Number(attempts) > codeLimits.failuresPerDayMax * factor)
      throw new ApiError('rate_limited', 'Too many wrong codes; try again tomorrow.', daySeconds)
  }
}

function checkNotBlocked(failures: number): void {
  if (failures < codeLimits.consecutiveFailuresMax) return
  throw new ApiError(
    'rate_limited',
    'Too many wrong codes for this address; ask the operator of the service to unlock it.',
    daySeconds,
  )
}

/** Whether a text from a client can be an ID. PostgreSQL rejects queries with some other texts, such as those with NUL. */
function isCodeId(text: string): boolean {
  return /^[\w-]{22}$/.test(text)
}
