/** An emergency is for those who are there at any hour, whatever field its words name. */
import type { Concept } from '@careatlas/vocabulary/concept'
import type { Emergency } from './asked-emergency.ts'

/** Concepts that answer an emergency, the better ones first. */
const answering: Readonly<Record<Emergency, readonly string[]>> = {
  body: ['emergency-medicine', 'freestanding-emergency-center'],
  mind: ['emergency-medicine', 'psychiatric-crisis-care', 'freestanding-emergency-center'],
}
const answeringChildren = 'pediatric-emergency-care'

/** What the field that the words name counts beside emergency care: it still comes second. */
const otherFields = 0.9

/** The scores with emergency care above all. */
export function raiseEmergency(
  scores: Float32Array,
  concepts: readonly Concept[],
  emergency: Emergency,
  child: boolean,
): Float32Array {
  const raised = new Set([...answering[emergency], ...(child ? [answeringChildren] : [])])
  const best = scores.reduce((most, score) => Math.max(most, score), Number.MIN_VALUE)
  return scores.map((score, at) => (raised.has(concepts[at]!.id) ? 1 : (otherFields * score) / best))
}
