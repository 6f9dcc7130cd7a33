/** Finds the care that a message names, and whether the message asks for it. */
import { isAnyDoctor, isClinician } from '@careatlas/search/query/care-words'
import type { QueryResources } from '@careatlas/search/query/query-resources'
import { stemOf, wordsOf } from '@careatlas/vocabulary/words'
import { withEyeDoctor } from './child-eyewear.ts'
import type { AnswerLanguage, ConversationContext, NamedPerson, Payer } from './conversation-context.ts'
import { isAnyDoctorOnly, isReasonOfGender, isTherapistOf, namesTherapistOnly } from './find-need.ts'
import { readKindChange } from './kind-change.ts'
import { isQuestion } from './is-question.ts'
import { findListedNeeds } from './listed-needs.ts'
import { asksAboutRecord, isNeedMeant } from './meant-need.ts'
import type { Questions } from './message-questions.ts'
import type { Where } from './message-place.ts'
import type { Subject } from './message-subject.ts'
import type { OpenedMessage } from './open-message.ts'
import { listOpenNeeds, type NamedNeed, readOpenNeed } from './open-needs.ts'
import { findOtherNeeds, withoutOthers } from './other-needs.ts'
import { nameTherapistOfMind } from './plain-needs.ts'
import { asksOrRefuses, isPlainStatement } from './plain-statement.ts'
import { findFieldCodes } from './read-field-choice.ts'
import {
  findExclusionOnly,
  namesClinician,
  namesFieldOfClinician,
  parseNeed,
  readNeed,
  type ReadNeed,
} from './read-need.ts'
import { namesComplaint } from './read-remarks.ts'
import { isAgeOnly } from './read-wishes.ts'
import type { Reading } from './reading.ts'
import { findStatedKinds } from './stated-kind.ts'
import { findUnansweredQuestions } from './unanswered-questions.ts'
import { fieldName, findUsualField } from './usual-field.ts'
import { findSoughtNeed, mayReplaceNeed, asksForLater } from './sought-care.ts'

/** The care that the words of the message name, before it is known whether the message asks for it. */
export interface WantedCare {
  readonly need: ReadNeed | null
  /** One of the needs of the conversation that the message returns to, or the need with its reason. */
  readonly openNeed: ReadNeed | null
  readonly kindChange: Reading['kindChange']
  readonly isFollowUp: boolean
  /** The words of a message that only excludes a clinician. */
  readonly exclusion: string | null
  /** Whether the message asks for others of the same kind: "another allergist". */
  readonly asksForOthers: boolean
}

export function findWantedCare(
  { message, meantWords }: OpenedMessage,
  { person, facility, spelled, isChosen }: Subject,
  { coverage, place, rests }: Where,
  context: ConversationContext,
  resources: QueryResources,
): WantedCare {
  const { text, parsed, requests } = message
  const exclusion = isChosen ? null : findExclusionOnly(message.words, resources)
  const isNoNeed =
    (spelled !== null && !spelled.hasField) ||
    isChosen ||
    requests.has('remembered') ||
    exclusion !== null ||
    isAgeOnly(text)
  const stated =
    isNoNeed || coverage !== null
      ? null
      : findCareBeside(facility, findSoughtNeed(message, rests, meantWords, person, context, resources))
  // "My doctor's name starts with Khal" names no field.
  const own = spelled !== null && !namesFieldOfClinician(stated?.text ?? '') ? null : stated
  const mayBeEyewear =
    !isNoNeed && !asksAboutRecord(null, message) && findOtherNeeds(text, resources).length === 0
  const found = mayBeEyewear ? withEyeDoctor(own, text) : own
  // "A lady doc" after a list.
  const wantsGender =
    requests.has('woman') ||
    requests.has('man') ||
    parsed.some(({ parts }) => parts.preferences.gender !== null)
  const isGenderOnly = wantsGender && (isAnyDoctorOnly(found) || isReasonOfGender(text, resources))
  const isFollowUp = followUp.test(wordsOf(text).join(' '))
  // "And a dr in Seekonk?" after a search for cardiologists.
  const isSameField = isFollowUp && place.place !== null && isAnyDoctorOnly(found)
  const kindChange = place.place === null ? readKindChange(text, context) : null
  const isTherapistOfKnown = isTherapistOf(found?.text ?? '', context.need?.text ?? '')
  const asksForOthers =
    place.place === null &&
    anotherOne.test(wordsOf(text).join(' ')) &&
    findUnansweredQuestions(text).length === 0 &&
    namesSameClinician(found?.text ?? '', context.need?.text ?? '')
  const isForAnother = wantsGender && requests.has('another patient') && !namesClinician(found?.text ?? '')
  const isKnown =
    isGenderOnly || isForAnother || isSameField || isTherapistOfKnown || asksForOthers || kindChange !== null
  const openNeed = isNoNeed
    ? null
    : (readOpenNeed(text, context, found) ??
      // "And for my husband a man"
      (requests.has('another patient') ? null : readPurpose(text, found, context)) ??
      readSurgeonKind(text, context))
  const need = openNeed ?? (isKnown && context.need !== null ? null : found)
  return { need, openNeed, kindChange, isFollowUp, exclusion, asksForOthers }
}

