/** Moves a negation before the clinician that it follows, as the search expects it. */
import { isClinician } from '@careatlas/search/query/care-words'
import { foldText } from '@careatlas/vocabulary/words'

const negated = /^[\s"'¿¡]*((?:\p{L}+ ){0,3}\p{L}+),? no ?[,.;:!…-]{1,3}\s*(\S.*)$/iu

/** "Real" is no field. */
const realDoctor = /^(?:an? )?(?:real|actual|proper|regular|normal|medical) (?=doctors?\b|dr\b)/iu

const takenBack =
  /^\W*(?:forget|skip|drop|never ?mind|scratch|olvid[ae]|quit[ae])(?: about)?(?: the| an?| al?| el| la| un| una)? ((?:\p{L}+ )?\p{L}+)\s*[,.;:!-]+\s*(?:(?:i |id |we )?(?:want|need|would like|prefer|rather have)|like|find|get|give me|show me|quiero|necesito|prefiero|busco|mejor) (\S.*)$/iu

/** "Chiropractor no, real doctor" → "doctor, not a chiropractor"; also "forget the chiropractor, I want a doctor" */
export function moveNegation(text: string): string {
  const [, clinician, wanted] = negated.exec(text) ?? takenBack.exec(text) ?? []
  if (clinician === undefined || wanted === undefined) return text
  const words = foldText(clinician).split(' ')
  return isClinician(words.at(-1)!) ? `${wanted.replace(realDoctor, '')}, not a ${clinician}` : text
}
