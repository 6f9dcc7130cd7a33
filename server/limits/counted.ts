/** One request counted, and its caller told what is left. */
import type { FastifyReply } from 'fastify'
import { type Limits, rateLimitHeaders, TooMany } from './limits.ts'
import type { PolicyName } from './policies.ts'

/** Rejects with `rate_limited`; the headers of the policy go with either answer. */
export async function count(
  limits: Limits,
  reply: FastifyReply,
  policy: PolicyName,
  caller: string,
  price: 0 | 1 = 1,
): Promise<void> {
  try {
    const allowance = await limits.take(policy, caller, price)
    if (allowance !== null) void reply.headers(rateLimitHeaders(allowance))
  } catch (error) {
    if (error instanceof TooMany) void reply.headers(rateLimitHeaders(error.allowance))
    throw error
  }
}
