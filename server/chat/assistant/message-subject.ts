/** Opens a message, and reads the records, the person and the place that it is about. */
import { editDistance } from '@careatlas/vocabulary/spelling'
import type { Turn } from './assistant.ts'
import { withoutBackground } from './background.ts'
import { separateTraits } from './clinician-traits.ts'
import type { ConversationContext, NamedPerson } from './conversation-context.ts'
import { isAboutRecord } from './detect-requests.ts'
import { readLandmark } from './landmarks.ts'
import { withoutMentionedPlaces } from './mentions.ts'
import { isDescription } from './message-urgency.ts'
import { withoutInsurers } from './named-insurers.ts'
import { findDescribedPerson, movesOn, readNamedPerson } from './named-person.ts'
import { isPositionWords, readNamedPlace, toArea, withoutPlaces } from './named-place.ts'
import { readOpenNeed } from './open-needs.ts'
import { type ParsedMessage, parseMessage } from './parse-message.ts'
import { readCoverage } from './read-coverage.ts'
import { readFacilityName } from './read-facility-name.ts'
import { readFieldChoice } from './read-field-choice.ts'
import { readOfficeTime } from './read-office-time.ts'
import { findOther, readOrdinal } from './read-ordinal.ts'
import { namesPayer } from './read-payer.ts'
import { noPlace, type PlaceReading } from './read-place.ts'
import { readSpelledName } from './read-spelled-name.ts'
import type { Reading, ReadingResources } from './reading.ts'
import { findRecordsByPlace } from './record-by-place.ts'
import { findRefusedPlaces } from './refused-places.ts'
import { removeRejectedPlace } from './rejected-place.ts'
import { findRejectedRecord } from './rejected-record.ts'
import { findServedTowns, writeOutTowns } from './served-towns.ts'
import { simplifyJoiningWords } from './town-change.ts'
import { findUnansweredQuestions } from './unanswered-questions.ts'
import { listPlaces } from './update-places.ts'
import { readMeanings, type MeantWord } from './word-meanings.ts'

/** The message as it is parsed, without the places that it refuses or rejects. */
export interface OpenedMessage {
  readonly message: ParsedMessage
  readonly meantWords: readonly MeantWord[]
  readonly landmark: string | null
  /** Whether the message wishes a background or belief of the clinician. */
  readonly hasTrait: boolean
  /** The labels of the refused places. */
  readonly refusedPlaces: readonly string[]
  readonly rejectedPlaces: readonly string[]
  readonly rejectsPlace: boolean
  /** Whether the text has changed with the rejected place. */
  readonly isCorrected: boolean
  /** With the places that it rejects only by name. */
  readonly restText: string
}

