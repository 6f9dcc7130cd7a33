/** Decides whether the words of a need ask for other care than the conversation does. */
import { isAnyDoctor, isClinician, isFacility } from '@careatlas/search/query/care-words'
import { findUnsupportedWishes, type UnsupportedWish } from '@careatlas/search/unsupported-wishes'
import { isStopWord, wordsOf } from '@careatlas/vocabulary/words'
import type { ConversationContext, NamedPerson, Payer } from './conversation-context.ts'
import { isConversationWord } from './detect-answer-language.ts'
import { isAnyDoctorOnly } from './find-need.ts'
import { namesComplaint } from './read-remarks.ts'
import { isAboutLanguage, isAboutRecord, type RequestKind } from './detect-requests.ts'
import { type ParsedMessage, withoutWords } from './parse-message.ts'
import { namesClinician, type ReadNeed } from './read-need.ts'
import { readOfficeTime } from './read-office-time.ts'

/** A question about a record of the last list, unless it asks for other clinicians: "do they have a pediatrician?" */
export function asksAboutRecord(need: ReadNeed | null, { text }: ParsedMessage): boolean {
  const words = wordsOf(text).join(' ')
  return (recordQuestion.test(words) || anyQuestion.test(words)) && !namesClinician(need?.text ?? '')
}

/** "Do any give flu shots?", "any of those do kids", "¿alguno pone vacunas?" */
const anyQuestion =
  /^(?:(?:ok|okay|and|but|so|y|pero) )*(?:(?:do|does|would|will|can|could) any(?: (?:one )?of (?:them|those|these))?|any(?: one)? of (?:them|those|these|the places)|algun[oa]s?(?: de (?:ell[oa]s|es[oa]s|est[oa]s))?) (?!(?:have|has|know|of|take|speak|in|near|closer)\b)\S+ |^(?:(?:ok|okay|and|but|so|y|pero) )*(?:(?:is|are) (?:there )?(?:one|any|some)(?: of (?:them|these|those|the ones))?|which(?: (?:ones?|of (?:them|these|those)))?|who|any(?:one|body)|hay (?:un[oa]|algun[oa])) (?:does both|(?:with|that has|have|has|offers?|gives?|deliver|delivers|good with|con|que (?:tenga|ofrezca|entregue)) (?!\d|(?:a |an )?(?:wom[ae]n|m[ae]n|female|male)\b)\S)/

const recordQuestion =
  /^(?:(?:ok|okay|and|but|so|hey|well|y|pero|also) )*(?:(?:has|have|had|is|are|was|were|does|do|did|can|could|will|would|hasnt|isnt|arent|doesnt|dont) (?:he|she|they|it|this one|that one|these|those|the (?:first|second|third|fourth|fifth|last)(?: one)?)|(?:(?:el|ella|ellos|ellas) )?(?:ha hecho|hacen|dan|ponen|ofrecen|realizan|revisan|operan|recetan|cosen|vacunan|examinan)|(?:el|ella) (?:hace|opera)|se (?:hace|hacen|puede|pueden)) /

/**
 * An uncertain need does not replace that of the conversation. The words of a payer that was asked for are none, nor those beside the
 * wish for another language: "my daughter is reading this, in English please".
 */
export function isNeedMeant(
  need: ReadNeed,
  { text, parsed, requests }: ParsedMessage,
  {
    person,
    payer,
    isUrgent,
  }: { readonly person: NamedPerson | null; readonly payer: Payer | null; readonly isUrgent: boolean },
  { asked, need: known, urgent }: ConversationContext,
): boolean {
  // "It's a sensitive subject"
  if (requests.has('hard to say') && !need.isCertain) return false
  // "A doctor, no chiropractor" for back pain.
  const excludes = parsed.some(({ parts }) => parts.excludedWords.length > 0)
  if (excludes && known !== null && isAnyDoctor(need.text) && !namesClinician(known.text)) return false
  // "Remove the nurse practitioners, I want an MD" after a search for psychiatrists.
  if (excludes && known !== null && isAnyDoctorOnly(need) && !isExcluded(known, parsed)) return false
  const isSure = need.isCertain || need.narrowing !== '' || isExcluded(known, parsed) || namesComplaint(text)
  if (!isSure && (known !== null || urgent.length > 0)) return false
  if (requests.has('frustration') && !need.isCertain) return false
  // After an emergency or a crisis, the user continues with the care that was sought before.
  if (isUrgent && known !== null && !namesClinician(need.text)) return false
  const hasFacts = parsed.some(
    ({ place, parts, care }) => place !== null || parts.person !== null || care.length > 0,
  )
  if (payer !== null && asked === 'payer' && !hasFacts)
    return namesClinician(withoutWords(need.text, payer.name))
  if ((requests.has('explanation') || requests.has('fields')) && known !== null) return false
  // "Are you a doctor?", "do you save what I type"
  if (aboutService.some((kind) => requests.has(kind)))
    return namesClinician(need.text) && !isAnyDoctor(need.text)
  // "My blood pressure pill" after a pharmacy says more of the same need.
  if (known !== null && isStatement(need, text)) return false
  // "How much would a visit cost without a referral"
  const isBesideCare = (['price', 'rating', 'booking'] as const).some((kind) => requests.has(kind))
  if (isBesideCare && known !== null && !namesComplaint(text)) return namesClinician(need.text)
  // "Will they take new patients this late in a pregnancy?"
  const asksAboutVisit = isAboutRecord(requests) || readOfficeTime(text) !== null
  if (known !== null && asksAboutVisit && recordQuestion.test(wordsOf(text).join(' ')))
    return namesClinician(need.text)
  // "Anyone with robotic surgery experience", "que tenga rampa para silla de ruedas"
  if (known !== null && findUnsupportedWishes(text).some((wish) => besideNeed.includes(wish)))
    return namesClinician(need.text)
  // "My wife says use Medicaid"
  if (payer !== null && known !== null) {
    const words = withoutWords(need.text, payer.name).split(' ')
    if (words.every((word) => word === '' || isAroundPayer(word))) return false
  }
  // "The ambulance is here"
  const isCalmed = requests.has('recovered') && (known !== null || urgent.length > 0)
  if (requests.has('service plans') || isCalmed) return namesClinician(need.text)
  // "Is Ana Costa covered by Blue Cross TN?"
  if (person !== null && payer !== null) return namesClinician(need.text)
  return !isAboutLanguage(requests) || known === null || namesClinician(need.text)
}

