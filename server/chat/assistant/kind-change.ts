/** Reads a message that wants places instead of clinicians for the same care, or the reverse: "not a doctor, a facility". */
import { wordsOf } from '@careatlas/vocabulary/words'
import type { ConversationContext, RecordKind } from './conversation-context.ts'

const article = '(?:an? |the |una? |el |la |los |las )?(?:just |only |single |solo )?'
const placeNoun = `${article}(?:actual |real )?(?:facilit(?:y|ies)|places?|cent(?:er|re)s?|office building|building|lugar(?:es)?|centros?|establecimientos?)`
const personNoun = `${article}(?:actual |real |individual |specific )?(?:doctors?|drs?|docs?|clinicians?|persons?|people|providers?|individuals?|practitioners?|medic[oa]s?|doctora?|personas?|profesional(?:es)?)`
const opening =
  '(?:(?:no|ok|okay|i|we|id|im|we|need|want|mean|meant|looking|for|like|sorry|but|its|it|make|show|give|list|find|me|us|prefer|would|rather|have|can|could|you|be|to|see|should|quiero|quisiera|prefiero|necesito|busco|es|digo|que|sea|sean|mejor|muestreme|deme) )*'
const end = '(?: (?:please|instead|por favor|mejor|though|if possible|si se puede))*$'
const not = '(?:and |y |but )?(?:not|no|instead of|rather than|en vez de|en lugar de|y no)'

const place = new RegExp(
  `^${opening}(?:(?:not|no) ${personNoun} (?:but )?${placeNoun}|${placeNoun} ${not} ${personNoun}|${placeNoun})${end}`,
)
const person = new RegExp(
  `^${opening}(?:(?:not|no) ${placeNoun} (?:but )?${personNoun}|${personNoun} ${not} ${placeNoun})${end}`,
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
