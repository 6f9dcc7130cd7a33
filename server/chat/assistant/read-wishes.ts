/** Reads what a message wishes of the clinician, and how it describes the patient. */
import { wordsOf } from '@careatlas/vocabulary/words'
import type { ConversationContext } from './conversation-context.ts'
import type { ParsedMessage } from './parse-message.ts'
import { isAboutLanguage } from './detect-requests.ts'

export interface Wishes {
  readonly gender: 'F' | 'M' | null
  /** BCP 47. */
  readonly languages: readonly string[]
  readonly telehealth: boolean
  readonly accepting: boolean
  readonly patient: ConversationContext['patient']
  /** The words of exclusions: "not a nurse practitioner". */
  readonly excluded: string
}

export const noWishes = {
  gender: null,
  languages: [],
  telehealth: false,
  accepting: false,
  patient: [],
  excluded: '',
} satisfies Wishes

/** They are a part of the query. */
const languagesMax = 5

/**
 * @param hasNeed whether the message names a need. A gender alone ("a woman") is a wish only without one, because it may be that of the
 * patient.
 * @param exclusion the words of a message that only excludes a clinician
 */
export function readWishes(
  { text, parsed, requests }: ParsedMessage,
  hasNeed: boolean,
  exclusion: string | null,
): Wishes {
  const preferences = parsed.map(({ parts }) => parts.preferences)
  const bareGender = hasNeed ? null : requests.has('woman') ? 'F' : requests.has('man') ? 'M' : null
  const age = readAge(text)
  const words = wordsOf(text).join(' ')
  // "En español, por favor" is about the answers.
  const isWithoutEnglish = withoutEnglish.test(words)
  const excluded = exclusion ?? parsed.flatMap(({ parts }) => parts.excludedWords).join(' ')
  const languages = isAboutLanguage(requests)
    ? []
    : preferences.flatMap((found) => found.languages).filter((tag) => !(isWithoutEnglish && tag === 'en'))
  return {
    gender:
      readUnwanted(text) ??
      preferences.find(({ gender }) => gender !== null)?.gender ??
      (describesAdult(text) ? null : bareGender),
    languages: [...new Set(languages)].slice(0, languagesMax),
    telehealth: !requests.has('in person') && preferences.some(({ telehealth }) => telehealth),
    accepting: preferences.some(({ accepting }) => accepting),
    patient: [
      ...(((preferences.some(({ child }) => child) && !driver.test(words) && !unborn.test(words)) ||
        age === 'child') &&
      !refusesPediatrics(excluded)
        ? (['child'] as const)
        : []),
      ...(preferences.some(({ older }) => older) || age === 'older adult' ? (['older adult'] as const) : []),
      ...(preferences.some(({ pregnant }) => pregnant) ? (['pregnant'] as const) : []),
    ],
    excluded,
  }
}

/** Whether the excluded clinicians are those for children, so that the patient is searched for as an adult. */
export function refusesPediatrics(excluded: string): boolean {
  return /\bpedia?tr/.test(excluded)
}

/** "She doesn't speak English, only Russian" */
const withoutEnglish =
  /\b(?:doesnt|does not|dont|do not|cant|can not|cannot|barely|hardly|no) (?:really |even )?(?:speaks?|understands?|knows?|talks?|reads?|hablan?|entienden?) (?:any |much |good )?(?:english|ingles)\b/

/** "My daughter can drive me" names no patient. */
const driver =
  /\bmy (?:(?:grand)?(?:son|daughter|child|kid)) (?:(?:can|will|could|would|might|has to|is going to|always|usually) )*(?:drives?|takes?|brings?|driving|taking|bringing) (?:me|us)\b|\bmi (?:hij[oa]|niet[oa]) (?:(?:puede|va a|siempre|me|nos) )*(?:lleva|trae|llevar|traer|llevarme|traerme|llevarnos|traernos)\b/

/** "9 weeks, first baby": the mother is the patient. */
const unborn =
  /\bweeks? (?:along|pregnant|(?:my |our |with my )?(?:first|second|third|1st|2nd) baby)\b|\bsemanas (?:de embarazo|primer bebe)\b/

