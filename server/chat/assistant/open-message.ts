/** Parses a message without the places that it refuses or rejects and without the background of the user. */
import type { Turn } from './assistant.ts'
import { withoutBackground } from './background.ts'
import { separateTraits } from './clinician-traits.ts'
import { findComplainedPlace } from './complained-place.ts'
import type { ConversationContext } from './conversation-context.ts'
import { readLandmark } from './landmarks.ts'
import { toArea } from './named-place.ts'
import { type ParsedMessage, parseMessage } from './parse-message.ts'
import type { ReadingResources } from './reading.ts'
import { findRefusedPlaces } from './refused-places.ts'
import { removeRejectedPlace } from './rejected-place.ts'
import { writeOutTowns } from './served-towns.ts'
import { simplifyJoiningWords } from './town-change.ts'
import { writeOutTownNames } from './town-names.ts'
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
  const { text: located, landmark } = readLandmark(
    writeOutTowns(writeOutTownNames(turn.text, area), area),
    area,
  )
  const traits = separateTraits(located)
  const written = simplifyJoiningWords(traits.text, resources.gazetteer)
  const labels = listPlaces(context).map(({ label }) => label)
  const complained = findComplainedPlace(written, context.shown.records.length > 0 ? labels : [], area)
  const refused = findRefusedPlaces(complained.text, area)
  const refusedPlaces = [...refused.labels, ...(complained.label === null ? [] : [complained.label])]
  const rejected = removeRejectedPlace(refused.text, labels, resources.gazetteer)
  const message = parseMessage(withoutBackground(rejected.text, resources), resources)
  return {
    message,
    meantWords: readMeanings(message.text, turn.history.length > 0, resources.finder.index),
    landmark,
    hasTrait: traits.hasTrait,
    refusedPlaces,
    rejectedPlaces: [...rejected.labels, ...refusedPlaces],
    rejectsPlace: rejected.rejects || labels.some((label) => refusedPlaces.includes(label)),
    isCorrected: rejected.text !== written,
    restText: rejected.text,
  }
}
