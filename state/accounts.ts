/** Accounts of people who make their own keys, and their sessions in a browser. An account is an e-mail address that was proved. */
import { hash, randomBytes } from 'node:crypto'
import type { State } from './state.ts'

export interface Account {
  readonly id: string
  readonly email: string
}

const hourMs = 3_600_000

/** Then one signs in again. */
export const sessionLifeMs = 12 * hourMs

const secretBytes = 32

export class Accounts {
  readonly #state: State
  readonly #now: () => number

  /** `now` tells milliseconds since 1970. */
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

  /** The account of an address that was just proved, made when it has none. */
  async ofProved(email: string): Promise<Account> {
    const { database } = this.#state
    await database
      .insertInto('account')
      .values({ id: `acc_${randomBytes(8).toString('hex')}`, email, created_at: this.#now() })
      .onConflict((conflict) => conflict.column('email').doNothing())
      .execute()
    return database
      .selectFrom('account')
      .select(['id', 'email'])
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
  }

  /** The secret of a new session, for a cookie; it is stored as a digest. */
  async startSession(accountId: string): Promise<string> {
    const secret = randomBytes(secretBytes).toString('base64url')
    const now = this.#now()
    await this.#state.write(async (transaction) => {
      await transaction.deleteFrom('web_session').where('ends_at', '<=', now).execute()
      await transaction
        .insertInto('web_session')
        .values({ digest: digestOf(secret), account_id: accountId, ends_at: now + sessionLifeMs })
        .execute()
    })
    return secret
  }

  /** Whose session it is; null when it has ended or never began. */
  async inSession(secret: string): Promise<Account | null> {
    const account = await this.#state.database
      .selectFrom('web_session')
      .innerJoin('account', 'account.id', 'web_session.account_id')
      .select(['account.id', 'account.email'])
      .where('digest', '=', digestOf(secret))
      .where('ends_at', '>', this.#now())
      .executeTakeFirst()
    return account ?? null
  }

  async endSession(secret: string): Promise<void> {
    await this.#state.database.deleteFrom('web_session').where('digest', '=', digestOf(secret)).execute()
  }

  /** With its keys and sessions: nothing of it is left. */
  async delete(accountId: string): Promise<void> {
    await this.#state.write(async (transaction) => {
      const { email } = await transaction
        .selectFrom('account')
        .select('email')
        .where('id', '=', accountId)
        .executeTakeFirstOrThrow()
      await transaction.deleteFrom('one_time_code').where('destination', '=', email).execute()
      await transaction.deleteFrom('code_destination').where('destination', '=', email).execute()
      await transaction.deleteFrom('account').where('id', '=', accountId).execute()
    })
  }
}

function digestOf(secret: string): Buffer {
  return hash('sha256', secret, 'buffer')
}
