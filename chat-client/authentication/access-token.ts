/** What the client reads of an access token: when it expires, and which user it identifies. The service verifies it. */
import { parseObject, readText } from '../parse-object.ts'

export interface AccessToken {
  readonly value: string
  /** Seconds since 1970, by the clock of the service; null if the token does not state it. */
  readonly expiresAt: number | null
  /** Seconds since 1970, by the clock of the service. */
  readonly issuedAt: number | null
  readonly subject: string | null
}

/** A token is renewed before a message if it expires within this time. */
export const refreshThresholdSeconds = 300

export function parseAccessToken(value: string): AccessToken {
  const { exp, iat, sub } = parseObject(decodeBase64Url(value.split('.')[1] ?? ''))
  return {
    value,
    expiresAt: readSeconds(exp),
    issuedAt: readSeconds(iat),
    subject: readText(sub),
  }
}

/** @param now seconds by the clock of the service. A token without an expiry is treated as expired. */
export function endsWithin({ expiresAt }: AccessToken, seconds: number, now: number): boolean {
  return expiresAt === null || expiresAt - now <= seconds
}

function readSeconds(value: unknown): number | null {
  return Number.isFinite(value) ? (value as number) : null
}

/** The bytes as characters, because subjects are only compared. Empty if the text is not base64url. */
function decodeBase64Url(text: string): string {
  try {
    return atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  } catch {
    return ''
  }
}
