/** Which dated statements are recent beside the newest registry file. */

/** A recent registration is written without its date, and a recent statement in the present tense. */
const recentYears = 3

/** Older statements are not recent; null if no registry file is dated. */
export function recentSinceDay(registryAsOf: string | null): string | null {
  return registryAsOf && `${Number(registryAsOf.slice(0, 4)) - recentYears}${registryAsOf.slice(4)}`
}
