/** Converts concept scores to the taxonomy codes that match a query. */
import { taxonomyOf } from '@careatlas/directory/taxonomy'
import type { Concept } from '@careatlas/vocabulary/concept'
import type { Collection } from '../search-engine.ts'
import type { Exclusions } from './extract-exclusions.ts'
import type { ExtractedPreferences } from './extract-preferences.ts'
import { excludedWeight } from './score-concepts.ts'

/** Only codes that score at least this share of the best are returned, and at most this many. */
const minOfBest = 0.6
const codesMax = 60

/** Codes with at least this share of the best score are equally good: their clinicians are ranked by distance or id. */
const equalMin = 0.95

/** Weights of a concept whose audience is not the patient: children, older people, and adults if the patient is a child. */
const otherAudienceWeight = { child: 0.9, older: 0.97, adult: 0.75 } as const

/** The patient, and the excluded codes. */
interface QuerySubject extends Pick<ExtractedPreferences, 'child' | 'older'> {
  readonly excluded: Exclusions
}

/** Weight of the codes of a roster relative to those of the place itself. */
const rosterWeight = 0.9

/** Each code with the score of its best concept, above 0; scaled so that the best codes score `confidence`. */
export function targetTaxonomies(
  concepts: readonly Concept[],
  scores: Float32Array,
  confidence: number,
  subject: QuerySubject,
  collection: Collection,
): ReadonlyMap<string, number> {
  const codeScores = new Map<string, number>()
  let best = 0
  concepts.forEach(({ codes, audience }, index) => {
    const conceptScore = scores[index]! * audienceWeight(audience, subject)
    // No code scores more than its concept, and codes far below the best are not returned.
    if (conceptScore === 0 || conceptScore < minOfBest * best) return
    for (const { code, weight } of codes) {
      const score =
        conceptScore *
        weight *
        kindWeight(code, collection) *
        (subject.excluded.has(code) ? excludedWeight : 1)
      best = Math.max(best, score)
      if (score > (codeScores.get(code) ?? 0)) codeScores.set(code, score)
    }
  })
  const ranked = [...codeScores].toSorted(([a, scoreA], [b, scoreB]) => scoreB - scoreA || (a < b ? -1 : 1))
  return new Map(
    ranked
      .filter(([, score]) => score >= minOfBest * best)
      .slice(0, codesMax)
      .map(([code, score]) => [code, confidence * (score >= equalMin * best ? 1 : score / best)]),
  )
}

function audienceWeight(audience: Concept['audience'], { child, older }: QuerySubject): number {
  if (audience === 'child') return child ? 1 : otherAudienceWeight.child
  if (audience === 'older') return older ? 1 : otherAudienceWeight.older
  return child && audience === 'adult' ? otherAudienceWeight.adult : 1
}

function kindWeight(code: string, collection: Collection): number {
  const organization = taxonomyOf(code)?.kind === 'organization'
  if (collection === 'providers') return organization ? 0 : 1
  return organization ? 1 : rosterWeight
}
