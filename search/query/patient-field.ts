/**
 * Raises the field that cares for a group of patients whatever they have: pediatrics for a child, obstetrics in pregnancy, family
 * medicine for a family.
 */
import type { Concept } from '@careatlas/vocabulary/concept'
import type { ExtractedPreferences } from './extract-preferences.ts'

/** The concept of each group, and its least score as a share of the best score. */
const patientFields = [
  { group: 'family', id: 'family-medicine', shareMin: 1.15 },
  { group: 'pregnant', id: 'obstetrics', shareMin: 1 },
  { group: 'child', id: 'pediatrics', shareMin: 0.9 },
] as const

export function raisePatientFields(
  scores: Float32Array,
  concepts: readonly Concept[],
  preferences: Pick<ExtractedPreferences, 'child' | 'family' | 'pregnant'>,
): Float32Array {
  const raised = patientFields.filter(({ group }) => preferences[group])
  if (raised.length === 0) return scores
  const best = scores.reduce((max, score) => Math.max(max, score), 0)
  const result = scores.slice()
  for (const { id, shareMin } of raised) {
    // Our concept precedes the ranges of ICD-10-CM that have its ID.
    const number = concepts.findIndex((concept) => concept.id === id)
    if (number === -1) continue
    result[number] = Math.max(result[number]!, shareMin * best)
  }
  return result
}
