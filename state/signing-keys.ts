/** The keys that sign access tokens with ES256 (RFC 7518, section 3.4), shared by all servers with the same state. */
import { generateKeyPairSync, hash } from 'node:crypto'
import type { Selectable, Transaction } from 'kysely'
import type { State } from './state.ts'
import type { SigningKeyRow, Tables } from './tables.ts'

/** A private JSON Web Key. */
export interface SigningKey {
  readonly kty: 'EC'
  readonly crv: 'P-256'
  readonly x: string
  readonly y: string
  readonly d: string
  readonly kid: string
  readonly alg: 'ES256'
  readonly use: 'sig'
}

/** The result of a rotation; the instant is RFC 3339. */
export interface NextKey {
  readonly kid: string
  readonly signsFrom: string
}

const minuteMs = 60_000

/** The maximum lifetime of a signed token. */
export const signatureLifetimeMs = 60 * minuteMs

/** A new key is published this long before it signs, so that verifiers that cache the key set for ten minutes have it in time. */
export const publishLeadMs = 15 * minuteMs

/** A key stays valid for verification this long after its successor starts to sign: the token lifetime, plus clock differences. */
export const overlapMs = signatureLifetimeMs + 5 * minuteMs

type Row = Selectable<SigningKeyRow>

/** The signing keys in the state. */
export class SigningKeys {
  readonly #state: State
  readonly #now: () => number

  /** `now` returns milliseconds since 1970. */
  constructor(state: State, now: () => number = Date.now) {
    this.#state = state
    this.#now = now
  }

  /** Returns the keys for verification, the signing key first. Creates the first key. */
  async load(): Promise<readonly SigningKey[]> {
    const rows = await this.#rows()
    if (rows.length === 0) {
      await this.#insert(this.#state.database, 1, this.#now())
      return this.load()
    }
    const now = this.#now()
    const firstExpired = rows.findIndex(
      (_, index) => index > 0 && rows[index - 1]!.signs_from + overlapMs <= now,
    )
    const valid = firstExpired === -1 ? rows : rows.slice(0, firstExpired)
    if (firstExpired !== -1) await this.#deleteBefore(this.#state.database, valid.at(-1)!.generation)
    const current = valid.find(({ signs_from }) => signs_from <= now) ?? valid.at(-1)!
    return [current, ...valid.filter((row) => row !== current)].map(parseKey)
  }

  /** Publishes the next key unless one is already published, so that concurrent rotations have one result. */
  async rotate(): Promise<NextKey> {
    return this.#change(async (transaction, newest) => {
      if (newest.signs_from <= this.#now())
        await this.#insert(transaction, newest.generation + 1, this.#now() + publishLeadMs)
    })
  }

  /** Replaces all keys at once, which invalidates every token that they signed; for leaked keys. */
  async replace(): Promise<NextKey> {
    return this.#change(async (transaction, newest) => {
      await this.#insert(transaction, newest.generation + 1, this.#now())
      await this.#deleteBefore(transaction, newest.generation + 1)
    })
  }

  /** Runs `work` with the newest key, under a lock. */
  async #change(work: (transaction: Transaction<Tables>, newest: Row) => Promise<void>): Promise<NextKey> {
    await this.load()
    return this.#state.write(async (transaction) => {
      await transaction
        .updateTable('signing_key')
        .set((row) => ({ generation: row.ref('generation') }))
        .execute()
      await work(transaction, (await this.#rows(transaction))[0]!)
      const [next] = await this.#rows(transaction)
      return { kid: parseKey(next!).kid, signsFrom: new Date(next!.signs_from).toISOString() }
    })
  }

  /** Returns the rows, the newest first. */
  async #rows(database: Pick<State['database'], 'selectFrom'> = this.#state.database): Promise<Row[]> {
    return database.selectFrom('signing_key').selectAll().orderBy('generation', 'desc').execute()
  }

  /** Does nothing if another server has already inserted this generation. */
  async #insert(
    database: Pick<State['database'], 'insertInto'>,
    generation: number,
    signs_from: number,
  ): Promise<void> {
    await database
      .insertInto('signing_key')
      .values({ generation, private_jwk: JSON.stringify(createSigningKey()), signs_from })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }

  async #deleteBefore(database: Pick<State['database'], 'deleteFrom'>, generation: number): Promise<void> {
    await database.deleteFrom('signing_key').where('generation', '<', generation).execute()
  }
}

function parseKey({ private_jwk }: Row): SigningKey {
  return JSON.parse(private_jwk) as SigningKey
}

function createSigningKey(): SigningKey {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '', d = '' } = privateKey.export({ format: 'jwk' })
  const publicKey = { crv: 'P-256', kty: 'EC', x, y } as const
  // RFC 7638 thumbprint: the members of the public key in alphabetical order.
  const kid = hash('sha256', JSON.stringify(publicKey), 'base64url')
  return { ...publicKey, d, kid, alg: 'ES256', use: 'sig' }
}
