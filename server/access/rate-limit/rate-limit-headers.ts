/** One request counted, and its caller told what is left. */
import type { FastifyReply } from 'fastify'
import { type Allowance, type Limits, rateLimitHeaders, type Spender, RateLimitError } from './limits.ts'
import type { PolicyName } from './policies.ts'

/** Rejects with `rate_limited` or `quota_exceeded`; the headers of the policies go with either answer. */
export async function enforceLimit(
  limits: Limits,
  reply: FastifyReply,
  policy: PolicyName,
  by: string | Spender,
  price: 0 | 1 = 1,
): Promise<void> {
  const tell = (allowances: readonly Allowance[]): void => {
    if (allowances.length > 0) void reply.headers(rateLimitHeaders(limits.policiesOf(policy), allowances))
  }
  try {
    tell(await limits.take(policy, by, price))
  } catch (error) {
    if (error instanceof RateLimitError) tell(error.allowances)
    throw error
  }
}
