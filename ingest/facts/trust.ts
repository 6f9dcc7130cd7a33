/** Which of several statements about one thing counts: the fresher, then the more trusted one, then the later file's. */
import type { Provenance } from './facts.ts'
import { isLater } from '../later-date.ts'

/** From the most to the least trusted; every source that is not named observes, and stands at `observers`. */
const trusted = ['nppes', 'cms_doctors_clinicians', 'cms_facilities']
const observers = trusted.length
const leastTrusted: Readonly<Record<string, number>> = { plan_network: observers + 1 }

/** Sorts the statement that counts first; 0 where only the order of the files can tell, the later one counting. */
export function byTrust(a: Provenance, b: Provenance): number {
  if (a.asOf !== b.asOf) return isLater(a.asOf, b.asOf) ? -1 : 1
  return distrust(a.source) - distrust(b.source)
}

function distrust(source: string): number {
  const at = trusted.indexOf(source)
  return at < 0 ? (leastTrusted[source] ?? observers) : at
}
