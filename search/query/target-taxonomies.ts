/** Converts concept scores to the taxonomy codes that answer a query. */
import { taxonomyOf } from '@careatlas/directory/taxonomy'
import type { Concept } from '@careatlas/vocabulary/concept'
import type { Collection } from '../search-engine.ts'
import type { Exclusions } from './extract-exclusions.ts'
import type { ExtractedPreferences } from './extract-preferences.ts'
import { excludedWeight } from './score-concepts.ts'

/** Codes must score at least this share of the best, and are limited in number. */
const minOfBest = 0.6
const codesMax = 60

/** Weight of a concept for another audience than the patient. */
const otherAudienceWeight = { noChild: 0.9, nobodyOld: 0.97, child: 0.75 } as const

/** The patient, and the excluded codes. */
interface QuerySubject extends Pick<ExtractedPreferences, 'child' | 'older'> {
  readonly excluded: Exclusions
}

/** Weight of the codes of a roster relative to those of the place itself. */
const rosterWeight = 0.9

/** Each code with the score of its best concept, above 0; the best code scores `sure`, the confidence. */
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
    // No code scores more than its concept, and codes far below the best are removed below.
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