export function openMessage(
  turn: Turn,
  context: ConversationContext,
  options: ReadingResources,
): OpenedMessage {
  const { resources } = options
  const area = toArea(options)
  const { text: located, landmark } = readLandmark(writeOutTowns(turn.text, area), area)
  const traits = separateTraits(located)
  const written = simplifyJoiningWords(traits.text, resources.gazetteer)
  const labels = listPlaces(context).map(({ label }) => label)
  const refused = findRefusedPlaces(written, area)
  const rejected = removeRejectedPlace(refused.text, labels, resources.gazetteer)
  const message = parseMessage(withoutBackground(rejected.text, resources), resources)
  return {
    message,
    meantWords: readMeanings(message.text, turn.history.length > 0, resources.finder.index),
    landmark,
    hasTrait: traits.hasTrait,
    refusedPlaces: refused.labels,
    rejectedPlaces: [...rejected.labels, ...refused.labels],
    rejectsPlace: rejected.rejects || labels.some((label) => refused.labels.includes(label)),
    isCorrected: rejected.text !== written,
    restText: rejected.text,
  }
}

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
  /** The position of the other one of two records. */
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
  const isMovingOn = movesOn(text)
  const isNamed = (context.asked === 'name' || context.person !== null) && !isMovingOn
  const fieldChoice = isChoice && !parsed.some(namesPayer) ? readFieldChoice(text, isNamed, resources) : null
  const facility = readFacilityName(text, {
    resources,
    servedStates: options.servedStates,
    isAboutRecord: isAboutRecord(requests) || readOfficeTime(text) !== null,
  })
  const spelled = readSpelledName(restText, context, resources.isName)
  const recordPlace = isChoice ? findRecordsByPlace(text, context.shown.records, toArea(options)) : null
  const rejectedRecord = isChoice ? findRejectedRecord(text, recordPlace, context) : null
  const person =
    fieldChoice === null && recordPlace === null
      ? (facility ??
        readNamedPerson(message, context, resources, spelled?.person) ??
        (isMovingOn ? null : findDescribedPerson(message, context)))
      : null
  const other = isChoice ? findOther(text, context) : null
  const atPlace = recordPlace?.isQuestion === false ? recordPlace.positions : []
  const namesOpenNeed = readOpenNeed(text, context, null) !== null
  const ordinal =
    isChoice && rejectedRecord === null && !namesOpenNeed
      ? (other ?? (atPlace.length === 1 ? atPlace[0]! : readOrdinal(text)))
      : null
  // "El segundo" is also a town. "Primary first" begins with one of the needs.
  const isOrdinalOnly = readOrdinal(text) !== null && !isDescription(message.words) && !namesOpenNeed
  const isChosen =
    isOrdinalOnly || other !== null || fieldChoice !== null || recordPlace !== null || rejectedRecord !== null
  return {
    isChoice,
    isMovingOn,
    fieldChoice,
    facility,
    spelled,
    recordPlace,
    rejectedRecord,
    person,
    other,
    ordinal,
    atPlace,
    isOrdinalOnly,
    isChosen,
  }
}

/** Where care is sought. */
export interface Where {
  readonly coverage: Reading['coverage']
  readonly place: PlaceReading
  /** The folded words of each parsed piece without places, payers and requests. */
  readonly rests: readonly string[]
}

export function readWhere(
  { message, meantWords, isCorrected }: OpenedMessage,
  { person, facility, recordPlace, ordinal, isOrdinalOnly }: Subject,
  context: ConversationContext,
  options: ReadingResources,
): Where {
  const { resources } = options
  const { text, parsed } = message
  const asksForCoverage = person === null && !parsed.some(namesPayer)
  const coverage = asksForCoverage ? readCoverage(text, resources.gazetteer, options.servedStates) : null
  const textForPlaces = withoutMentionedPlaces(text, meantWords, context.place !== null)
  const placeMessage = textForPlaces === text ? message : parseMessage(textForPlaces, resources)
  const named =
    coverage === null && !isOrdinalOnly && facility === null && recordPlace === null
      ? readNamedPlace(placeMessage, { person, isCorrected }, context, options)
      : { ...noPlace, place: coverage?.isServed === true ? coverage.place : null }
  const isNoTown = ordinal !== null && isPositionWords(named.place?.label ?? '')
  const place = isNoTown || asksForHospitalOf(text) ? noPlace : named
  const mentioned = place.place === null ? [] : findServedTowns(text, toArea(options), false)
  const rests = parsed.map(({ parts }) =>
    message.withoutRequests(
      withoutPlaces(withoutInsurers(restoreTown(parts.rest, place).join(' ')), place, mentioned),
    ),
  )
  return { coverage, place, rests }
}

/** The name of a town that the search took for a slip: "Quincy" for "quinsy". */
function restoreTown(words: readonly string[], { placeWords }: PlaceReading): readonly string[] {
  if (placeWords === '' || placeWords.includes(' ') || words.includes(placeWords)) return words
  return words.map((word) => (editDistance(word, placeWords, 1) === 1 ? placeWords : word))
}

/** "Do they deliver at Kent Hospital?" searches nothing in Kent. */
function asksForHospitalOf(text: string): boolean {
  return ofHospital.test(text) && findUnansweredQuestions(text).includes('operator')
}

const ofHospital = /\b(?:deliver|operate|admit|privileges|affiliated|atiende|opera)\b/iu
