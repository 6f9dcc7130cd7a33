/** Finds the need of a message in its pieces. */
import { isAnyDoctor, isFacility } from '@careatlas/search/query/care-words'
import type { QueryResources } from '@careatlas/search/query/query-resources'
import { isStopWord, wordsOf } from '@careatlas/vocabulary/words'
import type { NamedPerson } from './conversation-context.ts'
import { isConversationWord } from './detect-answer-language.ts'
import { withoutHomeCareWish } from './describe-patient.ts'
import { type ParsedMessage, withoutWords } from './parse-message.ts'
import { readNeed, type ReadNeed } from './read-need.ts'
import { namesComplaint } from './read-remarks.ts'
import { describeKind, findStatedKinds } from './stated-kind.ts'

/** The need of the first piece that has one; a name alone is none. */
export function findNeed(
  { parsed }: ParsedMessage,
  rests: readonly string[],
  person: NamedPerson | null,
  resources: QueryResources,
): ReadNeed | null {
  for (const rest of rests) {
    const words = person === null ? rest : withoutWords(rest, person.label)
    const need = readNeed(findCareAfterClause(words, resources) ?? words, resources)
    if (need?.isCertain) return need
    const [, object] = forSomeone.exec(rest) ?? []
    const ofObject = object === undefined ? null : readNeed(object, resources)
    if (ofObject !== null) return { ...ofObject, isPatientOnly: false, isCertain: true }
    if (need !== null) return need
  }
  // "A doctor who speaks Spanish" wishes much and names no field.
  const asksForDoctor = parsed.some(
    ({ parts }) => parts.words.topics.join() === 'doctor' && parts.rest.includes('doctor'),
  )
  return asksForDoctor && person === null
    ? {
        text: 'doctor',
        kind: 'provider',
        isPatientOnly: false,
        narrowing: '',
        isNamed: false,
        isCertain: false,
      }
    : null
}

/**
 * The care that the last clause requests after one about the patient: "had a stroke in june and needs speech therapy". Null if the first
 * clause names care or a complaint too.
 */
function findCareAfterClause(words: string, resources: QueryResources): string | null {
  const [, clause = '', care = ''] = careAfterClause.exec(words) ?? []
  const [kind, ...others] = findStatedKinds(words.split(' '), resources)
  if (kind === undefined || others.length > 0 || !care.includes(kind)) return null
  if (namesComplaint(clause) || findStatedKinds(clause.split(' '), resources).length > 0) return null
  return describeKind(care, words.split(' '))
}

const careAfterClause =
  /^(.+) (?:and|so|y|entonces) (?:(?:i|we|he|she|they|el|ella|now|also|ahora|tambien) )*(?:needs?|necesit[oa]) (?:(?:to|get|have|see|an?|the|some|ver|una?|el|la) )*(.+)$/

/** Whether the need has the name of care, such as "speech therapy". */
export function namesService(need: ReadNeed | null): boolean {
  return need !== null && need.isCertain && withoutHomeCareWish(need.text).split(' ').some(isFacility)
}

/** "My mom needs someone for her diabetes" */
const forSomeone =
  /\b(?:needs?|wants?|looking for|find|necesit[oa]|busc[oa]) (?:to see |to find |a )?(?:some(?:one|body)|any(?:one|body)|person|alguien|doctor|doctora|dr) (?:for|about|with|to (?:help with|look at|check|treat)|para|con) (.+)$/

/** "She won't see a doctor" without "male" */
const ofWish =
  /^(?:would|ideally|young(?:er)?|old(?:er)?|nonbinary|non|binary|under|over|around|about|years?|age|\d+|so|real|please|see|sees|seeing|wont|want|wants|prefer\w*|rather|like|only|feel\w*|better|comfortable|easier|more|among|along|for|religious|religion|faith|modesty|cultural|personal|privacy|reasons?|ver|quier\w+|prefier\w+|sentir\w*|comod[oa]|mejor|mas)$/

function isAnyDoctorWord(word: string): boolean {
  return isAnyDoctor(word) || /^(?:docs?|mds?|clinicians?|providers?|practitioners?)$/.test(word)
}

/** Whether the words of the need are only "a doctor, please". */
export function isAnyDoctorOnly(need: Pick<ReadNeed, 'text'> | null): boolean {
  return need !== null && isKindOnly(need.text, isAnyDoctorWord)
}

const therapy =
  /\b(?:(?:physical|speech|occupational|massage) therap|(?:terapia |terapeuta )(?:fisica|del habla|ocupacional)|fisioterap)/

/** "I need a male therapist" after physical or speech therapy asks for no other care. */
export function isTherapistOf(need: string, known: string): boolean {
  return therapy.test(known) && namesTherapistOnly(need)
}

/** "A therapist", for which the search finds physical therapists too. */
export function namesTherapistOnly(need: string): boolean {
  return isKindOnly(need, (word) => /^(?:therapists?|terapeutas?)$/.test(word))
}

function isKindOnly(text: string, isKind: (word: string) => boolean): boolean {
  const words = text.split(' ').filter((word) => !isStopWord(word) && !isConversationWord(word))
  return words.some(isKind) && words.every((word) => isKind(word) || ofWish.test(word))
}

/**
 * "A lady doctor please, I'd be mortified otherwise": the words after the wish for a gender are its reason, unless they name care or a
 * complaint.
 */
export function isReasonOfGender(text: string, resources: QueryResources): boolean {
  const [wish = '', ...reasons] = text.split(/[,.;!] /)
  const doctor = wordsOf(wish).filter((word) => !genderWord.test(word))
  if (reasons.length === 0 || !isKindOnly(doctor.join(' '), isAnyDoctorWord)) return false
  return reasons.every((reason) => {
    const words = wordsOf(reason)
    return (
      words.some((word) => genderWord.test(word)) ||
      (!namesComplaint(reason) && readNeed(words.join(' '), resources)?.isCertain !== true)
    )
  })
}

const genderWord = /^(?:m[ae]n|males?|guys?|wom[ae]n|females?|lad(?:y|ies)|mujer(?:es)?|hombres?)$/
