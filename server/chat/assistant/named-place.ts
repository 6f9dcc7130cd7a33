/** Reads the place of a message, with the last question in mind, and separates its words from those of others. */
import { stateAt } from '@careatlas/search/query/state-names'
import { TokenCursor } from '@careatlas/search/query/token-cursor'
import { isStopWord, wordsOf } from '@careatlas/vocabulary/words'
import type { ConversationContext, NamedPerson } from './conversation-context.ts'
import { type ParsedMessage, withoutPhrase } from './parse-message.ts'
import { isOrdinal } from './list-position.ts'
import { type PlaceReading, readPlace } from './read-place.ts'
import type { NamedTown, ServedArea } from './served-towns.ts'
import type { ReadingResources } from './reading.ts'

/** Whether the name of the payer has the words of the town: "change it to United Healthcare". */
export function isPartOfName(label: string, payer: string): boolean {
  const town = wordsOf(label.split(',')[0] ?? '')
  const [first, ...others] = wordsOf(payer)
  return (
    town.length > 0 &&
    others.length > 0 &&
    town[0] === first &&
    town.every((word) => wordsOf(payer).includes(word))
  )
}

/** Whether the town is a position in a list too: "no puedo respirar, el segundo". */
export function isPositionWords(label: string): boolean {
  const words = wordsOf(label.split(',')[0] ?? '')
  return words.length > 0 && words.every((word) => isOrdinal(word) || isStopWord(word))
}

/**
 * The folded words without the places that the message names.
 *
 * @param mentioned further towns, where the user has been or will be: "moving to Fall River in June"
 */
export function withoutPlaces(
  words: string,
  { placeWords, otherPlaces }: PlaceReading,
  mentioned: readonly NamedTown[],
): string {
  const towns = otherPlaces.length === 0 ? mentioned.map((town) => town.words) : []
  const rest = [placeWords, ...towns].reduce(withoutPhrase, words)
  if (otherPlaces.length === 0) return rest
  const marked = otherPlaces.reduce((left, town) => ` ${left} `.replace(` ${town.words} `, ' | '), rest)
  return marked.replaceAll(betweenTowns, ' ').replaceAll(/[| ]+/g, ' ').trim()
}

/** "Or" before a further town, and "between" before both. */
const betweenTowns =
  /\b(?:(?:but|pero|and|y|either|or|o|u|if|not|no|then|hay|there|isnt|any|none|otherwise|else|si|somewhere|between|entre|i|we|works?|trabaj[oa]|in|near|en|at|maybe|also) )+(?=\|)/g

/** An answer to the question for the place needs no cue, and "Oregon" alone completes the town of the conversation. */
export function readNamedPlace(
  { text, parsed }: ParsedMessage,
  { person, isCorrected }: { readonly person: NamedPerson | null; readonly isCorrected: boolean },
  { asked, unknownPlace, place }: ConversationContext,
  options: ReadingResources,
): PlaceReading {
  return readPlace(text, parsed, {
    ...toArea(options),
    isAsked: asked === 'place',
    unknownTown: asked === 'place' ? unknownPlace : null,
    knownTown: isStateOnly(text) ? (place?.label.split(',')[0]?.toLowerCase() ?? null) : null,
    hasPerson: person !== null,
    isCorrected,
  })
}

/** "The one in Rhode Island" after a search around one of its towns. */
export function confirmsState(text: string, { place }: Pick<ConversationContext, 'place'>): boolean {
  const [town = '', state] = place?.label.split(', ') ?? []
  const words = wordsOf(text)
    .join(' ')
    .replace(`the ${wordsOf(town).join(' ')} `, 'the one ')
  const [, before, after] = stateOfOne.exec(words) ?? []
  const named = new TokenCursor((before ?? after ?? '').split(' '))
  const found = stateAt(named, 0)
  return state !== undefined && found?.to === named.length && found.code === place?.state
}

const stateOfOne =
  /^(?:(?:no|nope|not|i|we|mean|meant|want|sorry|wait|ok|oh|its|it|is|was|thats|es|digo|quiero|decir) )*(?:the|that|el|la) (?:(?:one|town|city|place|pueblo|ciudad) )?(?:(?:in|of|de|en) (\S+(?: \S+)?)|(\S+(?: \S+)?) (?:one|town|city))(?: (?:please|obviously|por favor|not (?:the )?(?:one )?(?:in )?\S+(?: \S+)?(?: one)?|no (?:el|la) de \S+(?: \S+)?))?$/

/** The part of the resources that reading a place needs. */
export function toArea({ resources, servedStates }: ReadingResources): ServedArea {
  return { gazetteer: resources.gazetteer, isEnglish: resources.isEnglish, servedStates }
}

/** "Oregon", but not "in Oregon". */
function isStateOnly(text: string): boolean {
  const words = new TokenCursor(wordsOf(text))
  return words.length > 0 && stateAt(words, 0)?.to === words.length
}
