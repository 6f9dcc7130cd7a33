/** Access tokens of an external authorization server (`OAUTH_ISSUER`), whose keys are discovered from its metadata (RFC 8414). */
import { ApiError } from '@careatlas/contract/errors'
import type { Logger } from 'pino'
import { readLimitedText } from '@careatlas/models/read-limited-text'
import type { CheckAccessToken } from '../access/principal.ts'
import { RefreshingCache, type RefreshingCacheTimes } from '../access/refreshing-cache.ts'
import { describeKeyFailure, discoverKeySetUrl, parseKeySet } from '../access/tokens/issuer-keys.ts'
import type { PublicKeyResolver } from '../access/tokens/verify-with-keys.ts'
import { createAccessTokenCheck } from './access-token.ts'

export interface ExternalIssuerOptions {
  /** Equal to the issuer in its tokens and metadata, character by character. */
  readonly issuer: string
  /** The accepted audiences: the names of this service. */
  readonly resources: readonly string[]
  readonly log: Logger
}

const minuteMs = 60_000

/**
 * A key that the issuer no longer publishes expires within ten minutes. If the issuer is unreachable, cached keys work for an
 * hour; after that, no token can be checked. Tokens with unknown keys trigger at most two requests a minute.
 */
export const defaultTimes: RefreshingCacheTimes = {
  maxAgeMs: 10 * minuteMs,
  staleIfErrorMs: 60 * minuteMs,
  cooldownMs: minuteMs / 2,
}

/** The timeout of the discovery and the key set together. */
const timeoutMs = 3000

/** The limit for the metadata and for the key set. */
const documentBytesMax = 256 * 1024

/** Asymmetric algorithms only, because the issuer and this server share no secret. */
const algorithms = 'ES256 ES384 ES512 RS256 RS384 RS512 PS256 PS384 PS512 EdDSA Ed25519'.split(' ')

/**
 * A token is valid until it expires: only the issuer knows which tokens it has revoked. The check rejects with `unavailable` if
 * the keys are not available.
 */
export function createExternalTokenCheck(
  { issuer, resources, log }: ExternalIssuerOptions,
  times: RefreshingCacheTimes = defaultTimes,
): CheckAccessToken {
  const keys = new RefreshingCache(async () => {
    try {
      return { publicKeys: await fetchKeys(issuer, AbortSignal.timeout(timeoutMs)) }
    } catch (error) {
      log.warn(unreachableMessage(issuer, error))
      throw new ApiError(
        'unavailable',
        'Access tokens cannot be checked now because their issuer is unavailable.',
      )
    }
  }, times)
  const rules = {
    audiencesOf: (tokenIssuer: string) => (tokenIssuer === issuer ? resources : null),
    algorithms,
    lifetimeMaxSeconds: 86_400,
    clockToleranceSeconds: 30,
    isGrantValid: async () => true,
  }
  return createAccessTokenCheck(rules, keys)
}

/** Warns the operator if the issuer is unreachable. The next token triggers another attempt. */
export async function warnIfUnreachable({
  issuer,
  log,
}: Pick<ExternalIssuerOptions, 'issuer' | 'log'>): Promise<void> {
  try {
    await fetchKeys(issuer, AbortSignal.timeout(timeoutMs))
  } catch (error) {
    log.warn(unreachableMessage(issuer, error))
  }
}

function unreachableMessage(issuer: string, error: unknown): string {
  return `OAUTH_ISSUER ${issuer} is unreachable (${describeKeyFailure(error)}): its access tokens cannot be checked without its keys`
}

async function fetchKeys(issuer: string, signal: AbortSignal): Promise<PublicKeyResolver> {
  const url = await discoverKeySetUrl(issuer, listMetadataUrls(issuer), (metadataUrl) =>
    fetchJson(metadataUrl, signal),
  )
  return parseKeySet(await fetchJson(url, signal))
}

/** The metadata URLs of OAuth (RFC 8414, section 3.1) and OpenID Connect: the well-known path precedes or follows that of the issuer. */
function listMetadataUrls(issuer: string): readonly string[] {
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

/** Follows no redirects, because a redirect could lead into our own network. */
async function fetchJson(url: string, signal: AbortSignal): Promise<unknown> {
  const headers = { accept: 'application/json' }
  const response = await fetch(url, { redirect: 'manual', signal, headers })
  if (response.status !== 200) {
    await response.body?.cancel()
    throw new Error(`${url} answers ${response.status}`)
  }
  return JSON.parse(await readLimitedText(response, documentBytesMax)) as unknown
}
