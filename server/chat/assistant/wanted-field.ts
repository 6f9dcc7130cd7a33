/** The field of care that the user asks for by name, so that a list shows it before related ones, or says that it has only those. */
import { taxonomyOf } from '@careatlas/directory/taxonomy'
import type { QueryResources } from '@careatlas/search/query/query-resources'
import { type CareItem, hasField } from './chat-card.ts'
import type { ConversationContext } from './conversation-context.ts'
import { parseNeed } from './read-need.ts'
import { findStatedKinds } from './stated-kind.ts'

export interface WantedField {
  /** The code that fits best. */
  readonly code: string
  /** The codes that are not only related. */
  readonly codes: ReadonlySet<string>
  /** The same with those of related fields. */
  readonly relatedCodes: ReadonlySet<string>
}

/** Allergists have the weight 0.8 or less for the lungs. */
const weightMin = 0.85
const relatedWeightMin = 0.7

/** Null if the need names a complaint, several kinds of care, or a place of care by its name. */
export function findWantedField(
  need: ConversationContext['need'],
  resources: QueryResources,
): WantedField | null {
  if (need === null || need.isNamed) return null
  const [kind, ...others] = findStatedKinds(need.text.split(' '), resources)
  if (kind === undefined || others.length > 0) return null
  const wantedKind = need.kind === 'provider' ? 'individual' : 'organization'
  const codes = parseNeed(kind, resources)
    .care.flatMap((concept) => concept.codes)
    .filter(({ code }) => taxonomyOf(code)?.kind === wantedKind)
    .toSorted((a, b) => b.weight - a.weight)
  const [best] = codes
  if (best === undefined || best.weight < weightMin) return null
  const atLeast = (min: number): ReadonlySet<string> =>
    new Set(codes.filter(({ weight }) => weight >= min).map(({ code }) => code))
  return { code: best.code, codes: atLeast(weightMin), relatedCodes: atLeast(relatedWeightMin) }
}

/** Whether records are listed, and none is of the field or near it. */
export function isOnlyRelated(items: readonly CareItem[], field: WantedField): boolean {
  return items.length > 0 && !items.some(({ card }) => hasField(card, field.relatedCodes))
}
