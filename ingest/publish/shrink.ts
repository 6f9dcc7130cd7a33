/** The guard before the switch: a directory that suddenly holds far less is more often a missing file than the truth. */
import type { Manifest } from '@careatlas/directory/snapshot/format'
import { InputError } from '../input-error.ts'

/** The share of what was served that may be gone without a question. A month's registry changes by a few per cent. */
const shrinkLimit = 0.3

/** What of a manifest is compared. */
export type Extent = Pick<Manifest, 'notice' | 'regions' | 'counts'>

export interface Shrink {
  readonly of: 'active NPIs' | 'served providers'
  readonly before: number
  readonly now: number
}

/**
 * What `next` holds too little of, null when it may be switched to. Served providers are compared only when the regions
 * are the same; the active NPIs of the registry, served or not, do not depend on them. After data with a notice, such as
 * the fictional region, is no measure.
 */
export function shrinkOf(previous: Extent | null, next: Extent): Shrink | null {
  if (previous === null || (previous.notice !== null && next.notice === null)) return null
  const compared: Shrink[] = [
    { of: 'active NPIs', before: activeNpis(previous), now: activeNpis(next) },
    ...(sameRegions(previous, next)
      ? [
          {
            of: 'served providers',
            before: previous.counts.providers,
            now: next.counts.providers,
          } as const,
        ]
      : []),
  ]
  return compared.find(({ before, now }) => now < before * (1 - shrinkLimit)) ?? null
}

/**
 * Throws InputError when `next` serves nobody although the registry has somebody active, or when it shrank too much
 * from `previous` (null when there is none) and the operator has not accepted that.
 */
export function refuseShrink(previous: Manifest | null, next: Extent, accepted: boolean): void {
  if (next.regions !== null && next.counts.providers === 0) throw nobodyServed(next.regions, next)
  const shrink = accepted ? null : shrinkOf(previous, next)
  if (previous !== null && shrink !== null) throw tooFew(shrink, previous.generation)
}

function tooFew({ of, before, now }: Shrink, generation: string): InputError {
  const lost = Math.floor((1 - now / before) * 100)
  return new InputError(
    `The files hold ${now} ${of}, ${lost}% fewer than the ${before} of ${generation}, which serves on: look for a missing or partial file, or give --accept-shrink if it is the truth.`,
  )
}

function nobodyServed(regions: readonly string[], next: Extent): InputError {
  return new InputError(
    `None of the ${activeNpis(next)} active NPIs is a clinician who practices in ${regions.join(', ')}: choose other --regions, or give the registry file that covers them.`,
  )
}

/** Active means not deactivated: clinicians and organizations, inside the served regions and outside. */
function activeNpis({ counts }: Extent): number {
  return counts.providers + counts.organizations + counts.outside_coverage
}

function sameRegions(previous: Extent, next: Extent): boolean {
  const [a, b] = [previous, next].map(({ regions }) => new Set(regions ?? ['all']))
  return a?.symmetricDifference(b as Set<string>).size === 0
}
