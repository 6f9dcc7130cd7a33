/** Moves a negation before the clinician that it follows, as the search expects it. */
import { isClinician } from '@careatlas/search/query/care-words'
import { foldText } from '@careatlas/vocabulary/words'

const negated = /^\W*((?:\p{L}+ ){0,3}\p{L}+),? no\s*[,.;:!…-]+\s*(\S.*)$/iu

/** "Real" is no field. */
const realDoctor = /^(?:an? )?(?:real|actual|proper|regular|normal|medical) (?=doctors?\b|dr\b)/iu

/** "Chiropractor no, real doctor" → "doctor, not a chiropractor" */
export function moveNegation(text: string): string {
  const [, clinician, wanted] = negated.exec(text) ?? []
  if (clinician === undefined || wanted === undefined) return text
  const words = foldText(clinician).split(' ')
  return isClinician(words.at(-1)!) ? `${wanted.replace(realDoctor, '')}, not a ${clinician}` : text
}
