/** Detects emergencies: red flags that need immediate care, unless the query shows that no danger is present. */
import { isClinician } from '../care-words.ts'
import { withoutFaultyThings } from '../faulty-things.ts'
import { unknownBeginning } from '../pattern-index.ts'
import { queryTokensMax } from '../token-cursor.ts'
import { splitClauses } from './clauses.ts'
import { withoutEmergencyWork } from './emergency-work.ts'
import { isEnded } from './ended-emergency.ts'
import { withoutFigurativeDanger } from './figurative-danger.ts'
import {
  clauseBeginning,
  isNamedAlone,
  isNamedIn,
  isNamedInThePresent,
  resolveReferences,
  withoutHarmlessEvents,
  withoutPlacesOfEvents,
} from './named-emergency.ts'
import {
  fearsExcludedIllness,
  isWoundByThing,
  ordinaryScoreMin,
  withoutOrdinaryMatters,
} from './ordinary-matters.ts'
import { indexRedFlags, readRedFlags, type RedFlag } from './red-flag.ts'
import { hasSeveralSigns } from './several-signs.ts'
import { dangerToOthers, pregnancy, signs } from './shared-red-flags.ts'
import { scoreUrgency, type UrgencyScores, urgentScoreMin } from './urgent-words.ts'

/** `mind`: danger to oneself or to others. */
export type Emergency = 'body' | 'mind'

const physical = readRedFlags(import.meta.dirname, 'physical-red-flags.txt')
const bySystem = [
  'breathing-and-circulation.txt',
  'brain-and-nerves.txt',
  'infections-and-children.txt',
  'abdomen-and-pelvis.txt',
  'poisons-and-injuries.txt',
  'everyday-descriptions.txt',
  'short-notes.txt',
].flatMap((file) => readRedFlags(import.meta.dirname, file, signs).flags)
export const physicalRedFlags = [...physical.flags, ...bySystem, ...pregnancy]
export const mentalRedFlags = [
  ...readRedFlags(import.meta.dirname, 'mental-red-flags.txt').flags,
  ...dangerToOthers,
]
export const sameDayFlags = readRedFlags(import.meta.dirname, 'same-day.txt', signs).flags
const findPhysicalFlags = indexRedFlags(physicalRedFlags)
const findMentalFlags = indexRedFlags(mentalRedFlags)
const findSameDayFlags = indexRedFlags(sameDayFlags)
const context = readRedFlags(import.meta.dirname, 'context.txt').group

const now = physical.group('now')
const severe = physical.group('worst')
const chronicOrPast = context('chronic, past or feared')
const exertion = context('exertion')
const slowOnset = context('slow onset')
const bereavement = context('bereavement')
const eachPastEvent = new RegExp(context('past event').source, 'g')
const eachAbsentSign = new RegExp(context('absent sign').source, 'g')
const denialWord = context('word of denial')
const eachDeniedFinding = new RegExp(context('denied finding').source, 'g')
const teaching = context('teaching')
const eachAbsentTeaching = new RegExp(context('absent teaching').source, 'g')
const presentEvent = context('present event')
const emergencyCare = context('emergency care')
const immediate = context('immediate')
const eachTreatment = new RegExp(context('treatment').source, 'g')
const possessive = context('possessive')
const field = context('field')
const clinicianOfNoField = context('clinician of no field')

/** A list of this many complaints describes an illness, unless two of them are red flags and none has a slow onset. */
const listLengthMin = 5
const listFlagsMin = 2

export interface DetectedEmergency {
  /** Null if everything that the query describes can wait for an appointment. */
  readonly emergency: Emergency | null
  /** Whether red flags describe it. Words alone, and signs that must be seen the same day, give a notice and do not change the results. */
  readonly hasRedFlag: boolean
}

/** @param spellings the words of the query in corrected spelling and as written: a red flag in either counts */
export function detectEmergency(
  query: string,
  ...spellings: readonly (readonly string[])[]
): DetectedEmergency {
  const { byFlags, byWords } = findEmergencies(query, spellings)
  return { emergency: byFlags ?? byWords, hasRedFlag: byFlags !== null }
}

interface FoundEmergencies {
  readonly byFlags: Emergency | null
  readonly byWords: Emergency | null
}

