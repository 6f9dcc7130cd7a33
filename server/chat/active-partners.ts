/** The active partners, cached for the checks of each request. */
import { memoizeByObject } from '@careatlas/directory/memoize'
import type { Partner, Partners } from '@careatlas/state/partners'
import { RefreshingCache, type RefreshingCacheTimes } from '../access/refreshing-cache.ts'

/** A change takes effect within one second, or within five if the state is unavailable. */
const cacheTimes: RefreshingCacheTimes = { maxAgeMs: 1000, staleIfErrorMs: 5000, cooldownMs: 1000 }

interface Index {
  readonly byIdentifier: ReadonlyMap<string, Partner>
  readonly keys: ReadonlySet<string>
  readonly origins: ReadonlySet<string>
}

/** Each method rejects with the error of the state if it is unavailable. */
export class ActivePartners {
  readonly #index: RefreshingCache<Index>

  /** `times` are for tests. */
  constructor(partners: Pick<Partners, 'list'>, times: Partial<RefreshingCacheTimes> = {}) {
    this.#index = new RefreshingCache(async () => createIndex(await partners.list()), {
      ...cacheTimes,
      ...times,
    })
  }

  async find(identifier: string): Promise<Partner | null> {
    return (await this.#index.get()).byIdentifier.get(identifier) ?? null
  }

  /** Whether the publishable key belongs to a partner. */
  async hasKey(publicKey: string): Promise<boolean> {
    return (await this.#index.get()).keys.has(publicKey)
  }

  /** Whether a partner has pages at this origin. */
  async hasOrigin(origin: string): Promise<boolean> {
    return (await this.#index.get()).origins.has(origin)
  }
}

function createIndex(partners: readonly Partner[]): Index {
  const active = partners.filter(({ disabledAt }) => disabledAt === null)
  return {
    byIdentifier: new Map(active.map((partner) => [partner.identifier, partner])),
    keys: new Set(active.map(({ publicKey }) => publicKey)),
    origins: new Set(active.flatMap(({ origins }) => origins)),
  }
}

/** The cache of these partners, which all parts of the chat share. */
export const activePartners = memoizeByObject((partners: Partners) => new ActivePartners(partners))