/** Beside the name of an office, only certain care is a need: "does Thundermist do dental?" */
function findCareBeside(facility: NamedPerson | null, need: ReadNeed | null): ReadNeed | null {
  return facility === null || need?.isCertain === true ? need : null
}

/** The clinician of a question before any care is sought: "do I need my mom's permission to see a therapist?" */
export function findClinicianOfQuestion(text: string, resources: QueryResources): ReadNeed | null {
  const [, kind = ''] = visited.exec(wordsOf(text).join(' ')) ?? []
  const name = kind.split(' ').slice(0, kind.split(' ').findIndex(isClinician) + 1)
  return name.length > 0 && !name.every(isAnyDoctor) ? readNeed(name.join(' '), resources) : null
}

const visited =
  /\b(?:see|seeing|visit|go to|talk to|start|get|ver a|ir a|ir con|hablar con) (?:an?|the|my|un|una|el|la) ((?:\S+ ){0,2}\S+)/

const anotherOne = /\b(?:another|others?|different|otr[oa]s?)\b/

function namesSameClinician(words: string, known: string): boolean {
  const knownStems = new Set(known.split(' ').map(stemOf))
  const named = words.split(' ').filter((word) => isClinician(word) && !isAnyDoctor(word))
  return named.length > 0 && named.every((word) => knownStems.has(stemOf(word)))
}

/** "For anxiety" after "a therapist" */
function readPurpose(
  text: string,
  found: ReadNeed | null,
  { need: known }: ConversationContext,
): ReadNeed | null {
  const [, reason] = purposeAlone.exec(wordsOf(text).join(' ')) ?? []
  const isReason =
    reason !== undefined && found !== null && !found.isPatientOnly && !namesClinician(found.text)
  if (!isReason || known === null || known.isNamed || !namesClinician(known.text)) return null
  // The reason may be of the body: "for my knee".
  const clinician = known.text.replace(/\bmental health (?=therapist)/, '')
  return { ...found, kind: known.kind, text: `${clinician} ${reason}` }
}

/** "The surgeon kind" after an eye doctor */
function readSurgeonKind(text: string, { need: known }: ConversationContext): ReadNeed | null {
  const isAsked = surgeonKind.test(wordsOf(text).join(' '))
  if (!isAsked || known === null || known.isNamed || !namesFieldOfClinician(`${known.text} surgeon`))
    return null
  const words = known.text.split(' ').includes('surgeon') ? known.text : `${known.text} surgeon`
  return { ...known, text: words, isPatientOnly: false, narrowing: '', isCertain: true }
}

const surgeonKind = /(?<!\bnot )\b(?:the|a) (?:surgeon|surgical) (?:kind|type|sort|one)s?\b/

const purposeAlone =
  /^(?:(?:its|it is|mostly|mainly|oh|and|es|mas que nada|mas bien) )*((?:for|para) (?!now\b|today\b|tomorrow\b|hoy\b|manana\b)(?:\S+ ){0,4}\S+)$/

