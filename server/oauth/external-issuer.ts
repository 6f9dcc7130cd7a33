/** Access tokens of an external authorization server (`OAUTH_ISSUER`), whose keys are discovered by its metadata (RFC 8414). */
import { ApiError } from '@careatlas/contract/errors'
import { createLocalJWKSet } from 'jose'
import type { Logger } from 'pino'
import * as z from 'zod'
import type { CheckAccessToken } from '../access/principal.ts'
import { accessTokenCheck, type PublicKeys } from './access-token.ts'
import { readLimitedText } from '@careatlas/models/read-limited-text'
import { RefreshingCache, type RefreshingCacheTimes } from './refreshing-cache.ts'

export interface ExternalIssuerOptions {
  /** Equal to the issuer in its tokens and metadata, character by character. */
  readonly issuer: string
  /** The accepted audiences: the names of this service. */
  readonly resources: readonly string[]
  readonly log: Logger
}

const minuteMs = 60_000

/**
 * A key that the issuer no longer publishes expires within ten minutes. If the issuer is unreachable, known keys work for an
 * hour; after that, no token can be checked. Unknown keys trigger at most two requests a minute.
 */
export const defaultTimes: RefreshingCacheTimes = {
  maxAgeMs: 10 * minuteMs,
  staleIfErrorMs: 60 * minuteMs,
  cooldownMs: minuteMs / 2,
}

/** For the discovery and the key set together. */
const timeoutMs = 3000

/** The limit of each document. */
const documentBytesMax = 256 * 1024

/** Asymmetric algorithms only: no secret is shared. */
const algorithms = 'ES256 ES384 ES512 RS256 RS384 RS512 PS256 PS384 PS512 EdDSA Ed25519'.split(' ')

/**
 * A token is valid until it expires: only the issuer knows which tokens it has revoked. The check rejects with `unavailable` if
 * the keys are not available.
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
      throw new ApiError(
        'unavailable',
        'Access tokens cannot be checked now because their issuer is unavailable.',
      )
    }
  }, times)
  const rules = {
    audiencesOf: (named: string) => (named === issuer ? resources : null),
    algorithms,
    lifeMaxSeconds: 86_400,
    toleranceSeconds: 30,
    isGranted: async () => true,
  }
  return accessTokenCheck(rules, keys)
}

/** Warns the operator if the issuer is unreachable. The next token triggers another attempt. */
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

/** One line for all failures. */
function unreachableMessage(issuer: string, error: unknown): string {
  const failures: readonly unknown[] = error instanceof AggregateError ? error.errors : [error]
  const why = [...new Set(failures.map(whyOf))].join('; ')
  return `OAUTH_ISSUER ${issuer} is unreachable (${why}): its access tokens cannot be checked without its keys`
}

/** A system error code, or our message about a response. */
function whyOf(error: unknown): string {
  if (error instanceof z.ZodError) return 'malformed metadata'
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (!(cause instanceof Error)) return 'failed'
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message
}

const Metadata = z.object({ issuer: z.string(), jwks_uri: z.url() })
const KeySet = z.object({ keys: z.array(z.looseObject({})) })

async function publishedKeys(issuer: string, signal: AbortSignal): Promise<PublicKeys> {
  const { jwks_uri } = await metadataOf(issuer, signal)
  if (!isSafe(jwks_uri, issuer)) throw new Error(`${issuer} has its keys at an address that is not https`)
  return createLocalJWKSet(KeySet.parse(await documentAt(jwks_uri, signal)))
}

/** The first metadata document that names this issuer. */
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

/** The addresses of OAuth (RFC 8414, section 3.1) and of OpenID Connect, before and after the path of the issuer. */
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

/** https; http only on the same host as an issuer with an http URL. */
function isSafe(address: string, issuer: string): boolean {
  const [{ protocol, hostname }, asked] = [new URL(address), new URL(issuer)]
  return (
    protocol === 'https:' ||
    (protocol === 'http:' && asked.protocol === 'http:' && hostname === asked.hostname)
  )
}

/** Follows no redirects, because a redirect could lead into our own network. */
async function documentAt(address: string, signal: AbortSignal): Promise<unknown> {
  const headers = { accept: 'application/json' }
  const response = await fetch(address, { redirect: 'manual', signal, headers })
  if (response.status !== 200) {
    await response.body?.cancel()
    throw new Error(`${address} answers ${response.status}`)
  }
  return JSON.parse(await readLimitedText(response, documentBytesMax)) as unknown
}