const adultYearsMin = 18
const olderYearsMin = 65

/** The age alone: "he's 6", "she is 81 years old", "tiene 4 años". */
function readAge(text: string): 'child' | 'older adult' | null {
  const [, number, unit = ''] = ageAlone.exec(wordsOf(text).join(' ')) ?? []
  if (number === undefined) return null
  if (/^[mws]/.test(unit) || Number(number) < adultYearsMin) return 'child'
  return Number(number) >= olderYearsMin ? 'older adult' : null
}

/** Whether the message is only the age of the patient. */
export function isAgeOnly(text: string): boolean {
  return ageAlone.test(wordsOf(text).join(' '))
}

const ageAlone =
  /^(?:(?:and|but|also|oh|sorry|actually|btw|y|pero) )*(?:(?:i|he|she|they|(?:my|our) \w+)(?: am| is| are)?(?: (?:just|only|almost|about|turned|turns|turning))*|(?:im|hes|shes|theyre)(?: (?:just|only|almost|about))*|(?:(?:mi|su) \w+ |el |ella )?(?:tiene|tengo)) (\d{1,3})(?: (years?|yrs?|yo|months?|mos?|weeks?|anos|mes|meses|semanas))?(?: old)?(?: (?:now|already|btw|by the way|today|lol|(?:next|this) \w+|(?:(?:if|does|do|would|in case) )?(?:that|this|it|age|his age|her age)(?: s)? (?:matters?|helps?|important|ok|okay|a problem|too young|too old)|is (?:that|it|this) (?:ok|okay|a problem|too young|too old)))*$/

/** "Adult, 52, male": the age and the gender are those of the patient. */
function describesAdult(text: string): boolean {
  return clausesOf(text).some((clause) => ageClause.test(clause))
}

function clausesOf(text: string): readonly string[] {
  return text.split(/[.,;!?]/).map((clause) => wordsOf(clause).join(' '))
}

const ageClause =
  /^(?:(?:age|aged|about|around|adult|hes|shes|im) )*\d{2}s?(?: (?:yo|y o|yrs?|years?)(?: old)?)?$/

/** The other gender of the registry: "no men please", "no quiero hombre". */
function readUnwanted(text: string): Wishes['gender'] {
  const unwanted = clausesOf(text)
    .map((clause) => unwantedGender.exec(clause)?.[1])
    .find((word) => word !== undefined)
  if (unwanted === undefined) return null
  return /^(?:m[ae]n|male|guy|dude|hombre|varon)/.test(unwanted) ? 'F' : 'M'
}

const unwantedGender =
  /\b(?:no|not|(?:dont|do not|doesnt|does not|didnt|wont|will not) (?:want|like|see|trust|take|talk to|open up to)(?: to (?:see|talk to|talk with|be (?:seen|examined|touched|treated) by))?|refuses?(?: to (?:see|talk to))?|(?:not|isnt|arent|never) (?:very |really |that )?comfortable (?:with|around)|uncomfortable (?:with|around)|no (?:quiere|quiero|quisiera|quieren)(?: (?:ver|hablar con|ir con|que (?:me|la|lo|le) (?:vea|atienda|revise|examine|toque)))*|no se siente (?:comod[oa]|bien) con|(?:le|me) da (?:pena|verguenza|miedo) con|(?:le tiene|tiene|tengo) miedo a(?: los)?|no sea|anyone but|sin)(?: (?:an?|any|un|una|ningun|que sea|a))* (m[ae]n|males?|guys?|dudes?|hombres?|varon(?:es)?|wom[ae]n|females?|lad(?:y|ies)|mujer(?:es)?)(?: (?:doctors?|please|por favor|dr|clinicians?|therapists?|dentists?))*$/

/** Whether the message wishes anything of the clinician. */
export function hasWish({ gender, languages, telehealth, accepting, excluded }: Wishes): boolean {
  return gender !== null || languages.length > 0 || telehealth || accepting || excluded !== ''
}
