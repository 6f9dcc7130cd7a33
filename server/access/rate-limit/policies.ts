/** What one caller may ask in how long (`docs/decisions/0021`). */
import type { OperationId } from '@careatlas/contract/parameters'

/** How many requests in how long. */
export interface Policy {
  /** Requests that pass in a window; the next one is refused. */
  readonly limit: number
  /** How long a window is, from its first request. */
  readonly windowSeconds: number
}

/** All that there are without a setting, by the names that callers read in `RateLimit-Policy`. */
export const policies = {
  /** Searches of a key, or of an address where no keys are asked for. */
  search: { limit: 300, windowSeconds: 60 },
  /** Cards read by their identifier. */
  detail: { limit: 1500, windowSeconds: 60 },
  /** What is open to all, of an address. */
  public: { limit: 60, windowSeconds: 60 },
  /** Keys that are refused, well formed or not, of an address. */
  failed_credentials: { limit: 20, windowSeconds: 60 },
  /** One-time codes asked for, of an address. */
  codes: { limit: 10, windowSeconds: 3600 },
  /** Accounts made, of an address. */
  accounts: { limit: 3, windowSeconds: 86_400 },
  /** Keys made or exchanged, of an account: each brings limits of its own. */
  new_keys: { limit: 20, windowSeconds: 86_400 },
  /** Clients registered for OAuth, of an address: a hosted client registers for many people from few addresses. */
  registrations: { limit: 120, windowSeconds: 3600 },
  /** Documents of clients looked up elsewhere, of an address: one that is known is not looked up. */
  documents: { limit: 20, windowSeconds: 60 },
  /** Tokens asked for or revoked, of an address, for the same reason. */
  tokens: { limit: 600, windowSeconds: 60 },
} as const satisfies Record<string, Policy>

/** What a caller may be counted by. */
export type PolicyName = keyof typeof policies

/** A policy as it applies to a request. */
export interface AppliedPolicy extends Policy {
  readonly name: PolicyName | 'daily'
}

/** One of `policies`, with its name. */
export function policyNamed(name: PolicyName): AppliedPolicy {
  return { name, ...policies[name] }
}

/** The length of a day, in milliseconds. */
export const dayMs = 86_400_000

/** The quota, of which the operator says how many; its window ends with the day of UTC. */
export function dailyPolicy(limit: number): AppliedPolicy {
  return { name: 'daily', limit, windowSeconds: dayMs / 1000 }
}

/** Whether what is counted by `policy` is counted by the daily quota as well. */
export function spendsQuota(policy: PolicyName): boolean {
  return policy === 'search' || policy === 'detail'
}

/** By which policy an operation is counted; null: by none, so that a balancer may ask as often as it likes. */
export const policyOf: Readonly<Record<OperationId, PolicyName | null>> = {
  searchProviders: 'search',
  searchLocations: 'search',
  getProvider: 'detail',
  getLocation: 'detail',
  listRegions: 'public',
  listCarriers: 'public',
  getHealth: null,
}
