/** The rate limit policies (`docs/decisions/0021`). */
import type { OperationId } from '@careatlas/contract/parameters'

export interface Policy {
  /** Requests in a window; the next one is rejected. */
  readonly limit: number
  /** The length of a window, from its first request. */
  readonly windowSeconds: number
}

/** The fixed policies, by their names in `RateLimit-Policy`. */
export const policies = {
  /** Searches, per key; per address if AUTH is off. */
  search: { limit: 300, windowSeconds: 60 },
  /** Cards by identifier, per key. */
  detail: { limit: 1500, windowSeconds: 60 },
  /** MCP messages other than searches, cards and carrier lists, per key or token: a client sends about five before its first search. */
  messages: { limit: 600, windowSeconds: 60 },
  /** Public operations and pages, per address. */
  public: { limit: 60, windowSeconds: 60 },
  /** Searches of the demo, per address. */
  demo: { limit: 30, windowSeconds: 60 },
  /** Suggestions, per address: ten keystrokes a second, because several users may share an address. */
  suggest: { limit: 600, windowSeconds: 60 },
  /** Rejected credentials, per address. */
  failed_credentials: { limit: 20, windowSeconds: 60 },
  /** Requested one-time codes, per address. */
  codes: { limit: 10, windowSeconds: 3600 },
  /** Reports of mistakes, per address: an office or a clinic shares one. */
  reports: { limit: 10, windowSeconds: 3600 },
  /** Created accounts, per address. */
  accounts: { limit: 3, windowSeconds: 86_400 },
  /** Created or rotated keys, per account: each key has its own limits. */
  new_keys: { limit: 20, windowSeconds: 86_400 },
  /** OAuth client registrations, per address: a hosted client registers for many users from few addresses. */
  registrations: { limit: 120, windowSeconds: 3600 },
  /** Fetched client documents, per address; cached documents do not count. */
  documents: { limit: 20, windowSeconds: 60 },
  /** New chat sockets, per address: several users may share one, and each reconnects after a failure. */
  chat_sockets: { limit: 300, windowSeconds: 60 },
  /** Messages of the chat, per address, besides the limit of each socket. */
  chat_messages: { limit: 300, windowSeconds: 60 },
  /** Answers that a model drafts, per partner and per conversation: they cost money. Beyond these, the default assistant answers. */
  partner_drafts: { limit: 5000, windowSeconds: 86_400 },
  conversation_drafts: { limit: 100, windowSeconds: 86_400 },
  /** Conversations that are passed to a person, per address. */
  handoffs: { limit: 5, windowSeconds: 3600 },
  /** Configurations of the chat, per address: each page with the chat loads one, and the users of an office share an address. */
  sdk_config: { limit: 300, windowSeconds: 60 },
  /** Token requests and revocations, per address; hosted clients share addresses. */
  tokens: { limit: 600, windowSeconds: 60 },
} as const satisfies Record<string, Policy>

export type PolicyName = keyof typeof policies

export interface AppliedPolicy extends Policy {
  readonly name: PolicyName | 'daily'
}

const appliedPolicies = new Map<PolicyName, AppliedPolicy>(
  (Object.keys(policies) as PolicyName[]).map((name) => [name, { name, ...policies[name] }]),
)

export function getPolicy(name: PolicyName): AppliedPolicy {
  return appliedPolicies.get(name)!
}

export const dayMs = 86_400_000

/** The configured daily quota; its window is a UTC day. */
export function dailyPolicy(limit: number): AppliedPolicy {
  return { name: 'daily', limit, windowSeconds: dayMs / 1000 }
}

/** Whether a request of this policy also counts against the daily quota. */
function countsAgainstQuota(policy: PolicyName): boolean {
  return policy === 'search' || policy === 'detail'
}

/**
 * The policies that apply to a request of each policy, in the order in which they are counted. Without a daily quota, only the window
 * limits apply.
 */
export function combinePolicies(
  dailyQuota: number | null,
): ReadonlyMap<PolicyName, readonly AppliedPolicy[]> {
  const daily = dailyQuota === null ? [] : [dailyPolicy(dailyQuota)]
  return new Map(
    Array.from(appliedPolicies, ([name, policy]) => [
      name,
      countsAgainstQuota(name) ? [policy, ...daily] : [policy],
    ]),
  )
}

/** The policy of each operation; null: unlimited, for load balancers. */
export const policyByOperation: Readonly<Record<OperationId, PolicyName | null>> = {
  searchProviders: 'search',
  searchLocations: 'search',
  getProvider: 'detail',
  getLocation: 'detail',
  listRegions: 'public',
  listCarriers: 'public',
  suggest: 'suggest',
  getHealth: null,
}
