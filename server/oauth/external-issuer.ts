/** Access tokens of somebody else's authorization server (`OAUTH_ISSUER`), whose keys are found by its metadata (RFC 8414). */
import { ApiError } from '@careatlas/contract/errors'
import { createLocalJWKSet } from 'jose'
import type { Logger } from 'pino'
import * as z from 'zod'
import type { CheckAccessToken } from '../access/principal.ts'
import { accessTokenCheck, type PublicKeys } from './access-token.ts'
import { readLimitedText } from './read-limited-text.ts'
import { RefreshingCache, type RefreshingCacheTimes } from './refreshing-cache.ts'

export interface ExternalIssuerOptions {
  /** As it stands in its tokens and its metadata, letter by letter. */
  readonly issuer: string
  /** What its tokens must be for, one of these names; known when the first request comes. */
  readonly resources: () => readonly string[]
  readonly log: Logger
}

const minuteMs = 60_000

/**
 * A key that the issuer no longer publishes is good for ten minutes at most while it answers. While it does not, known keys go on for
 * an hour, and then no token is checked. Unknown keys make us ask it twice a minute at most.
 */
export const defaultTimes: RefreshingCacheTimes = {
  maxAgeMs: 10 * minuteMs,
  staleIfErrorMs: 60 * minuteMs,
  cooldownMs: minuteMs / 2,
}

/** For all that a look at the issuer takes. */
const timeoutMs = 3000

/** Of metadata and of keys. */
const documentBytesMax = 256 * 1024

/** Whoever publishes a key can only verify with it: no secret is shared. */
const algorithms = 'ES256 ES384 ES512 RS256 RS384 RS512 PS256 PS384 PS512 EdDSA Ed25519'.split(' ')

/**
 * Its tokens live until they end: whom they are for, and what was taken back, only the issuer knows. The check rejects with
 * `unavailable` where its keys cannot be had.
 */
export function externalTokenCheck(
  { issuer, resources, log }: ExternalIssuerOptions,
  times: RefreshingCacheTimes = defaultTimes,
): CheckAccessToken {
  const keys = new RefreshingCache(async () => {
    try {
      return { verifying: await publishedKeys(issuer, AbortSignal.timeout(timeoutMs)) }
    } catch (error) {
      log.warn(unreachableMessage(issuer, error))
      throw new ApiError('unavailable', 'Access tokens cannot be checked now: their issuer is away.')
    }
  }, times)
  const rules = () => ({
    issuer,
    resources: resources(),
    algorithms,
    lifeMaxSeconds: 86_400,
    toleranceSeconds: 30,
    isGranted: async () => true,
  })
  return accessTokenCheck(rules, keys)
}

/** Tells the operator where the issuer cannot be asked now. A token that comes meanwhile makes us ask again. */
export async function warnUnlessReached({
  issuer,
  log,
}: Pick<ExternalIssuerOptions, 'issuer' | 'log'>): Promise<void> {
  try {
    await publishedKeys(issuer, AbortSignal.timeout(timeoutMs))
  } catch (error) {
    log.warn(unreachableMessage(issuer, error))
  }
}

/** One line, whatever was tried. */
function unreachableMessage(issuer: string, error: unknown): string {
  const failures: readonly unknown[] = error instanceof AggregateError ? error.errors : [error]
  const why = [...new Set(failures.map(whyOf))].join('; ')
  return `OAUTH_ISSUER ${issuer} cannot be reached for its keys (${why}); its access tokens cannot be checked without`
}

/** What the system says of a connection, or what we say of an answer. */
function whyOf(error: unknown): string {
  if (error instanceof z.ZodError) return 'its metadata is malformed'
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (!(cause instanceof Error)) return 'it failed'
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message
}

const Metadata = z.object({ issuer: z.string(), jwks_uri: z.url() })
const KeySet = z.object({ keys: z.array(z.looseObject({})) })

async function publishedKeys(issuer: string, signal: AbortSignal): Promise<PublicKeys> {
  const { jwks_uri } = await metadataOf(issuer, signal)
  if (!isSafe(jwks_uri, issuer)) throw new Error(`${issuer} has its keys at an address that is not https`)
  return createLocalJWKSet(KeySet.parse(await documentAt(jwks_uri, signal)))
}

/** The first metadata there is, which must be of this issuer. */
async function metadataOf(issuer: string, signal: AbortSignal): Promise<z.infer<typeof Metadata>> {
  const failures: unknown[] = []
  for (const address of metadataAddresses(issuer)) {
    try {
      const metadata = Metadata.parse(await documentAt(address, signal))
      if (metadata.issuer === issuer) return metadata
      throw new Error(`${address} is of another issuer`)
    } catch (error) {
      failures.push(error)
    }
  }
  throw new AggregateError(failures, `${issuer} has no metadata of its own`)
}

/** Of OAuth (RFC 8414, section 3.1) and of OpenID Connect, before the path of the issuer or after it. */
function metadataAddresses(issuer: string): readonly string[] {
  const { origin, pathname } = new URL(issuer)
  const path = pathname.replace(/\/$/, '')
  return [
    ...new Set([
      `${origin}/.well-known/oauth-authorization-server${path}`,
      `${origin}/.well-known/openid-configuration${path}`,
      `${origin}${path}/.well-known/openid-configuration`,
    ]),
  ]
}

/** Over https; over http only from an issuer that is asked so, on this machine. */
function isSafe(address: string, issuer: string): boolean {
  const [{ protocol, hostname }, asked] = [new URL(address), new URL(issuer)]
  return (
    protocol === 'https:' ||
    (protocol === 'http:' && asked.protocol === 'http:' && hostname === asked.hostname)
  )
}

/** Where it stands and nowhere else: whoever follows a redirect may be led into his own network. */
async function documentAt(address: string, signal: AbortSignal): Promise<unknown> {
  const headers = { accept: 'application/json' }
  const response = await fetch(address, { redirect: 'manual', signal, headers })
  if (response.status !== 200) {
    await response.body?.cancel()
    throw new Error(`${address} answers ${response.status}`)
  }
  return JSON.parse(await readLimitedText(response, documentBytesMax)) as unknown
}
