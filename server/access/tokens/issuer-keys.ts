/** Finds the key set of another issuer in its metadata, and parses it. */
import { createLocalJWKSet } from 'jose'
import * as z from 'zod'
import type { PublicKeyResolver } from './verify-with-keys.ts'

/** Returns the parsed JSON at a URL. */
type FetchJson = (url: string) => Promise<unknown>

const Metadata = z.object({ issuer: z.string(), jwks_uri: z.url() })
const KeySet = z.object({ keys: z.array(z.looseObject({})) })

export function parseKeySet(json: unknown): PublicKeyResolver {
  return createLocalJWKSet(KeySet.parse(json))
}

/** Returns the `jwks_uri` of the first metadata document that names this issuer. */
export async function discoverKeySetUrl(
  issuer: string,
  metadataUrls: readonly string[],
  fetchJson: FetchJson,
): Promise<string> {
  const { jwks_uri } = await fetchMetadata(issuer, metadataUrls, fetchJson)
  if (!isKeySetUrlAllowed(jwks_uri, issuer)) throw new Error(`the jwks_uri of ${issuer} is not https`)
  return jwks_uri
}

async function fetchMetadata(
  issuer: string,
  metadataUrls: readonly string[],
  fetchJson: FetchJson,
): Promise<z.infer<typeof Metadata>> {
  const failures: unknown[] = []
  for (const url of metadataUrls) {
    try {
      const metadata = Metadata.parse(await fetchJson(url))
      if (metadata.issuer === issuer) return metadata
      throw new Error(`${url} names another issuer`)
    } catch (error) {
      failures.push(error)
    }
  }
  throw new AggregateError(failures, `${issuer} has no valid metadata`)
}

/** https; http only on the same host as an issuer with an http URL. */
export function isKeySetUrlAllowed(url: string, issuer: string): boolean {
  const [{ protocol, hostname }, issuerUrl] = [new URL(url), new URL(issuer)]
  return (
    protocol === 'https:' ||
    (protocol === 'http:' && issuerUrl.protocol === 'http:' && hostname === issuerUrl.hostname)
  )
}

/** Why the keys could not be loaded, for the log: system error codes, and our messages about a response. */
export function describeKeyFailure(error: unknown): string {
  const failures: readonly unknown[] = error instanceof AggregateError ? error.errors : [error]
  return [...new Set(failures.map(describeOne))].join('; ')
}

function describeOne(error: unknown): string {
  if (error instanceof z.ZodError) return 'malformed metadata'
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (!(cause instanceof Error)) return 'failed'
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message
}
