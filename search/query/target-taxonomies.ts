/** Converts concept scores to the taxonomy codes that match a query. */
import { taxonomyOf } from '@careatlas/directory/taxonomy'
import type { Concept } from '@careatlas/vocabulary/concept'
import type { TextQuery } from '../relevance.ts'
import type { Collection } from '../search-engine.ts'
import type { Exclusions } from './extract-exclusions.ts'
import type { ExtractedPreferences } from './extract-preferences.ts'
import { excludedWeight } from './score-concepts.ts'

/** Only codes that score at least this share of the best are returned. */
export const minOfBest = 0.6
const codesMax = 60

/**
 * Codes with at least this share of the best score are equally good: their clinicians are ranked by distance or id. It is above
 * 0.95, the weight of the second choice for a phrase.
 */
const equalMin = 0.96

/**
 * Weights of a concept whose audience is not the patient: children if the patient is known to be an adult, children otherwise, older
 * people, and adults if the patient is a child.
 */
const otherAudienceWeight = { childForAdult: 0.75, child: 0.9, older: 0.97, adult: 0.75 } as const

/** The patient, and the excluded codes. */
interface QuerySubject extends Pick<ExtractedPreferences, 'child' | 'adult' | 'older'> {
  readonly excluded: Exclusions
}

/** Weight of the codes of a roster relative to those of the place itself. */
const rosterWeight = 0.9

/**
 * Each code with the score of its best concept, above 0, scaled so that the best codes score `confidence`; codes of the same
 * field form a group: that of the best concept, or in a range of ICD-10-CM the one that has the code.
 */
export function targetTaxonomies(
  concepts: readonly Concept[],
  scores: Float32Array,
  confidence: number,
  subject: QuerySubject,
  collection: Collection,
): Pick<TextQuery, 'codes' | 'groups'> {
  // Plain loops take a third of the time of functions for each concept.
  const conceptScores = new Float64Array(scores.length)
  for (let index = 0; index < scores.length; index++)
    if (scores[index]! > 0)
      conceptScores[index] = scores[index]! * audienceWeight(concepts[index]!.audience, subject)
  const codeWeight = ({ code, weight }: Concept['codes'][number]): number =>
    weight * kindWeight(code, collection) * (subject.excluded.has(code) ? excludedWeight : 1)
  // No code scores more than its concept.
  let best = 0
  for (let index = 0; index < conceptScores.length; index++)
    if (conceptScores[index]! > best)
      for (const code of concepts[index]!.codes)
        best = Math.max(best, conceptScores[index]! * codeWeight(code))
  const found = new Map<string, { readonly score: number; readonly concept: string }>()
  for (let index = 0; index < conceptScores.length; index++) {
    if (conceptScores[index] === 0 || conceptScores[index]! < minOfBest * best) continue
    const { id, codes } = concepts[index]!
    for (const code of codes) {
      const score = conceptScores[index]! * codeWeight(code)
      if (score > (found.get(code.code)?.score ?? 0))
        found.set(code.code, { score, concept: code.field ?? id })
    }
  }
  if (confidence === 0) return { codes: new Map(), groups: new Map() }
  const ranked = [...found]
    .filter(([, { score }]) => score >= minOfBest * best)
    .toSorted(([a, { score: scoreA }], [b, { score: scoreB }]) => scoreB - scoreA || (a < b ? -1 : 1))
    .slice(0, codesMax)
  const groupOf = new Map(
    [...new Set(ranked.map(([, { concept }]) => concept))].map((concept, index) => [concept, index]),
  )
  return {
    codes: new Map(
      ranked.map(([code, { score }]) => [code, confidence * (score >= equalMin * best ? 1 : score / best)]),
    ),
    groups: new Map(ranked.map(([code, { concept }]) => [code, groupOf.get(concept)!])),
  }
}

function audienceWeight(audience: Concept['audience'], { child, adult, older }: QuerySubject): number {
  if (audience === 'child' && !child)
    return adult ? otherAudienceWeight.childForAdult : otherAudienceWeight.child
  if (audience === 'older') return older ? 1 : otherAudienceWeight.older
  return child && audience === 'adult' ? otherAudienceWeight.adult : 1
}

function kindWeight(code: string, collection: Collection): number {
  const organization = taxonomyOf(code)?.kind === 'organization'
  if (collection === 'providers') return organization ? 0 : 1
  return organization ? 1 : rosterWeight
}
