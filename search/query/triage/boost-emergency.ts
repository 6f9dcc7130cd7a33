/** Ranks emergency care first in an emergency, whatever field the query names. */
import type { Concept } from '@careatlas/vocabulary/concept'
import { readLists } from '@careatlas/vocabulary/data-file'
import type { Emergency } from './detect-emergency.ts'

/** Ids of concepts by the lists of the file. */
export const emergencyConcepts = readLists(import.meta.dirname, 'emergency-concepts.txt', [
  'body',
  'mind',
  'child',
  'fallback-adult',
  'fallback-child',
])

/** The score of a fallback concept, which matches where no emergency care is near. */
const fallbackScore = 0.62

/** Weight of the other fields: the field that the query names ranks second, a field that only sounds similar does not. */
const otherFieldsWeight = 0.9

/** The scores with those of emergency care raised to 1. */
export function boostEmergency(
  scores: Float32Array,
  concepts: readonly Concept[],
  emergency: Emergency,
  isChild: boolean,
): Float32Array {
  const boosted = findNumbers(concepts, [
    ...emergencyConcepts[emergency],
    ...(isChild ? emergencyConcepts.child : []),
  ])
  const fallback = findNumbers(concepts, emergencyConcepts[isChild ? 'fallback-child' : 'fallback-adult'])
  return scores.map((score, number) => {
    if (boosted.has(number)) return 1
    return Math.max(otherFieldsWeight * score, fallback.has(number) ? fallbackScore : 0)
  })
}

/** The numbers of the concepts, without the ranges of ICD-10-CM that have the same IDs and the codes of other fields too. */
function findNumbers(concepts: readonly Concept[], ids: readonly string[]): ReadonlySet<number> {
  return new Set(ids.map((id) => concepts.findIndex((concept) => concept.id === id)))
}