const aboutService = ['identity', 'data date', 'privacy', 'human'] as const satisfies readonly RequestKind[]

const besideNeed: readonly UnsupportedWish[] = [
  'experience or training',
  'wheelchair access',
  'parking or public transport',
]

/** Whether the word also is in a message that only names a payer: "it's the HMO one, I think". */
function isAroundPayer(word: string): boolean {
  return reported.test(word) || planWord.test(word) || isStopWord(word) || isConversationWord(word)
}

const planWord =
  /^(?:hmo|ppo|epo|pos|plans?|supplement(?:al)?|advantage|secondary|primary|backup|gap|medigap|part|medicare|medicaid|dual|duals|eligible|traditional|original|straight|regular|ct|ma|ri|state|thing|things|type|kind|version|seguro|tarjeta|carnet|suplement(?:o|ario))$/

/** Whether the message says something of a person, and neither names care nor asks for it. */
export function isStatement(need: ReadNeed, text: string): boolean {
  const words = wordsOf(text.replace(questionOfIllness, '')).join(' ')
  const isBeside = besides.test(wordsOf(text).join(' '))
  const namesCare = need.text.split(' ').some((word) => isClinician(word) || isFacility(word))
  return !namesCare && statement.test(words) && (isBeside || !namesComplaint(text))
}

/** "Could it be something worse?" before a further symptom. */
const questionOfIllness =
  /^[^.?!]*\b(?:worse|serious|bad|dangerous|something else|peor|grave|serio|mal[oa]|otra cosa)\b[^.?!]*\?+ *(?:(?:and|also|y|tambi[eé]n) )*(?=\S)/i

/** What belongs to a person, without a request. */
const statement =
  /^(?:(?:its|it is|thats|es|for|para) )?(?:(?:my|his|her|our|their|mi|su|nuestr[oa]|(?:me|le) (?:duelen?|arden?|pican?)) )(?!.*\b(?:needs?|wants?|looking|find|where|who|see|should|please|necesit\w*|busc\w*|quier\w*|donde|quien)\b)/

/** "My hip hurts a bit, too": beside what is sought. */
const besides = /\b(?:too|also|as well|tambien)\b/

/** Words about the user, or about advice that the user reports. */
const reported =
  /^(?:my|our|his|her|the|wife|husband|mom|dad|mother|father|boss|job|work|says?|said|told|thinks?|use|uses|using|try|have|has|got|me|us|we|to|that|it|with|want|wants|on|under|card|is|insurance|plan|coverage|esposo|esposa|mi|dice|usar|use|tengo|tenemos|tiene|el|la|es|seguro|con)$/

/** Whether a question also asks for care: for a clinician of a field, or for other care at a place. */
export function namesOtherCare(
  need: ReadNeed | null,
  hasPlace: boolean,
  known: ConversationContext['need'],
): boolean {
  if (need === null) return false
  const words = need.text.split(' ')
  const isKnown = (word: string): boolean => known?.text.split(' ').includes(word) === true
  // "Would we be billed for the nurse?"
  const isNew = (word: string, index: number): boolean =>
    isClinician(word) && !isAnyDoctor(word) && !isKnown(word) && !definite.test(words[index - 1] ?? '')
  if (words.some(isNew)) return true
  return hasPlace && (need.isCertain || words.some((word) => isFacility(word)))
}

const definite = /^(?:the|my|our|his|her|their|el|la|mi|su)$/

/** "I'll call the pediatrician tomorrow, what I need is lactation help" */
export function namesOtherKind(
  need: ReadNeed | null,
  kinds: readonly string[],
  known: ConversationContext['need'],
): boolean {
  return kinds.some((kind) => need?.text.startsWith(kind) === true && known?.text.includes(kind) !== true)
}

/** "A real doctor, not a chiropractor" after a search for chiropractors. */
function isExcluded(known: ConversationContext['need'], parsed: ParsedMessage['parsed']): boolean {
  const excluded = new Set(
    parsed.flatMap(({ parts }) => parts.excludedWords.flatMap((words) => words.split(' '))),
  )
  return (known?.text ?? '').split(' ').some((word) => isClinician(word) && excluded.has(word))
}
