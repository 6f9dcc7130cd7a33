/** The field of care that the user asks for, so that a list shows it before related ones, or says that it has only those. */
import { taxonomyOf } from '@careatlas/directory/taxonomy'
import type { QueryResources } from '@careatlas/search/query/query-resources'
import { type CareItem, hasField } from './chat-card.ts'
import type { ConversationContext } from './conversation-context.ts'
import { parseNeed, readNeed } from './read-need.ts'
import { findStatedKinds } from './stated-kind.ts'
import { findUsualField } from './usual-field.ts'

export interface WantedField {
  /** The code that fits best. */
  readonly code: string
  /** The codes that are not only related. */
  readonly codes: ReadonlySet<string>
  /** The same with those that can replace it: an internist for a family physician. */
  readonly closeCodes: ReadonlySet<string>
  /** The same with those of related fields and of general care, which knows whom to ask. */
  readonly relatedCodes: ReadonlySet<string>
  /** Whether the user names the field; otherwise a complaint is usually treated in it. */
  readonly isStated: boolean
}

/** Allergists have the weight 0.8 or less for the lungs. */
const weightMin = 0.85
/** Cardiologists have the weight 0.7 for the surgery of vessels. */
const closeWeightMin = 0.8

/** Family medicine, internal medicine, general practice, pediatrics, primary care, nurse practitioners; clinics and hospitals of several fields. */
const generalCare = [
  '207Q00000X',
  '207R00000X',
  '208D00000X',
  '208000000X',
  '363L00000X',
  '363LF0000X',
  '363LP2300X',
  '261Q00000X',
  '261QM1300X',
  '261QP2300X',
  '282N00000X',
]

/** Null if the need names a complaint, several kinds of care, or a place of care by its name. */
export function findWantedField(
  need: ConversationContext['need'],
  resources: QueryResources,
): WantedField | null {
  if (need === null || need.isNamed) return null
  const [kind, ...others] = findStatedKinds(need.text.split(' '), resources)
  if (kind === undefined || others.length > 0) return null
  const wantedKind = need.kind === 'provider' ? 'individual' : 'organization'
  const { care } = parseNeed(kind, resources)
  const codes = care.flatMap((concept) => concept.codes)
  // Of places, the best concept alone: a nursing home is no home nursing.
  const own = need.kind === 'location' ? (care[0]?.codes ?? []) : codes
  const ofKind = own
    .filter(({ code }) => taxonomyOf(code)?.kind === wantedKind)
    .toSorted((a, b) => b.weight - a.weight)
  const [best] = ofKind
  if (best === undefined || best.weight < weightMin) return null
  const atLeast = (min: number): readonly string[] =>
    ofKind.filter(({ weight }) => weight >= min).map(({ code }) => code)
  return {
    code: best.code,
    codes: new Set(atLeast(weightMin)),
    closeCodes: new Set([...atLeast(closeWeightMin), ...(need.kind === 'location' ? ofPeople(own) : [])]),
    relatedCodes: new Set([...codes.map(({ code }) => code), ...generalCare]),
    isStated: true,
  }
}

/** A place may be registered in the field of its clinicians. */
function ofPeople(codes: readonly { readonly code: string; readonly weight: number }[]): readonly string[] {
  return codes.flatMap(({ code }) => (taxonomyOf(code)?.kind === 'individual' ? [code] : []))
}

/** The same, or the field in which a complaint is usually treated. */
export function findExpectedField(
  need: ConversationContext['need'],
  resources: QueryResources,
): WantedField | null {
  const stated = findWantedField(need, resources)
  if (stated !== null || need === null || need.isNamed) return stated
  const usual = findUsualField(readNeed(need.text, resources), resources)
  if (usual === null) return null
  const codes = parseNeed(need.text, resources).care[0]!.codes.map(({ code }) => code)
  const closeCodes = new Set(codes.filter((code) => !generalCare.includes(code) || usual.codes.has(code)))
  return { ...usual, closeCodes, relatedCodes: closeCodes, isStated: false }
}

/** Whether records are listed, and none is of the field or can replace it. */
export function isOnlyRelated(items: readonly CareItem[], { closeCodes }: WantedField): boolean {
  return items.length > 0 && !items.some((item) => mayHaveField(item, closeCodes))
}

/** Whether records are listed, and none has anything to do with the field that the user names. */
export function isUnrelated(items: readonly CareItem[], field: WantedField | null): boolean {
  if (field === null || !field.isStated || items.length === 0) return false
  return !items.some((item) => mayHaveField(item, field.relatedCodes))
}

/** A place without a registered specialty may have any. */
function mayHaveField({ card }: CareItem, codes: ReadonlySet<string>): boolean {
  return card.specialties.length === 0 || hasField(card, codes)
}
