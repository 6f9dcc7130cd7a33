/** The partners of the chat: whose pages may embed it, and how their users are identified. */
import { randomInt } from 'node:crypto'
import { ApiError } from '@careatlas/contract/errors'
import type { Selectable } from 'kysely'
import * as z from 'zod'
import type { State } from './state.ts'
import type { PartnerRow } from './tables.ts'

export const authTypes = ['tokenExchange', 'passwordless'] as const
export const historyMigrations = ['off', 'ask', 'auto'] as const
export const idTokenAlgorithms = ['RS256', 'PS256', 'ES256', 'EdDSA'] as const

export type HistoryMigration = (typeof historyMigrations)[number]

/** Loopback addresses may use http, for development. */
const isSecureUrl = (text: string) => {
  const url = URL.parse(text)
  if (url === null || url.username !== '' || url.password !== '' || url.hash !== '') return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackHost(url.hostname))
}

function isLoopbackHost(host: string): boolean {
  return /^(?:localhost|[\w-]+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(host)
}

const origin = z
  .string()
  .refine(
    (text) => isSecureUrl(text) && new URL(text).origin === text,
    'must be an https origin such as https://www.acme.example, without a path',
  )
const secureUrl = z.string().max(2048).refine(isSecureUrl, 'must be an https address')

const Settings = z
  .strictObject({
    origins: z.array(origin).min(1, 'must have an origin').max(32),
    authTypes: z.array(z.enum(authTypes)).min(1, 'must have a type'),
    issuer: secureUrl.nullable(),
    audiences: z.array(z.string().min(1).max(256)).max(16),
    algorithms: z.array(z.enum(idTokenAlgorithms)),
    jwksUrl: secureUrl.nullable(),
    productName: z
      .string()
      .regex(/^\P{C}{1,64}$/u, 'must be 1 to 64 printable characters')
      .nullable(),
    historyMigration: z.enum(historyMigrations),
    retentionDays: z.int().min(1).max(3650),
  })
  .refine(
    ({ authTypes: types, issuer, audiences, algorithms }) =>
      !types.includes('tokenExchange') || (issuer !== null && audiences.length > 0 && algorithms.length > 0),
    'needs an issuer and an audience for tokenExchange',
  )

export interface PartnerSettings {
  /** The exact origins of its pages. */
  readonly origins: readonly string[]
  readonly authTypes: readonly (typeof authTypes)[number][]
  /** The issuer of its ID tokens; null without `tokenExchange`. */
  readonly issuer: string | null
  readonly audiences: readonly string[]
  readonly algorithms: readonly (typeof idTokenAlgorithms)[number][]
  /** Null: discovered from the issuer. */
  readonly jwksUrl: string | null
  /** Null: PRODUCT_NAME. */
  readonly productName: string | null
  readonly historyMigration: HistoryMigration
  /** The days after the last message in which a conversation is kept. */
  readonly retentionDays: number
}

/** Instants are RFC 3339. */
export interface Partner extends PartnerSettings {
  readonly identifier: string
  /** The publishable key, which pages contain. */
  readonly publicKey: string
  readonly createdAt: string
  readonly disabledAt: string | null
}

export interface PartnersOptions {
  /** The first part of every publishable key. */
  readonly service: string
  /** Milliseconds since 1970. */
  readonly now?: () => number
}

/** The partner of the chat demo is not in the state, so that it exists only while the demo is on. */
export const demoPartnerIdentifier = 'chat-demo'

const identifierPattern = /^[a-z0-9][a-z0-9-]{1,62}$/
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const keyLength = 24

/** The partners in the state. */
export class Partners {
  readonly #state: State
  readonly #service: string
  readonly #now: () => number

  constructor(state: State, { service, now = Date.now }: PartnersOptions) {
    this.#state = state
    this.#service = service
    this.#now = now
  }

  /** Rejects with `invalid_parameter` for invalid settings, and for an identifier that is invalid or in use. */
  async add(identifier: string, settings: PartnerSettings): Promise<Partner> {
    if (!identifierPattern.test(identifier))
      throw invalid(
        'identifier must be 2 to 63 lower-case letters, digits or hyphens, a letter or digit first.',
      )
    if (identifier === demoPartnerIdentifier)
      throw invalid(`The identifier ${identifier} is reserved for the demo of the chat.`)
    const parsed = parseSettings(settings)
    const added = await this.#state.database
      .insertInto('partner')
      .values({
        identifier,
        public_key: this.#createKey(),
        settings: JSON.stringify(parsed),
        created_at: this.#now(),
      })
      .onConflict((conflict) => conflict.column('identifier').doNothing())
      .returningAll()
      .executeTakeFirst()
    if (added === undefined) throw invalid(`The partner ${identifier} exists already.`)
    return toPartner(added)
  }

  /** Null for an unknown partner; disabled ones are found. */
  async find(identifier: string): Promise<Partner | null> {
    const row = await this.#find(identifier)
    return row === undefined ? null : toPartner(row)
  }

  /** Lists all partners by identifier. */
  async list(): Promise<readonly Partner[]> {
    const rows = await this.#state.database.selectFrom('partner').selectAll().orderBy('identifier').execute()
    return rows.map(toPartner)
  }

  /**
   * Changes some settings. Null if there is no such partner; rejects with `invalid_parameter` if the settings are invalid together. The
   * last of two updates at the same time replaces all settings.
   */
  async update(identifier: string, changes: Partial<PartnerSettings>): Promise<Partner | null> {
    const row = await this.#find(identifier)
    if (row === undefined) return null
    const settings = parseSettings({ ...(JSON.parse(row.settings) as PartnerSettings), ...changes })
    return this.#update(identifier, { settings: JSON.stringify(settings) })
  }

  /** False if there is no such partner. */
  async disable(identifier: string): Promise<boolean> {
    return (await this.#update(identifier, { disabled_at: this.#now() })) !== null
  }

  /** False if there is no such partner. */
  async enable(identifier: string): Promise<boolean> {
    return (await this.#update(identifier, { disabled_at: null })) !== null
  }

  /** Replaces the publishable key; the old one is invalid at once. Null if there is no such partner. */
  async rotateKey(identifier: string): Promise<Partner | null> {
    return this.#update(identifier, { public_key: this.#createKey() })
  }

  async #find(identifier: string): Promise<Selectable<PartnerRow> | undefined> {
    if (!identifierPattern.test(identifier)) return undefined
    return this.#state.database
      .selectFrom('partner')
      .selectAll()
      .where('identifier', '=', identifier)
      .executeTakeFirst()
  }

  async #update(
    identifier: string,
    changes: Partial<Pick<Selectable<PartnerRow>, 'disabled_at' | 'public_key' | 'settings'>>,
  ): Promise<Partner | null> {
    if (!identifierPattern.test(identifier)) return null
    const row = await this.#state.database
      .updateTable('partner')
      .set(changes)
      .where('identifier', '=', identifier)
      .returningAll()
      .executeTakeFirst()
    return row === undefined ? null : toPartner(row)
  }

  #createKey(): string {
    const characters = Array.from({ length: keyLength }, () => alphabet.charAt(randomInt(alphabet.length)))
    return `${this.#service}_pk_${characters.join('')}`
  }
}

function toPartner({
  identifier,
  public_key,
  settings,
  created_at,
  disabled_at,
}: Selectable<PartnerRow>): Partner {
  return {
    identifier,
    publicKey: public_key,
    ...(JSON.parse(settings) as PartnerSettings),
    createdAt: new Date(created_at).toISOString(),
    disabledAt: disabled_at === null ? null : new Date(disabled_at).toISOString(),
  }
}

function parseSettings(settings: PartnerSettings): PartnerSettings {
  const parsed = Settings.safeParse(settings)
  if (!parsed.success) throw invalid(describe(parsed.error))
  return parsed.data
}

function invalid(message: string): ApiError {
  return new ApiError('invalid_parameter', message)
}

function describe({ issues }: z.ZodError): string {
  return issues
    .map(({ path, message }) => `${path[0] === undefined ? 'The partner' : String(path[0])} ${message}.`)
    .join(' ')
}