/** Whether the message asks for the care that it names. */
export function asksForNeed(
  { message, meantWords }: OpenedMessage,
  { need, openNeed }: WantedCare,
  { asksUnstated, isNeedOfQuestion, asksAboutKind, explained }: Questions,
  other: { readonly person: NamedPerson | null; readonly payer: Payer | null; readonly isUrgent: boolean },
  context: ConversationContext,
  resources: QueryResources,
): boolean {
  if (need === null || openNeed !== null) return need !== null
  const { text } = message
  if (context.need === null && isStory(text, need)) return false
  if (asksUnstated || isNeedOfQuestion || (asksAboutKind && (context.need !== null || explained.length > 0)))
    return false
  // "It's for my knee" after "I need a doctor"
  const isFirstField =
    isAnyDoctorOnly(context.need) &&
    !need.isPatientOnly &&
    (need.isCertain || namesComplaint(text) || purpose.test(wordsOf(text).join(' ')))
  if (isFirstField) return isNeedMeant(need, message, other, { ...context, need: null })
  if (context.need !== null && belongsToNeed(text, need, context.need.text, resources)) return false
  const mayReplace =
    context.need === null ||
    (context.live !== null && asksForLater(text, need)) ||
    mayReplaceNeed(need, meantWords, text)
  return mayReplace && isNeedMeant(need, message, other, context)
}

const purpose = /^(?:(?:and|its|it|is|thats|es|y) )*(?:for|para|about|por) (?:my|the|mi|mis|la|el|los|las) /

/**
 * Whether a complaint is for the clinician whom the user has named, "blister on my toe" after a foot doctor, or is stated beside what is
 * sought: "I get dizzy too" after a cardiologist.
 */
function belongsToNeed(text: string, need: ReadNeed, known: string, resources: QueryResources): boolean {
  const isStated = namesFieldOfClinician(known) || findStatedKinds(known.split(' '), resources).length > 0
  const namesCare = namesClinician(need.text) || (need.kind === 'location' && need.isCertain)
  if (!isStated || namesCare || !isPlainStatement(text)) return false
  if (beside.test(wordsOf(text).join(' '))) return true
  const field = findFieldCodes(known, resources)
  return field !== null && isTreatedIn(field, need.text, resources)
}

function isTreatedIn(field: ReadonlySet<string>, complaint: string, resources: QueryResources): boolean {
  const treating = parseNeed(complaint, resources).care.flatMap(({ codes }) => codes)
  return treating.some(({ code, weight }) => weight >= treatingMin && field.has(code))
}

/** Whether a part of the message only names what belongs to the need: "knee. obviously" after an orthopedist. */
export function namesPartOfNeed(text: string, known: string, resources: QueryResources): boolean {
  const field = findFieldCodes(known, resources)
  if (field === null || isQuestion(text)) return false
  return text
    .split(/[.,;!]/)
    .some((part) => !asksOrRefuses(part) && isTreatedIn(field, wordsOf(part).join(' '), resources))
}

const treatingMin = 0.6
/** Only of the patient: "my son has a rash too" may be another need. */
const beside =
  /^(?:(?:and|oh|btw|y) )*(?:i|im|ive|my (?!son|daughter|kid|wife|husband|mom|dad|baby)\S+|me)\b.* (?:too|as well|tambien)(?: \S+)?$/

/** Whether a long message names no care for certain and no complaint: what is sought is better asked than guessed. */
function isStory(text: string, need: ReadNeed): boolean {
  return !need.isCertain && wordsOf(text).length >= storyWordsMin && !namesComplaint(text)
}

const storyWordsMin = 20

/**
 * The need of the next search and the others of the message.
 *
 * @param seeksMind whether "a therapist" means one for mental health: in a crisis, in distress, or with a wish for sign language
 */
