/** Places that treat addiction: where none is registered, neither physical therapy nor a laboratory takes their place. */
import type { QueryResources } from '@careatlas/search/query/query-resources'
import type { ConversationContext } from './conversation-context.ts'
import { parseNeed } from './read-need.ts'

type Need = ConversationContext['need']

/** A methadone clinic, and a clinic for rehabilitation from substances. */
const outpatient = ['261QM2800X', '261QR0405X']

/** With residential and detoxification units, and community mental health. */
export const addictionPlaces: ReadonlySet<string> = new Set([
  ...outpatient,
  '324500000X',
  '3245S0500X',
  '276400000X',
  '261QM0801X',
  '261QM0850X',
  '261QM0855X',
  '251S00000X',
])

/** Its clinicians also prescribe, or know where it is done. */
export const addictionMedicine: NonNullable<Need> = {
  text: 'addiction medicine',
  kind: 'provider',
  isNamed: false,
}

const weightMin = 0.7

const detox = /\b(?:detox\w*|desintoxicacion)\b/

/** Whether the need is such a place. */
export function seeksAddictionPlace(need: Need, resources: QueryResources): boolean {
  if (need === null || need.kind !== 'location' || need.isNamed) return false
  if (detox.test(need.text)) return true
  const [concept] = parseNeed(need.text, resources).care
  return concept?.codes.some(({ code, weight }) => outpatient.includes(code) && weight >= weightMin) ?? false
}
