/** Reads where a message seeks care. */
import { editDistance } from '@careatlas/vocabulary/spelling'
import { wordsOf } from '@careatlas/vocabulary/words'
import type { ConversationContext } from './conversation-context.ts'
import { withoutMentionedPlaces } from './mentions.ts'
import type { Subject } from './message-subject.ts'
import { withoutInsurers } from './named-insurers.ts'
import { isPositionWords, readNamedPlace, toArea, withoutPlaces } from './named-place.ts'
import type { OpenedMessage } from './open-message.ts'
import { parseMessage } from './parse-message.ts'
import { readCoverage } from './read-coverage.ts'
import { namesPayer } from './read-payer.ts'
import { noPlace, type PlaceReading } from './read-place.ts'
import type { Reading, ReadingResources } from './reading.ts'
import { findServedTowns } from './served-towns.ts'
import { findUnansweredQuestions } from './unanswered-questions.ts'

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
  const textForPlaces = withoutName(
    withoutMentionedPlaces(text, meantWords, context.place !== null),
    facility?.label ?? '',
  )
  const placeMessage = textForPlaces === text ? message : parseMessage(textForPlaces, resources)
  const named =
    coverage === null && (!isOrdinalOnly || message.requests.has('distance')) && recordPlace === null
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

/** "Providence. Is Newport Hospital in my plan?" names one town. */
function withoutName(text: string, label: string): string {
  const words = wordsOf(label)
  const name = String.raw`(?<!\p{L})${words.join(String.raw`\W+`)}(?!\p{L})`
  return words.length === 0 ? text : text.replace(new RegExp(name, 'iu'), ' ')
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
