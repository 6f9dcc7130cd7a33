/** From concepts to the codes whose holders answer a question. */
import { taxonomyOf } from '@careatlas/directory/taxonomy'
import type { Concept } from '@careatlas/vocabulary/concept'
import type { Collection } from '../search-engine.ts'
import type { Exclusions } from './extract-exclusions.ts'
import type { ExtractedPreferences } from './extract-preferences.ts'
import { excludedWeight } from './demote-excluded.ts'

/** Codes that answer nearly as well as the best, and how many of them at most. */
const minOfBest = 0.6
const codesMax = 60

/** How much a concept counts that is for others than those whom the question is about. */
const otherAudienceWeight = { noChild: 0.9, nobodyOld: 0.97, child: 0.75 } as const

/** Whom a question is about, and whom it does not want. */
interface QuerySubject extends Pick<ExtractedPreferences, 'child' | 'older'> {
  readonly excluded: Exclusions
}

/** What a roster's own codes count for a place beside those of the place itself. */
const rosterWeight = 0.9

/** Each code at the best of its concepts, above 0; the best code as good as it is `sure` that anything is meant. */
export function targetTaxonomies(
  concepts: readonly Concept[],
  scores: Float32Array,
  sure: number,
  subject: QuerySubject,
  collection: Collection,
): ReadonlyMap<string, number> {
  const answers = new Map<string, number>()
  let best = 0
  concepts.forEach(({ codes, audience }, at) => {
    const score = scores[at]! * audienceWeight(audience, subject)
    // No code answers better than its concept, and one that is far behind is left out below.
    if (score === 0 || score < minOfBest * best) return
    for (const { code, weight } of codes) {
      const answer =
        score * weight * kindWeight(code, collection) * (subject.excluded.has(code) ? excludedWeight : 1)
      best = Math.max(best, answer)
      if (answer > (answers.get(code) ?? 0)) answers.set(code, answer)
    }
  })
  const ranked = [...answers].toSorted(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))
  return new Map(
    ranked
      .filter(([, answer]) => answer >= minOfBest * best)
      .slice(0, codesMax)
      .map(([code, answer]) => [code, (sure * answer) / best]),
  )
}

function audienceWeight(audience: Concept['audience'], { child, older }: QuerySubject): number {
  if (audience === 'child') return child ? 1 : otherAudienceWeight.noChild
  if (audience === 'older') return older ? 1 : otherAudienceWeight.nobodyOld
  return child && audience === 'adult' ? otherAudienceWeight.child : 1
}

function kindWeight(code: string, collection: Collection): number {
  const organization = taxonomyOf(code)?.kind === 'organization'
  if (collection === 'providers') return organization ? 0 : 1
  return organization ? 1 : rosterWeight
}
