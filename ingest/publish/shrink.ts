/** The guard before the switch: a directory that suddenly holds far less is more often a missing file than the truth. */
import type { Manifest } from '@careatlas/directory/snapshot/format'
import { InputError } from '../input-error.ts'

/** The share of what was served that may be gone without a question. A month's registry changes by a few per cent. */
const shrinkShareMax = 0.3

/** What of a manifest is compared. */
export type Extent = Pick<Manifest, 'notice' | 'regions' | 'counts'>

export interface Shrink {
  readonly measure: 'active NPIs' | 'served providers'
  readonly before: number
  readonly now: number
}

/**
 * What `next` holds too little of, null when it may be switched to. Served providers are compared only when the regions
 * are the same; the active NPIs of the registry, served or not, do not depend on them. After data with a notice, such as
 * the fictional region, is no measure.
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
 * Throws InputError if `next` has no clinician although the registry has active NPIs, or when it shrank too much
 * from `previous` (null when there is none) and the operator has not accepted that.
 */
export function rejectShrink(previous: Manifest | null, next: Extent, accepted: boolean): void {
  if (next.regions !== null && next.counts.providers === 0) throw noProviderServedError(next.regions, next)
  const shrink = accepted ? null : findShrink(previous, next)
  if (previous !== null && shrink !== null) throw shrinkError(shrink, previous.generation)
}

function shrinkError({ measure, before, now }: Shrink, generation: string): InputError {
  const lost = Math.floor((1 - now / before) * 100)
  return new InputError(
    `The files hold ${now} ${measure}, ${lost}% fewer than the ${before} of ${generation}, which stays live: look for a missing or partial file, or give --accept-shrink if it is the truth.`,
  )
}

function noProviderServedError(regions: readonly string[], next: Extent): InputError {
  return new InputError(
    `None of the ${countActiveNpis(next)} active NPIs is a clinician who practices in ${regions.join(', ')}: choose other --regions, or give the registry file that covers them.`,
  )
}

/** Active means not deactivated: clinicians and organizations, inside the served regions and outside. */
function countActiveNpis({ counts }: Extent): number {
  return counts.providers + counts.organizations + counts.outside_coverage
}

function haveSameRegions(previous: Extent, next: Extent): boolean {
  const [a, b] = [previous, next].map(({ regions }) => new Set(regions ?? ['all']))
  return a?.symmetricDifference(b as Set<string>).size === 0
}
