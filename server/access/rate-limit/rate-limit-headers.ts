/** The `RateLimit` headers of a response (draft-ietf-httpapi-ratelimit-headers-11). */
import { memoizeByObject } from '@careatlas/directory/memoize'
import type { FastifyReply } from 'fastify'
import { type Allowance, type Limits, type Metered, RateLimitError, type LimitSubjects } from './limits.ts'
import type { AppliedPolicy, PolicyName } from './policies.ts'

/** Counts one request of a policy and sets the headers. Rejects with `rate_limited` or `quota_exceeded`. */
export async function enforceLimit(
  limits: Limits,
  reply: FastifyReply,
  policy: PolicyName,
  subjects: string | LimitSubjects,
): Promise<void> {
  await withRateLimitHeaders(reply, limits.take(policy, subjects))
}

/** Sets the headers once the request is counted, also if it exceeds a limit. */
export async function withRateLimitHeaders(reply: FastifyReply, metering: Promise<Metered>): Promise<void> {
  try {
    setRateLimitHeaders(reply, await metering)
  } catch (error) {
    if (error instanceof RateLimitError) setRateLimitHeaders(reply, error)
    throw error
  }
}

/** Sets no header if rate limiting is off. */
export function setRateLimitHeaders(reply: FastifyReply, { policies, allowances }: Metered): void {
  if (allowances.length > 0) void reply.headers(rateLimitHeaders(policies, allowances))
}

/** `RateLimit-Policy` states the limit and the window of each policy, `RateLimit` the remaining requests of each. */
export function rateLimitHeaders(
  policies: readonly AppliedPolicy[],
  allowances: readonly Allowance[],
): Record<string, string> {
  const remainders = allowances.map(
    ({ policy, remaining, resetSeconds }) => `"${policy.name}";r=${remaining};t=${resetSeconds}`,
  )
  return { 'ratelimit-policy': formatPolicies(policies), ratelimit: remainders.join(', ') }
}

/** Formatted once, because the policies of a server do not change. */
const formatPolicies = memoizeByObject((policies: readonly AppliedPolicy[]) =>
  policies.map(({ name, limit, windowSeconds }) => `"${name}";q=${limit};w=${windowSeconds}`).join(', '),
)
