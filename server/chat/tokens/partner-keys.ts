/** The key sets of the identity providers of partners, cached. */
import type { Logger } from 'pino'
import { RefreshingCache, type RefreshingCacheTimes } from '../../access/refreshing-cache.ts'
import {
  describeKeyFailure,
  discoverKeySetUrl,
  isKeySetUrlAllowed,
  parseKeySet,
} from '../../access/tokens/issuer-keys.ts'
import type { KeyCache, PublicKeyResolver } from '../../access/tokens/verify-with-keys.ts'
import { isLoopback, removeBrackets } from '../../addresses.ts'
import { fetchPublicJson } from './fetch-public-json.ts'

const minuteMs = 60_000

/**
 * A key that is no longer published expires within ten minutes. If the identity provider is unreachable, cached keys work for an hour.
 * Tokens with unknown keys trigger at most one request a minute; without any keys, tokens trigger at most one request in five seconds.
 */
export const keyCacheTimes: RefreshingCacheTimes = {
  maxAgeMs: 10 * minuteMs,
  staleIfErrorMs: 60 * minuteMs,
  cooldownMs: minuteMs,
  emptyCooldownMs: 5000,
}

/** The timeout of the discovery and the key set together. */
const timeoutMs = 3000

/** The limit for the metadata and for the key set. */
const documentBytesMax = 256 * 1024

/** The keys of an identity provider cannot be loaded now. */
export class KeysUnavailableError extends Error {
  constructor(issuer: string, cause: unknown) {
    super(`the keys of ${issuer} cannot be loaded`, { cause })
    this.name = 'KeysUnavailableError'
  }
}

/** Where the keys of an issuer are; without a URL, its metadata names it. */
export interface KeySource {
  readonly issuer: string
  readonly jwksUrl: string | null
}

export class PartnerKeys {
  readonly #log: Logger
  readonly #times: RefreshingCacheTimes
  /** Partners with the same source share a cache. Only the operator adds sources. */
  readonly #caches = new Map<string, KeyCache>()

  /** `times` are for tests. */
  constructor(log: Logger, times: Partial<RefreshingCacheTimes> = {}) {
    this.#log = log
    this.#times = { ...keyCacheTimes, ...times }
  }

  /** Uses these keys for a source instead of loading them. */
  set({ issuer, jwksUrl }: KeySource, keys: KeyCache): void {
    this.#caches.set(cacheName({ issuer, jwksUrl }), keys)
  }

  /** The cache rejects with KeysUnavailableError. */
  get({ issuer, jwksUrl }: KeySource): KeyCache {
    const name = cacheName({ issuer, jwksUrl })
    const cache = this.#caches.get(name) ?? this.#create({ issuer, jwksUrl })
    this.#caches.set(name, cache)
    return cache
  }

  #create(source: KeySource): KeyCache {
    return new RefreshingCache(async () => {
      try {
        return { publicKeys: await fetchKeySet(source) }
      } catch (error) {
        const reason = describeKeyFailure(error)
        this.#log.warn(
          `The keys of the identity provider ${source.issuer} cannot be loaded (${reason}): without them, its ID tokens cannot be exchanged`,
        )
        throw new KeysUnavailableError(source.issuer, error)
      }
    }, this.#times)
  }
}

function cacheName({ issuer, jwksUrl }: KeySource): string {
  return `${issuer}\n${jwksUrl ?? ''}`
}

async function fetchKeySet({ issuer, jwksUrl }: KeySource): Promise<PublicKeyResolver> {
  const rules = {
    signal: AbortSignal.timeout(timeoutMs),
    bytesMax: documentBytesMax,
    allowsLoopback: isLoopbackIssuer(issuer),
  }
  const fetchJson = (url: string) => fetchPublicJson(url, rules)
  if (jwksUrl !== null && !isKeySetUrlAllowed(jwksUrl, issuer)) throw new Error(`${jwksUrl} is not https`)
  return parseKeySet(
    await fetchJson(jwksUrl ?? (await discoverKeySetUrl(issuer, [metadataUrl(issuer)], fetchJson))),
  )
}

/** OpenID Connect Discovery 1.0, section 4. */
function metadataUrl(issuer: string): string {
  return `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
}

/** An identity provider on the machine of a developer. */
function isLoopbackIssuer(issuer: string): boolean {
  const { protocol, hostname } = new URL(issuer)
  const isLocal = isLoopback(removeBrackets(hostname)) || hostname.endsWith('.localhost')
  return protocol === 'http:' && isLocal
}
