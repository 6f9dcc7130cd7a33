/** Accounts of users and their browser sessions. Each account is a verified e-mail address. */
import { hash, randomBytes } from 'node:crypto'
import { deleteDestination } from './one-time-codes.ts'
import type { State } from './state.ts'

export interface Account {
  readonly id: string
  readonly email: string
}

/** The result of a sign-in. */
export interface SignIn {
  readonly account: Account
  /** The session secret for the cookie; only its digest is stored. */
  readonly session: string
}

const hourMs = 3_600_000

/** After this time the user must sign in again. */
export const sessionLifetimeMs = 12 * hourMs

const secretBytes = 32

export class Accounts {
  readonly #state: State
  readonly #now: () => number

  /** `now` returns milliseconds since 1970. */
  constructor(state: State, now: () => number = Date.now) {
    this.#state = state
    this.#now = now
  }

  async has(email: string): Promise<boolean> {
    const row = await this.#state.database
      .selectFrom('account')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirst()
    return row !== undefined
  }

  /** Starts a session for a verified address; creates the account if it does not exist. */
  async signIn(email: string): Promise<SignIn> {
    const session = randomBytes(secretBytes).toString('base64url')
    const now = this.#now()
    const account = await this.#state.write(async (transaction) => {
      const signedIn = await transaction
        .insertInto('account')
        .values({ id: `acc_${randomBytes(8).toString('hex')}`, email, created_at: now })
        .onConflict((conflict) => conflict.column('email').doUpdateSet({ email }))
        .returning(['id', 'email'])
        .executeTakeFirstOrThrow()
      await transaction
        .insertInto('web_session')
        .values({ digest: digestSecret(session), account_id: signedIn.id, ends_at: now + sessionLifetimeMs })
        .execute()
      return signedIn
    })
    await this.#state.database.deleteFrom('web_session').where('ends_at', '<=', now).execute()
    return { account, session }
  }

  /** The account of a session; null if the session is unknown or has expired. */
  async findBySession(secret: string): Promise<Account | null> {
    const account = await this.#state.database
      .selectFrom('web_session')
      .innerJoin('account', 'account.id', 'web_session.account_id')
      .select(['account.id', 'account.email'])
      .where('digest', '=', digestSecret(secret))
      .where('ends_at', '>', this.#now())
      .executeTakeFirst()
    return account ?? null
  }

  async endSession(secret: string): Promise<void> {
    await this.#state.database.deleteFrom('web_session').where('digest', '=', digestSecret(secret)).execute()
  }

  /** Deletes an account with its keys, sessions and codes. Does nothing if the account does not exist. */
  async delete(accountId: string): Promise<void> {
    await this.#state.write(async (transaction) => {
      const account = await transaction
        .selectFrom('account')
        .select('email')
        .where('id', '=', accountId)
        .executeTakeFirst()
      if (account === undefined) return
      await deleteDestination(transaction, account.email)
      await transaction.deleteFrom('account').where('id', '=', accountId).execute()
    })
    await this.#state.checkpointWal('TRUNCATE')
  }
}

function digestSecret(secret: string): Buffer {
  return hash('sha256', secret, 'buffer')
}