function findEmergencies(query: string, spellings: readonly (readonly string[])[]): FoundEmergencies {
  const all = spellings.map((words) => words.slice(0, queryTokensMax).join(' ')).join(' ')
  const currentClauses = distinctSpellings(spellings).map((words) => listCurrentClauses(query, words))
  const texts = currentClauses.map((clauses) => clauses.join(' '))
  const current = currentClauses.map(joinPresentSigns)
  const allCurrent = current.join(' ')
  const isAboutTeaching = mentionsTeaching(all) && !currentClauses.flat().some(isBesideTeaching)
  const certain = isAboutTeaching && !presentEvent.test(allCurrent) ? null : findCertainEmergency(current)
  if (certain !== null) return { byFlags: certain, byWords: null }
  if (isAboutTeaching) return { byFlags: null, byWords: null }
  const scores = scoreTexts(current, spellings[0])
  const isBesideField = requestsField(texts.join(' ')) && !now.test(allCurrent)
  if (isBesideField && !immediate.test(allCurrent))
    return { byFlags: null, byWords: emergencyByWords(scores, besideFieldScoreMin) }
  const isBereaved = bereavement.test(allCurrent)
  const isLessUrgent = isBereaved || chronicOrPast.test(allCurrent)
  const isSameDay =
    !isLessUrgent && !isBesideField && current.some((text) => findSameDayFlags(text).length > 0)
  const scoreMin = isBesideField
    ? besideFieldScoreMin
    : isLessUrgent || isList(query)
      ? lessUrgentScoreMin
      : urgentScoreMin
  const byWords = findByWords(currentClauses, scores, scoreMin) ?? (isSameDay ? 'body' : null)
  if (!isLessUrgent && current.some((text) => findMentalFlags(text).length > 0))
    return { byFlags: 'mind', byWords }
  const describedFlags = [...new Set(current.flatMap(findPhysicalFlags))]
  const isNamed =
    !fearsExcludedIllness(all) &&
    currentClauses.some((clauses) => isNamedAlone(clauses) || clauses.some(isNamedInThePresent))
  const isOtherEmergency = isNamed || current.some(hasSeveralSigns)
  const physicalFlags = describedFlags.length === 0 && isOtherEmergency ? [undescribed] : describedFlags
  if (isBereaved && !(physicalFlags.length > 1 && now.test(allCurrent))) return { byFlags: null, byWords }
  const concerning = currentClauses.flatMap(fromNamedEmergency).join(' ').replaceAll(eachPastEvent, ' ')
  if (canWait(physicalFlags, query, concerning)) return { byFlags: null, byWords }
  if (isNamed || physicalFlags.length > 1 || isSupported(scores)) return { byFlags: 'body', byWords }
  return { byFlags: null, byWords: isRefuted(scores) ? byWords : 'body' }
}

/** Replaces `urgentScoreMin` beside words of past or chronic illness, or in a list of complaints. */
const lessUrgentScoreMin = 1.2

/** Replaces `urgentScoreMin` beside a requested field: "dentist for a swollen face, I can't swallow". */
const besideFieldScoreMin = 0

/** Below this score in each kind, the words refute a single physical red flag that is not certain. */
const refutedScoreMax = -4

/** The clauses in one text, without the signs that they call absent, denied or past. */
function joinPresentSigns(clauses: readonly string[]): string {
  const text = clauses.map((clause) => clause.replaceAll(eachAbsentSign, ' ')).join(' ')
  const present = denialWord.test(text) ? text.replaceAll(eachDeniedFinding, ' ') : text
  return present.replaceAll(eachPastEvent, ' ')
}

function scoreTexts(texts: readonly string[], whole?: readonly string[]): UrgencyScores {
  const spellings = texts.map((text) => text.split(' ').filter((word) => word !== ''))
  return scoreUrgency(spellings, whole)
}

/** An emergency by words alone; only a high score makes ordinary matters an emergency. */
function findByWords(
  clauses: readonly (readonly string[])[],
  scores: UrgencyScores,
  scoreMin: number,
): Emergency | null {
  const found = emergencyByWords(scores, scoreMin)
  if (found === null) return null
  if (found === 'mind' && clauses.some((each) => isWoundByThing(each.join(' ')))) return null
  const others = clauses.map(withoutOrdinaryMatters).map(joinPresentSigns)
  return emergencyByWords(scoreTexts(others), scoreMin) === null
    ? emergencyByWords(scores, ordinaryScoreMin)
    : found
}

