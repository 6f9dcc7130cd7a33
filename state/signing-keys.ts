/** The keys that sign access tokens: ES256 (RFC 7518, section 3.4), the same for every server that shares the state. */
import { generateKeyPairSync, hash } from 'node:crypto'
import type { Selectable, Transaction } from 'kysely'
import type { State } from './state.ts'
import type { SigningKeyRow, Tables } from './tables.ts'

/** A private key with what a verifier needs to find its public part. */
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

/** What came of a rotation; the instant is RFC 3339. */
export interface NextKey {
  readonly kid: string
  readonly signsFrom: string
}

const minuteMs = 60_000

/** How long what is signed may be good. */
export const signatureLifetimeMs = 60 * minuteMs

/** A new key is published for so long before it signs: whoever keeps our keys for ten minutes, as many do, has it by then. */
export const publishLeadMs = 15 * minuteMs

/** A key verifies for so long after another has begun to sign: as long as what it signed, and a while for clocks that differ. */
export const overlapMs = signatureLifetimeMs + 5 * minuteMs

type Row = Selectable<SigningKeyRow>

/** The keys in the state, the newest of which signs soon or already. */
export class SigningKeys {
  readonly #state: State
  readonly #now: () => number

  /** `now` tells milliseconds since 1970. */
  constructor(state: State, now: () => number = Date.now) {
    this.#state = state
    this.#now = now
  }

  /** All that verify now, the one that signs first. The first key is made when it is first asked for. */
  async load(): Promise<readonly SigningKey[]> {
    const rows = await this.#rows()
    if (rows.length === 0) {
      await this.#insert(this.#state.database, 1, this.#now())
      return this.load()
    }
    const now = this.#now()
    const ended = rows.findIndex((_, index) => index > 0 && rows[index - 1]!.signs_from + overlapMs <= now)
    const good = ended === -1 ? rows : rows.slice(0, ended)
    if (ended !== -1) await this.#deleteBefore(this.#state.database, good.at(-1)!.generation)
    const signing = good.find(({ signs_from }) => signs_from <= now) ?? good.at(-1)!
    return [signing, ...good.filter((row) => row !== signing)].map(parseKey)
  }

  /** Publishes a key that signs a while from now, unless there is one already: two rotations at once are one. */
  async rotate(): Promise<NextKey> {
    return this.#change(async (transaction, newest) => {
      if (newest.signs_from <= this.#now())
        await this.#insert(transaction, newest.generation + 1, this.#now() + publishLeadMs)
    })
  }

  /** A key in the place of all others, which end now with all that they signed: for when somebody else may have them. */
  async replace(): Promise<NextKey> {
    return this.#change(async (transaction, newest) => {
      await this.#insert(transaction, newest.generation + 1, this.#now())
      await this.#deleteBefore(transaction, newest.generation + 1)
    })
  }

  /** `work` is told the newest key, and runs while no other change does. */
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

  /** The newest first. */
  async #rows(database: Pick<State['database'], 'selectFrom'> = this.#state.database): Promise<Row[]> {
    return database.selectFrom('signing_key').selectAll().orderBy('generation', 'desc').execute()
  }

  /** Unless another server was faster. */
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
  const shape = { crv: 'P-256', kty: 'EC', x, y } as const
  // The thumbprint of RFC 7638: the members that make the public key, in the order of their names.
  const kid = hash('sha256', JSON.stringify(shape), 'base64url')
  return { ...shape, d, kid, alg: 'ES256', use: 'sig' }
}
