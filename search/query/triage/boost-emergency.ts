/** An emergency is for those who are there at any hour, whatever field its words name. */
import type { Concept } from '@careatlas/vocabulary/concept'
import type { Emergency } from './detect-emergency.ts'

/** Concepts that answer an emergency, the better ones first. */
const answering: Readonly<Record<Emergency, readonly string[]>> = {
  body: ['emergency-medicine', 'freestanding-emergency-center'],
  mind: ['emergency-medicine', 'psychiatric-crisis-care', 'freestanding-emergency-center'],
}
const answeringChildren = 'pediatric-emergency-care'

/** Whoever is near where nobody of those is: a general practice sees most people at once, or knows who does. */
const answeringElse = { grown: 'family-medicine', child: 'pediatrics' } as const
const elseWeight = 0.62

/** What the field that the words name counts beside emergency care: it comes second, and no word that only sounds alike does. */
const otherFields = 0.9

/** The scores with emergency care above all. */
export function boostEmergency(
  scores: Float32Array,
  concepts: readonly Concept[],
  emergency: Emergency,
  child: boolean,
): Float32Array {
  const raised = new Set([...answering[emergency], ...(child ? [answeringChildren] : [])])
  const least = child ? answeringElse.child : answeringElse.grown
  return scores.map((score, at) => {
    const { id } = concepts[at]!
    if (raised.has(id)) return 1
    return Math.max(otherFields * score, id === least ? elseWeight : 0)
  })
}
