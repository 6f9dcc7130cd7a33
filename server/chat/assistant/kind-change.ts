/** Reads a message that wants places instead of clinicians for the same care, or the reverse: "not a doctor, a facility". */
import { wordsOf } from '@careatlas/vocabulary/words'
import type { ConversationContext, RecordKind } from './conversation-context.ts'

const article = '(?:an? |the |una? |el |la )?'
const placeNoun = `${article}(?:actual |real )?(?:facility|place|center|centre|building|lugar|centro|establecimiento)`
const personNoun = `${article}(?:actual |real |individual )?(?:doctors?|drs?|docs?|clinicians?|person|people|provider|medic[oa]s?|doctora?|persona)`
const opening =
  '(?:(?:no|ok|okay|i|we|im|we|need|want|mean|meant|looking|for|like|sorry|but|its|quiero|necesito|busco|es|digo) )*'
const end = '(?: (?:please|instead|por favor|mejor|though))*$'

const place = new RegExp(
  `^${opening}(?:(?:not|no) ${personNoun} (?:but )?${placeNoun}|${placeNoun} (?:not|no|instead of|rather than|en vez de) ${personNoun}|${placeNoun})${end}`,
)
const person = new RegExp(
  `^${opening}(?:(?:not|no) ${placeNoun} (?:but )?${personNoun}|${personNoun} (?:not|no|instead of|rather than|en vez de) ${placeNoun})${end}`,
)

/** Care that no clinician gives alone. */
const ofPlaces =
  /\b(?:hospitals?|clinics?|pharmac(?:y|ies)|labs?|laborator(?:y|ies|io)|nursing homes?|hospice|urgent care|er|clinica|farmacia|asilo)\b/

/** Null if the message says something else, or if the need is a place by its name: "a doctor, not a place" after "hospital". */
export function readKindChange(text: string, { need }: Pick<ConversationContext, 'need'>): RecordKind | null {
  if (need === null || need.isNamed) return null
  const words = wordsOf(text).join(' ')
  if (place.test(words)) return 'location'
  return person.test(words) && !ofPlaces.test(need.text) ? 'provider' : null
}