function emergencyByWords(scores: UrgencyScores, min: number): Emergency | null {
  const mind = Math.max(scores.crisis, scores.danger_to_others)
  const body = Math.max(scores.emergency, scores.pregnancy_urgent)
  if (Math.max(body, mind) < min) return null
  return mind > body ? 'mind' : 'body'
}

/** Whether the words support a single physical red flag that is not certain, so that it ranks emergency care first. */
function isSupported(scores: UrgencyScores): boolean {
  return Object.values(scores).some((score) => score >= urgentScoreMin)
}

function isRefuted(scores: UrgencyScores): boolean {
  return Object.values(scores).every((score) => score < refutedScoreMax)
}

function distinctSpellings(spellings: readonly (readonly string[])[]): readonly (readonly string[])[] {
  return [...new Map(spellings.map((words) => [words.join(' '), words])).values()]
}

/** The red flag of a query that names an emergency, or has several acute signs, and no other red flag. */
const undescribed: RedFlag = {
  name: 'named emergency or several signs',
  has: [],
  unless: null,
  beginnings: unknownBeginning,
  certain: false,
}

/** The clauses without harmless events, unless they have a certain flag; a clause without another flag is removed. */
function listCurrentClauses(query: string, words: readonly string[]): readonly string[] {
  const clauses = splitClauses(query, words.slice(0, queryTokensMax), clauseBeginning)
    .map(withoutFaultyThings)
    .map(withoutFigurativeDanger)
    .map(withoutEmergencyWork)
    .filter((clause) => clause !== '')
  return resolveReferences(clauses).flatMap((clause, _index, resolved) => {
    if (isEnded(clause, resolved)) return []
    const rest = withoutHarmlessEvents(clause)
    if (rest === null || findCertainEmergency([clause]) !== null) return [clause]
    return hasFlag(rest) ? [rest] : []
  })
}

function hasFlag(text: string): boolean {
  return findMentalFlags(text).length > 0 || findPhysicalFlags(text).length > 0
}

/** Whether a clause describes an actual emergency beside another one about a class: "my baby is choking". */
function isBesideTeaching(clause: string): boolean {
  return isNamedInThePresent(clause) && presentEvent.test(clause) && !mentionsTeaching(clause)
}

/** Whether the text is about a class or group, which is neither the place of an event nor lacking, ended, useless or for later. */
function mentionsTeaching(text: string): boolean {
  return teaching.test(withoutPlacesOfEvents(text).replaceAll(eachAbsentTeaching, ' '))
}

/** The clauses from the first one that names an emergency with a red flag: words in earlier ones do not concern it. */
function fromNamedEmergency(clauses: readonly string[]): readonly string[] {
  const first = clauses.findIndex((clause) => isNamedIn(clause) && findPhysicalFlags(clause).length > 0)
  return first === -1 ? clauses : clauses.slice(first)
}

/** Neither a medical field nor a list of complaints in the query makes a certain flag less urgent. */
function findCertainEmergency(texts: readonly string[]): Emergency | null {
  const hasCertain = (findFlags: (text: string) => readonly RedFlag[]): boolean =>
    texts.some((text) => findFlags(text).some(({ certain }) => certain))
  if (hasCertain(findMentalFlags)) return 'mind'
  return hasCertain(findPhysicalFlags) ? 'body' : null
}

function isList(query: string): boolean {
  return query.split(',').length >= listLengthMin
}

/** `flags` are the present ones, none of which is certain. */
function canWait(flags: readonly RedFlag[], query: string, text: string): boolean {
  if (flags.length === 0) return true
  if (isList(query)) return flags.length < listFlagsMin || slowOnset.test(text)
  if (flags.length > 1 || now.test(text)) return false
  return chronicOrPast.test(text) || (exertion.test(text) && !severe.test(text))
}

/** Whether the query requests a field, such as "cardiologist for …"; "my cardiologist" is not a request. */
function requestsField(text: string): boolean {
  if (emergencyCare.test(text)) return false
  return text
    .replaceAll(eachTreatment, ' ')
    .split(' ')
    .some((word, index, words) => isField(word) && !possessive.test(words[index - 1] ?? ''))
}

/** Whether the word is a field or its clinician: "cardiologist", "cardiology", "counseling". */
function isField(word: string): boolean {
  return (isClinician(word) && !clinicianOfNoField.test(word)) || field.test(word)
}
