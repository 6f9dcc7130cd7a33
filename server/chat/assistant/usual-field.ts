/** Names the kind of clinician that usually treats what a message describes: "podiatrist (foot doctor)" for a heel that hurts. */
import { taxonomyOf } from '@careatlas/directory/taxonomy'
import { isAnyDoctor, isClinician, isFacility } from '@careatlas/search/query/care-words'
import type { QueryResources } from '@careatlas/search/query/query-resources'
import { wordsOf } from '@careatlas/vocabulary/words'
import { specialtyTitle } from '../../web/specialty-name.ts'
import type { AnswerLanguage } from './conversation-context.ts'
import { bestScore, parseNeed, type ReadNeed } from './read-need.ts'

export interface UsualField {
  /** The taxonomy code of the clinician. */
  readonly code: string
  /** The codes of the clinicians that the field includes. */
  readonly codes: ReadonlySet<string>
  /** Those of them that are not only related. */
  readonly ownCodes: ReadonlySet<string>
  /** Whether the message names the clinician itself. */
  readonly isNamed: boolean
}

/** Below it, the best concept of a complaint is wrong too often to be named. */
const scoreMin = 0.6
/** "A doctor" alone names no field, and the words around it decide. */
const doctorScoreMin = 0.85
const fieldWeightMin = 0.8
/** Psychiatric nurse practitioners have the weight 0.8 for addiction. */
const ownWeightMin = 0.85

/** Null if the search is not confident, and for clinicians that the user should not conclude an illness or an operation from. */
export function findUsualField(need: ReadNeed | null, resources: QueryResources): UsualField | null {
  if (need === null || need.kind !== 'provider' || need.isPatientOnly || need.narrowing !== '') return null
  const words = need.text.split(' ')
  const parsed = parseNeed(need.text, resources)
  const [concept] = parsed.care
  const isNamed = words.some(isClinician)
  const min =
    isNamed && words.every((word) => !isClinician(word) || isAnyDoctor(word)) ? doctorScoreMin : scoreMin
  if (concept === undefined || !need.isCertain || bestScore(parsed) < min) return null
  const individual = concept.codes
    .filter(({ code }) => taxonomyOf(code)?.kind === 'individual')
    .toSorted((a, b) => b.weight - a.weight)
  const [first] = individual
  if (
    first === undefined ||
    (!isNamed && (words.some(isFacility) || alarming.test(taxonomyOf(first.code)!.name)))
  )
    return null
  const atLeast = (least: number): ReadonlySet<string> =>
    new Set(individual.filter(({ weight }) => weight >= least).map(({ code }) => code))
  return {
    code: first.code,
    codes: atLeast(fieldWeightMin),
    ownCodes: atLeast(ownWeightMin),
    isNamed,
  }
}

/** Fields that a user should not conclude an illness or an operation from. */
export const alarming = /oncolog|cancer|(?<!orthopedic )surgeon|neurosurg|hospice|palliative|transplant/

/** "podiatrist (foot doctor)", "podólogo" */
export function fieldName({ code }: Pick<UsualField, 'code'>, language: AnswerLanguage): string {
  const { name, plain } = taxonomyOf(code)!
  if (language === 'es') return specialtyTitle(name, 'es').text.toLowerCase()
  const isShort = name.split(' ').length <= nameWordsMax
  if (plain === null) return name
  return isShort && plain !== 'therapist' ? `${name} (${plain})` : plain
}

const nameWordsMax = 2

/** Whether the user describes a state in which talking with someone may not wait for an appointment. */
export function isDistressed(text: string): boolean {
  return distress.test(wordsOf(text).join(' '))
}

const distress =
  /\b(?:(?:talk|talking|speak|vent)(?: to| with)? (?:some(?:one|body)|any(?:one|body))(?! about (?:birth|contracept\w+|the pill|getting|starting|having|an? |surgery|insurance|vaccin\w+|weight))|(?:some(?:one|body)|any(?:one|body)|no ?(?:one|body)) (?:(?:for me |i can )?to talk to|i (?:can|could) (?:talk|speak|vent) to)(?! about (?:birth|contracept\w+|the pill|getting|starting|having|an? |surgery|insurance|vaccin\w+|weight))|(?:i|ive|im|i have|i am|been|feel|feels|feeling) (?:(?:been|feeling|really|so|very|super|just|kind of|kinda|pretty|always|completely|a bit|too) )*(?:down|low|sad|depressed|hopeless|overwhelmed|lonely|empty|miserable|burn(?:t|ed) out|falling apart)|crying (?:a lot|all|every|non ?stop|myself)|(?:cries|crying) (?:alone|in (?:the|her|his) (?:shower|bathroom|car|bedroom|room|closet))|llora (?:a escondidas|encerrad[oa]|sol[oa]|en (?:el bano|su cuarto|la ducha))|cant cope|cant stop crying|since (?:my|the) (?:divorce|break ?up|miscarriage|funeral)|hablar con alguien|desahogarme|(?:estoy|me siento|ando) (?:muy |tan |bien |super )?(?:triste|deprimid[oa]|sol[oa]|decaid[oa]|abrumad[oa]|agotad[oa])|(?:no (?:paro|para|deja|dejo) de|se (?:la )?pasa(?: todo el dia)?|me (?:la )?paso(?: todo el dia)?) llora(?:r|ndo)|lloro (?:mucho|todo))\b/
