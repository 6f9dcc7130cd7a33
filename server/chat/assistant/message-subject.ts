/** Reads the records and the person that a message is about. */
import type { ConversationContext, NamedPerson } from './conversation-context.ts'
import { isAboutRecord } from './detect-requests.ts'
import { findEarlierRecord } from './earlier-list.ts'
import { isDescription } from './message-urgency.ts'
import { findDescribedPerson, movesOn, readNamedPerson } from './named-person.ts'
import { toArea } from './named-place.ts'
import type { OpenedMessage } from './open-message.ts'
import { readOpenNeed } from './open-needs.ts'
import { readFacilityName, readOfficeName } from './read-facility-name.ts'
import { readFieldChoice } from './read-field-choice.ts'
import { readOfficeTime } from './read-office-time.ts'
import { findByFirstName, findNeighbor, findOther, readOrdinal } from './read-ordinal.ts'
import { namesPayer } from './read-payer.ts'
import { readSpelledName } from './read-spelled-name.ts'
import type { Reading, ReadingResources } from './reading.ts'
import { findRecordsByPlace } from './record-by-place.ts'
import { findRejectedRecord } from './rejected-record.ts'

/** The records and the person that the message is about. */
export interface Subject {
  /** Whether the message may choose a record of the last list. */
  readonly isChoice: boolean
  readonly isMovingOn: boolean
  readonly fieldChoice: Reading['fieldChoice']
  readonly facility: NamedPerson | null
  readonly spelled: ReturnType<typeof readSpelledName>
  readonly recordPlace: Reading['recordPlace']
  readonly rejectedRecord: Reading['rejectedRecord']
  readonly person: NamedPerson | null
  readonly earlierRecord: Reading['earlierRecord']
  /** The position of the other one of two records, or of the one whose first name answers the question which one is meant. */
  readonly other: number | null
  readonly ordinal: number | null
  /** The positions of the records at the place that the message names. */
  readonly atPlace: readonly number[]
  /** Whether the message has only a position, or chooses a record in another way. */
  readonly isOrdinalOnly: boolean
  readonly isChosen: boolean
}

export function readSubject(
  { message, restText }: OpenedMessage,
  context: ConversationContext,
  options: ReadingResources,
): Subject {
  const { resources } = options
  const { text, parsed, requests } = message
  const isChoice = context.shown.records.length > 0 && context.asked !== 'place'
  const isMovingOn = movesOn(restText)
  const isNamed = (context.asked === 'name' || context.person !== null) && !isMovingOn
  const fieldChoice = isChoice && !parsed.some(namesPayer) ? readFieldChoice(text, isNamed, resources) : null
  const facility =
    readFacilityName(text, {
      resources,
      servedStates: options.servedStates,
      isAboutRecord: isAboutRecord(requests) || readOfficeTime(text) !== null,
    }) ?? readOfficeName(restText, resources)
  const spelled = readSpelledName(restText, context, resources.isName)
  const recordPlace = isChoice ? findRecordsByPlace(text, context.shown.records, toArea(options)) : null
  const rejectedRecord = isChoice ? findRejectedRecord(text, recordPlace, context) : null
  const person =
    fieldChoice === null && recordPlace === null
      ? (facility ??
        readNamedPerson(message, context, resources, spelled?.person) ??
        (isMovingOn ? null : findDescribedPerson(message, context)))
      : null
  const other = isChoice
    ? (findOther(text, context) ?? findNeighbor(text, context) ?? findByFirstName(text, context))
    : null
  const atPlace = recordPlace?.isQuestion === false ? recordPlace.positions : []
  const namesOpenNeed = readOpenNeed(text, context, null) !== null
  const ordinal =
    isChoice && rejectedRecord === null && !namesOpenNeed
      ? (other ?? (atPlace.length === 1 ? atPlace[0]! : readOrdinal(text)))
      : null
  // "El segundo" is also a town. "Primary first" begins with one of the needs.
  const isOrdinalOnly = readOrdinal(text) !== null && !isDescription(message.words) && !namesOpenNeed
  const earlierRecord = person === null ? findEarlierRecord(text, context, resources) : null
  const isChosen =
    isOrdinalOnly ||
    earlierRecord !== null ||
    other !== null ||
    fieldChoice !== null ||
    recordPlace !== null ||
    rejectedRecord !== null
  return {
    isChoice,
    isMovingOn,
    fieldChoice,
    facility,
    spelled,
    recordPlace,
    rejectedRecord,
    person,
    earlierRecord,
    other,
    ordinal: earlierRecord === null ? ordinal : null,
    atPlace,
    isOrdinalOnly,
    isChosen,
  }
}