export function divideNeeds(
  text: string,
  { need, openNeed }: WantedCare,
  { isMeant, seeksMind }: { readonly isMeant: boolean; readonly seeksMind: boolean },
  resources: QueryResources,
): Pick<Reading, 'need' | 'otherNeeds' | 'openNeeds'> {
  if (!isMeant || need === null) return { need: null, otherNeeds: [], openNeeds: [] }
  const isOfMessage = openNeed === null
  const [firstListed, ...listed] = isOfMessage ? findListedNeeds(text, resources) : []
  const otherNeeds = listed.length > 0 ? listed : isOfMessage ? findOtherNeeds(text, resources) : []
  const single = withoutOthers(need, otherNeeds, text, resources)
  // "Looking for a dialysis center, a podiatrist": the search would read the clinician first.
  const isOfList = listed.length > 0 && (!single.text.includes(firstListed!) || joining.test(single.text))
  const named = isOfList ? readNeed(firstListed!, resources) : single
  const isOfMind = seeksMind || (named !== null && namesTherapistOnly(named.text) && !ofBody.test(text))
  const own = named && isOfMind ? { ...named, text: nameTherapistOfMind(named.text) } : named
  const openNeeds = own === null ? [] : listOpenNeeds(text, own, readNeeds(otherNeeds, resources))
  return { need: own, otherNeeds, openNeeds }
}

/** "My orthopedist says I need a therapist" */
const ofBody =
  /\b(?:ortho\p{L}*|surge\p{L}+|stroke|physical|injur\p{L}+|torn?|rotator|knees?|back|shoulder|hip|neck|ankle|wrist|rehab|pt)\b/iu

/** "A midwife would be fine too, show me both" after an obstetrician: that list can follow again. */
export function withKnownNeed(
  needs: ReturnType<typeof divideNeeds>,
  text: string,
  { openNeed }: WantedCare,
  { need: known, openNeeds, language }: ConversationContext,
  resources: QueryResources,
): ReturnType<typeof divideNeeds> {
  const isOther = needs.need !== null && known !== null && needs.need.text !== known.text
  if (!isOther || openNeed !== null || needs.otherNeeds.length > 0 || !both.test(text)) return needs
  const isOpen = openNeeds.some((open) => open.text === known.text)
  return isOpen ? { ...needs, otherNeeds: [shortName(known.text, language, resources)] } : needs
}

/** The kind of care without the story around it. */
function shortName(text: string, language: AnswerLanguage, resources: QueryResources): string {
  const words = text.split(' ')
  const [kind] = findStatedKinds(words, resources)
  if (kind !== undefined || words.length <= nameWordsMax) return kind ?? text
  const usual = findUsualField(readNeed(text, resources), resources)
  return usual === null ? text : fieldName(usual, language)
}

const nameWordsMax = 4

const both = /\b(?:both|amb[oa]s|l[oa]s dos)\b/iu

/** "Any nurse practitioners?" after a psychiatrist: those of the same field, if nurse practitioners have it. */
export function withKnownField(
  needs: ReturnType<typeof divideNeeds>,
  { need: known }: ConversationContext,
  resources: QueryResources,
): ReturnType<typeof divideNeeds> {
  const { need } = needs
  if (need === null || known === null || !nurse.test(need.text)) return needs
  const text = `${known.text} nurse practitioner`
  const isOfField =
    findCode(need.text, resources) === nursePractitioner && /^363L(?!00000X)/.test(findCode(text, resources))
  return isOfField ? { ...needs, need: { ...need, text } } : needs
}

const nurse = /\b(?:nurse practitioners?|nps?)\b/
/** The taxonomy code without a field; those with one begin like it. */
const nursePractitioner = '363L00000X'

/** The taxonomy code that the words mean first. */
function findCode(words: string, resources: QueryResources): string {
  return parseNeed(words, resources).care[0]?.codes[0]?.code ?? ''
}

function readNeeds(names: readonly string[], resources: QueryResources): NamedNeed[] {
  return names.flatMap((name) => {
    const need = withEyeDoctor(readNeed(name, resources), name)
    return need === null ? [] : [{ need, name }]
  })
}

const followUp = /^(?:(?:ok|okay) )?(?:and|what about|how about|y|que tal|also|same for)\b/

/** A need that still has the next one of a list. */
const joining = / (?:and|plus|also|y|e|ademas)(?: |$)/
