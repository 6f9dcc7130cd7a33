/** Runs the operations that a step needs. */
import type { DirectoryRequest } from '../../operations/directory-request.ts'
import { type CareItem, hasField, withDistances } from './chat-card.ts'
import type { ConversationContext, RecordReference } from './conversation-context.ts'
import type { Step } from './step.ts'
import { mayHaveEmergencyRoom } from './emergency-room.ts'
import { findRecord, type FoundRecord } from './find-record.ts'
import { noWishes } from './read-wishes.ts'
import { isInRefusedPlace } from './refused-places.ts'
import { searchCare, type CareResults, type CareSearch } from './search-care.ts'
import { searchPlaces } from './search-places.ts'
import { findWantedField } from './wanted-field.ts'

/** What the directory answers; null for a step that needs no data. */
export type StepResult =
  | { readonly kind: 'results'; readonly results: CareResults }
  | { readonly kind: 'record'; readonly found: FoundRecord }
  | { readonly kind: 'list'; readonly items: readonly CareItem[] }
  | null

/** Rejects with the errors of the operations. */
export async function runStep(
  step: Step,
  context: ConversationContext,
  request: DirectoryRequest,
): Promise<StepResult> {
  switch (step.kind) {
    case 'search': {
      const { office } = step
      const named = office === undefined ? null : await findRecord(office.subject, context, request)
      if (named !== null && named.kind !== 'none' && named.kind !== 'similar')
        return { kind: 'record', found: locate(named, context) }
      return {
        kind: 'results',
        results: await searchPlaces(
          context,
          step.previousNeed ?? null,
          {
            offset: step.offset,
            accepts: acceptsOthers(context),
            field: findWantedField(context.need, request.directory.resources),
          },
          request,
        ),
      }
    }
    case 'emergency':
      return { kind: 'results', results: await searchEmergencyCare(context, request) }
    case 'record':
      return { kind: 'record', found: locate(await findRecord(step.subject, context, request), context) }
    case 'choose': {
      const items = await getRecords(context.shown.records, context.place, request)
      const ofField = items.filter(({ card }) => hasField(card, step.field))
      if (ofField.length > 0 || step.person === null) return { kind: 'list', items: ofField }
      const subject = { by: 'person', person: step.person, field: step.field, isInPlace: false } as const
      return { kind: 'record', found: locate(await findRecord(subject, context, request), context) }
    }
    case 'list': {
      const { records } = context.shown
      const meant = step.positions?.flatMap((position) => records[position - 1] ?? []) ?? records
      return { kind: 'list', items: await getRecords(meant, context.place, request) }
    }
    case 'reply':
    case 'ask':
    case 'history':
    case 'data':
      return null
  }
}

/** Adds the distances from the place of the conversation. */
function locate(found: FoundRecord, { place }: ConversationContext): FoundRecord {
  switch (found.kind) {
    case 'one':
      return { ...found, item: withDistances(found.item, place) }
    case 'several':
    case 'similar':
      return { ...found, items: found.items.map((item) => withDistances(item, place)) }
    case 'none':
      return found
  }
}

/** Leaves out the clinician to which the user wants similar ones, and the records and places that the user does not want. */
function acceptsOthers({ without, rejected, refusedPlaces }: ConversationContext): CareSearch['accepts'] {
  const unwanted = without === null ? rejected : [...rejected, without]
  if (unwanted.length === 0 && refusedPlaces.length === 0) return null
  return (hit) =>
    !unwanted.includes('npi' in hit ? hit.npi : hit.location_uuid) && !isInRefusedPlace(hit, refusedPlaces)
}

function searchEmergencyCare(context: ConversationContext, request: DirectoryRequest): Promise<CareResults> {
  return searchCare(
    toEmergencyCare(context),
    { offset: 0, accepts: mayHaveEmergencyRoom, field: null },
    request,
  )
}

/** The nearest hospitals, whatever the wishes are. */
function toEmergencyCare(context: ConversationContext): ConversationContext {
  return {
    ...context,
    need: { text: 'hospital', kind: 'location', isNamed: false },
    nearestFirst: true,
    payer: null,
    ...noWishes,
  }
}

/** The records with their distances from the place; one that no longer exists is left out. */
export async function getRecords(
  references: readonly RecordReference[],
  place: ConversationContext['place'],
  request: DirectoryRequest,
): Promise<readonly CareItem[]> {
  const items: CareItem[] = []
  for (const { kind, id } of references) {
    const found = await findRecord(
      { by: 'reference', reference: { kind, id } },
      { place: null, need: null },
      request,
    )
    if (found.kind === 'one') items.push(withDistances(found.item, place))
  }
  return items
}
