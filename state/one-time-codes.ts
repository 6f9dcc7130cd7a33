/**
 * Six digits that prove that somebody reads an e-mail or a message: one engine for every front that asks for them.
 *
 * Who guesses has five tries at a code, ten at a destination in a day, and a hundred until its owner types a right one or the
 * operator forgives it, each of one in a million. A code is no use to whom has not asked for it, nor for another purpose.
 */
import { createHmac, hash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { ApiError } from '@careatlas/contract/errors'
import type { Kysely, Transaction } from 'kysely'
import type { State } from './state.ts'
import type { Tables } from './tables.ts'

/** Who asks for a code, and for what. */
export interface CodeRequest {
  /** What the code is for, such as `keys`; it is good for nothing else. */
  readonly purpose: string
  /** A normalized e-mail address, or a telephone number (E.164). */
  readonly destination: string
  /** What only the requester has, such as the secret of a cookie: at least 128 random bits. */
  readonly requester: string
}

/** A code to be sent; `id` names it to whoever guesses. */
export interface IssuedCode {
  readonly id: string
  readonly code: string
}

/** What somebody typed, for which code. */
export interface CodeGuess {
  readonly id: string
  readonly purpose: string
  readonly requester: string
  readonly code: string
}

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const daySeconds = dayMs / 1000

/** What stands between a guess and the right code. */
export const codeLimits = {
  lifetimeMs: 10 * minuteMs,
  attemptsMax: 5,
  resendDelayMs: minuteMs / 2,
  /** To one destination, in so long. */
  sends: [
    { count: 3, withinMs: 15 * minuteMs },
    { count: 10, withinMs: dayMs },
  ],
  /** At one destination. */
  failuresPerDayMax: 10,
  consecutiveFailuresMax: 100,
} as const

const idBytes = 16

/** The purpose of codes that an operator tries out: they wait for no others, and no others for them. */
export const testPurpose = 'try'

/** Makes codes, takes guesses, and forgets both after a day. */
export class OneTimeCodes {
  readonly #state: State
  readonly #now: () => number

  /** `now` tells milliseconds since 1970. */
  constructor(state: State, now: () => number = Date.now) {
    this.#state = state
    this.#now = now
  }

  /**
   * A code to be sent; what the requester had for the same end is good no more. Rejects with `rate_limited` when too many were
   * sent, or guessed in a row.
   */
  async issue({ purpose, destination, requester }: CodeRequest): Promise<IssuedCode> {
    const id = randomBytes(idBytes).toString('base64url')
    const code = String(randomInt(1_000_000)).padStart(6, '0')
    const now = this.#now()
    await this.#state.write(async (transaction) => {
      checkNotBlocked(await lockDestination(transaction, destination))
      if (purpose !== testPurpose) await checkSends(transaction, destination, now)
      await transaction
        .updateTable('one_time_code')
        .set({ ended_at: now })
        .where('destination', '=', destination)
        .where('purpose', '=', purpose)
        .where('requester', '=', digestRequester(requester))
        .where('ended_at', 'is', null)
        .execute()
      await transaction
        .insertInto('one_time_code')
        .values({
          id,
          purpose,
          destination,
          requester: digestRequester(requester),
          mac: computeMac(requester, id, code),
          attempts: 0,
          sent_at: now,
        })
        .execute()
    })
    await this.#purge(now)
    return { id, code }
  }

  /** It surely was not sent: it does not count, and is good no more. What it took the place of stays ended. */
  async withdraw(id: string): Promise<void> {
    await this.#state.database.deleteFrom('one_time_code').where('id', '=', id).execute()
  }

  /**
   * The destination that the right code proves. Rejects with `invalid_code`, whatever is wrong, and with `rate_limited` when too
   * many guesses were made at the destination.
   */
  async redeem({ id, purpose, requester, code }: CodeGuess): Promise<string> {
    const guess = { id, purpose, requester, code }
    const destination = isCodeId(id)
      ? await this.#state.write((transaction) => this.#tryCode(transaction, guess))
      : null
    if (destination === null)
      throw new ApiError(
        'invalid_code',
        'The code is wrong, used or too old. Type it again, or ask for another.',
      )
    return destination
  }

  /** Where the code went that somebody types; null where this requester asked for none such. */
  async findDestination(asked: Omit<CodeGuess, 'code'>): Promise<string | null> {
    return isCodeId(asked.id) ? findDestination(this.#state.database, asked) : null
  }

  /** In the last day, those that surely were not sent left out. Whatever is no e-mail address is a telephone. */
  async countSentToTelephones(): Promise<number> {
    const { sent } = await this.#state.database
      .selectFrom('one_time_code')
      .select(({ fn }) => fn.countAll<number | string>().as('sent'))
      .where('destination', 'not like', '%@%')
      .where('sent_at', '>', this.#now() - dayMs)
      .executeTakeFirstOrThrow()
    return Number(sent)
  }

  /** Forgets what was tried at a destination; false when there is nothing. */
  async unlock(destination: string): Promise<boolean> {
    return this.#state.write((transaction) => deleteDestination(transaction, destination))
  }

  /** Null for a wrong guess. A guess is counted before it is looked at. */
  async #tryCode(
    transaction: Transaction<Tables>,
    { id, purpose, requester, code }: CodeGuess,
  ): Promise<string | null> {
    const now = this.#now()
    const destination = await findDestination(transaction, { id, purpose, requester })
    if (destination === null) return null
    const failures = await lockDestination(transaction, destination)
    const live = await transaction
      .updateTable('one_time_code')
      .set((row) => ({ attempts: row('attempts', '+', 1) }))
      .where('id', '=', id)
      .where('attempts', '<', codeLimits.attemptsMax)
      .where('sent_at', '>', now - codeLimits.lifetimeMs)
      .where('sent_at', '<=', sentAtMax(now))
      .where('ended_at', 'is', null)
      .returning('mac')
      .executeTakeFirst()
    if (live === undefined) return null
    checkNotBlocked(failures)
    await checkFailures(transaction, destination, now)
    const isRight = timingSafeEqual(live.mac, computeMac(requester, id, code))
    await transaction
      .updateTable('code_destination')
      .set((row) => ({ failures: isRight ? 0 : row('failures', '+', 1) }))
      .where('destination', '=', destination)
      .execute()
    if (!isRight) return null
    await transaction
      .updateTable('one_time_code')
      .set((row) => ({ ended_at: now, attempts: row('attempts', '-', 1) }))
      .where('id', '=', id)
      .execute()
    return destination
  }

  /** Nobody's address stays because somebody once typed it. Not in a transaction of `issue`, which has locked one of these rows. */
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

/** Forgets a destination and its codes, in the order in which all others lock them; false when there is nothing. */
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

async function findDestination(
  database: Kysely<Tables>,
  { id, purpose, requester }: Omit<CodeGuess, 'code'>,
): Promise<string | null> {
  const asked = await database
    .selectFrom('one_time_code')
    .select('destination')
    .where('id', '=', id)
    .where('purpose', '=', purpose)
    .where('requester', '=', digestRequester(requester))
    .executeTakeFirst()
  return asked?.destination ?? null
}

/** Keyed with what is stored as a digest alone: who has all that is stored cannot try the million codes out. */
function computeMac(requester: string, id: string, code: string): Buffer {
  return createHmac('sha256', requester).update(`${id} ${code}`).digest()
}

/** When a code may have been sent: the clocks of servers differ a little; one that was set back must not make a code last. */
function sentAtMax(now: number): number {
  return now + minuteMs
}

function digestRequester(requester: string): Buffer {
  return hash('sha256', requester, 'buffer')
}

/** Whoever else has to do with the destination waits until the transaction ends. Tells how many wrong codes came last. */
async function lockDestination(transaction: Transaction<Tables>, destination: string): Promise<number> {
  const { failures } = await transaction
    .insertInto('code_destination')
    .values({ destination, failures: 0 })
    .onConflict((conflict) => conflict.column('destination').doUpdateSet({ destination }))
    .returning('failures')
    .executeTakeFirstOrThrow()
  return failures
}

async function checkSends(transaction: Transaction<Tables>, destination: string, now: number): Promise<void> {
  const rows = await transaction
    .selectFrom('one_time_code')
    .select('sent_at')
    .where('destination', '=', destination)
    .where('purpose', '!=', testPurpose)
    .where('sent_at', '<=', sentAtMax(now))
    .orderBy('sent_at', 'desc')
    .execute()
  const sent = rows.map(({ sent_at }) => sent_at)
  const next = Math.max(
    (sent[0] ?? -Infinity) + codeLimits.resendDelayMs,
    ...codeLimits.sends.map(({ count, withinMs }) => (sent[count - 1] ?? -Infinity) + withinMs),
  )
  if (next <= now) return
  const seconds = Math.ceil((next - now) / 1000)
  throw new ApiError('rate_limited', `Another code can be sent in ${seconds} s.`, seconds)
}

async function checkFailures(
  transaction: Transaction<Tables>,
  destination: string,
  now: number,
): Promise<void> {
  const { tried } = await transaction
    .selectFrom('one_time_code')
    .select(({ fn }) => fn.sum<number | string | null>('attempts').as('tried'))
    .where('destination', '=', destination)
    .where('sent_at', '>', now - dayMs)
    .executeTakeFirstOrThrow()
  if (Number(tried) <= codeLimits.failuresPerDayMax) return
  throw new ApiError('rate_limited', 'Too many wrong codes were tried; try again tomorrow.', daySeconds)
}

function checkNotBlocked(failures: number): void {
  if (failures < codeLimits.consecutiveFailuresMax) return
  throw new ApiError(
    'rate_limited',
    'Too many wrong codes were tried at this address; ask the operator of the service to forgive it.',
    daySeconds,
  )
}

/** Whether a text from outside can be an id: PostgreSQL refuses to look for some that cannot. */
function isCodeId(text: string): boolean {
  return /^[\w-]{22}$/.test(text)
}
