/** Prevents publishing a much smaller directory, because a missing file is the more likely cause. */
import type { Manifest } from '@careatlas/directory/snapshot/format'
import { InputError } from '../input-error.ts'

/** The share that may be lost without confirmation. The registry changes by a few percent per month. */
const shrinkShareMax = 0.3

/** The compared parts of a manifest. */
export type Extent = Pick<Manifest, 'notice' | 'regions' | 'counts'>

export interface Shrink {
  readonly measure: 'active NPIs' | 'served providers'
  readonly before: number
  readonly now: number
}

/**
 * The count that shrank too much, or null. Served providers are compared only if the regions are the same; the active NPIs of
 * the registry do not depend on the regions. Data without a notice is not compared with data with a notice, such as the
 * fictional region.
 */
export function findShrink(previous: Extent | null, next: Extent): Shrink | null {
  if (previous === null || (previous.notice !== null && next.notice === null)) return null
  const compared: Shrink[] = [
    { measure: 'active NPIs', before: countActiveNpis(previous), now: countActiveNpis(next) },
    ...(haveSameRegions(previous, next)
      ? [
          {
            measure: 'served providers',
            before: previous.counts.providers,
            now: next.counts.providers,
          } as const,
        ]
      : []),
  ]
  return compared.find(({ before, now }) => now < before * (1 - shrinkShareMax)) ?? null
}

/**
 * `previous` is null if there is no live snapshot.
 *
 * @throws {InputError} when `next` has regions and no provider, or shrank too much and the operator has not accepted that.
 */
export function rejectShrink(previous: Manifest | null, next: Extent, accepted: boolean): void {
  if (next.regions !== null && next.counts.providers === 0) throw noProviderServedError(next.regions, next)
  const shrink = accepted ? null : findShrink(previous, next)
  if (previous !== null && shrink !== null) throw shrinkError(shrink, previous.generation)
}

function shrinkError({ measure, before, now }: Shrink, generation: string): InputError {
  const lost = Math.floor((1 - now / before) * 100)
  return new InputError(
    `The files have ${now} ${measure}, ${lost}% fewer than the ${before} of ${generation}, which stays live: look for a missing or partial file, or give --accept-shrink if the drop is real.`,
  )
}

function noProviderServedError(regions: readonly string[], next: Extent): InputError {
  return new InputError(
    `None of the ${countActiveNpis(next)} active NPIs is a clinician with a practice in ${regions.join(', ')}: choose other --regions, or give the registry file that covers them.`,
  )
}

/** All clinicians and organizations that are not deactivated, inside and outside the served regions. */
function countActiveNpis({ counts }: Extent): number {
  return counts.providers + counts.organizations + counts.outside_coverage
}

function haveSameRegions(previous: Extent, next: Extent): boolean {
  const [a, b] = [previous, next].map(({ regions }) => new Set(regions ?? ['all']))
  return a?.symmetricDifference(b as Set<string>).size === 0
}
