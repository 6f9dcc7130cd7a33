/** Counts one request against its limits, without any transport. */
import type { OperationId } from '@careatlas/contract/parameters'
import type { Limits, Metered, Spender } from './limits.ts'
import { type PolicyName, policyOf } from './policies.ts'

/**
 * Counts one request of an operation. A cost of 0 only reads what is left.
 * Rejects with RateLimitError, which is a Metered too, if the limit or the daily quota is used up.
 */
export async function meter(
  limits: Limits,
  operation: OperationId,
  subject: string | Spender,
  cost: 0 | 1,
): Promise<Metered> {
  const policy = policyOf[operation]
  return policy === null ? unlimited : spend(limits, policy, subject, cost)
}

/** Counts one request of a policy; rejects as `meter` does. */
export async function spend(
  limits: Limits,
  policy: PolicyName,
  subject: string | Spender,
  cost: 0 | 1 = 1,
): Promise<Metered> {
  return { allowances: await limits.take(policy, subject, cost), policies: limits.policiesOf(policy) }
}

const unlimited: Metered = { policies: [], allowances: [] }
