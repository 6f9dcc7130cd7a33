/** Reads everything in one message that the assistant can act on, with the understanding of the search. */
import { isOutOfScope } from '@careatlas/search/query/out-of-scope'
import { findUnsupportedWishes } from '@careatlas/search/unsupported-wishes'
import { wordsOf } from '@careatlas/vocabulary/words'
import type { Turn } from './assistant.ts'
import type { AnswerLanguage, ConversationContext } from './conversation-context.ts'
import { readComparedDistance } from './compared-distance.ts'
import { wantsHomeCare } from './describe-patient.ts'
import { detectAnswerLanguage, isLikelySpanish } from './detect-answer-language.ts'
import { findDisclosure } from './disclosures.ts'
import { isAboutLanguage, type RequestKind } from './detect-requests.ts'
import { isQuestion } from './is-question.ts'
import { isStatement } from './meant-need.ts'
import { readConditions, type Conditions } from './message-conditions.ts'
import {
  asksForNeed,
  divideNeeds,
  findClinicianOfQuestion,
  findWantedCare,
  namesPartOfNeed,
  type WantedCare,
  withKnownField,
  withKnownNeed,
} from './message-need.ts'
import { readQuestions, type Questions } from './message-questions.ts'
import { readWhere } from './message-place.ts'
import { readSubject, type Subject } from './message-subject.ts'
import { openMessage } from './open-message.ts'
import { readUrgentSigns } from './message-urgency.ts'
import { findNamedInsurers } from './named-insurers.ts'
import { confirmsState, isPartOfName, toArea } from './named-place.ts'
import type { ParsedMessage } from './parse-message.ts'
import { asksForBoth } from './open-needs.ts'
import { isPlainStatement } from './plain-statement.ts'
import { readDefaults } from './read-defaults.ts'
import { findFieldCodes } from './read-field-choice.ts'
import { namesClinician } from './read-need.ts'
import { isOtherOne, readPositions } from './read-ordinal.ts'
import { findOtherPayers, isPlanQuestion } from './read-payer.ts'
import { readNpi } from './read-person.ts'
import { noPlace, type PlaceReading } from './read-place.ts'
import { namesComplaint } from './read-remarks.ts'
import { isCrisis } from './read-urgency.ts'
import { isAgeOnly } from './read-wishes.ts'
import { findRefusedCenter } from './refused-places.ts'
import type { Reading, ReadingResources } from './reading.ts'
import { takeBack } from './take-back.ts'
import { returnsToAll } from './update-places.ts'
import { findUsualField, isDistressed } from './usual-field.ts'
import { findPlanOfOtherState } from './written-payers.ts'

/** @param context of the previous answer */
export function readMessage(turn: Turn, context: ConversationContext, options: ReadingResources): Reading {
  const { resources, carriers } = options
  const opened = openMessage(turn, context, options)
  const { message, landmark, refusedPlaces } = opened
  const { text, parsed, requests } = message
  const subject = readSubject(opened, context, options)
  const { isChoice, recordPlace, rejectedRecord, person, other, ordinal } = subject
  const where = readWhere(opened, subject, context, options)
  const { coverage, place } = where
  const wanted = findWantedCare(opened, subject, where, context, resources)
  const { need, openNeed } = wanted
  const conditions = readConditions(message, subject, where, wanted, context, options)
  const { wishes } = conditions
  const payer =
    (formerPlan.test(turn.text) ? null : findPlanOfOtherState(turn.text, options.servedStates, carriers)) ??
    conditions.payer
  const urgency = readUrgentSigns(turn, message, where.rests, context, options)
  const { notices, needsEmergencyCare, hasRedFlag, isClear } = urgency
  const isUrgent = needsEmergencyCare || (hasRedFlag && notices.some(isCrisis))
  const isCalm = !isUrgent && notices.length === 0
  const questions = readQuestions(
    opened,
    subject,
    { need, hasPlace: place.place !== null },
    { ...conditions, isCalm },
    context,
    resources,
  )
  const isMeant = asksForNeed(opened, wanted, questions, { person, payer, isUrgent }, context, resources)
  const said = turn.history.flatMap(({ role, text: earlier }) => (role === 'user' ? [earlier] : []))
  const isInDistress = [text, ...said].some(isDistressed) || [...context.urgent, ...notices].some(isCrisis)
  const seeksMind = isInDistress || needsSigning(wishes)
  const divided = divideNeeds(text, wanted, { isMeant, seeksMind }, resources)
  const known = withKnownNeed(divided, text, wanted, context, resources)
  const needs = withKnownField(known, context, resources)
  const seeksCare = needs.need !== null || context.need !== null
  // "Harvard Pilgrim" names no town, also beside another plan.
  const payerNames = [...(payer === null ? [] : [payer.name]), ...findNamedInsurers(text)]
  const namesPlaceOnly = payerNames.some((name) => isPartOfName(place.place?.label ?? '', name))
  const isSameState = confirmsState(turn.text, context)
  const defaults = readDefaults(turn, resources.gazetteer, carriers)
  const current = turn.context === null ? null : context.language
  const center = place.place === null ? findRefusedCenter(turn.text, refusedPlaces, toArea(options)) : null
  const isListed = context.shown.records.length > 1
  const isForClinician = namesClinician(need?.text ?? '')
  const compared = isListed && !isForClinician ? readComparedDistance(turn.text, toArea(options)) : null
  const reading: Reading = {
    // "Why is it showing me Providence?" searches nothing there.
    ...(namesPlaceOnly || isSameState || questions.isBesideCare || requests.has('why') ? noPlace : place),
    isSameState,
    ...(landmark !== null && context.place === null && place.place === null && { unknownPlace: landmark }),
    landmark: compared === null ? landmark : null,
    ...(compared !== null && { ...noPlace, place: compared.from }),
    ...(center !== null && { place: center, placeWords: '' }),
    ...(isAboutLanguage(requests) && !isMeant ? { ...wishes, patient: [] } : wishes),
    ...(compared === null ? needs : { need: null, otherNeeds: [], openNeeds: [] }),
    language:
      findRequestedLanguage(requests) ??
      detectAnswerLanguage(text, current) ??
      (current === null ? defaults.language : null),
    foreignLanguage: findForeignLanguage(message),
    requests: keepRequests(message, subject, questions, conditions, wanted, place.place !== null),
    urgent: notices,
    needsEmergencyCare,
    hasRedFlag,
    isClear,
    emergencyTalk: null,
    payer,
    isAgeOnly: isAgeOnly(text) && context.shown.records.length > 0,
    otherPayers: findOtherPayers(text, payer, carriers),
    person,
    office: subject.facility,
    npi: readNpi(text),
    coverage,
    needOfQuestion:
      isMeant || isUrgent || context.need !== null || !requests.has('opinion')
        ? null
        : findClinicianOfQuestion(text, resources),
    kindChange: wanted.kindChange,
    isNeedOfCrisis: false,
    isMovingOn: subject.isMovingOn,
    rejectsPlace: opened.rejectsPlace && center === null,
    rejectedPlaces: opened.rejectedPlaces,
    refusedPlaces,
    ordinal,
    positions: findShownPositions(text, subject, place, context),
    recordPlace: rejectedRecord === null ? recordPlace : null,
    rejectedRecord,
    earlierRecord: subject.earlierRecord,
    comparedDistance: compared,
    officeTime: conditions.officeTime,
    fieldChoice: subject.fieldChoice,
    personField:
      person !== null && isMeant && namesClinician(need?.text ?? '')
        ? findFieldCodes(need?.text ?? '', resources)
        : null,
    isFollowUp: wanted.isFollowUp,
    isAmbiguousOther: isChoice && other === null && isOtherOne(text, context),
    wantsHomeCare: isMeant && wantsHomeCare(text),
    continuesNeed: isMeant && !namesClinician(need?.text ?? '') && !namesComplaint(text) && isContinued(text),
    usualField: isMeant && need !== null ? findUsualField(needs.need, resources) : null,
    isDistressed: isDistressed(text),
    disclosure: findDisclosure(text),
    asksUnstated:
      (questions.asksUnstated && openNeed === null) ||
      ((isChoice || context.need !== null) && requests.has('unstated') && refusedPlaces.length === 0),
    isQuestion: isQuestion(text),
    unanswered: questions.unanswered,
    explained: questions.explained,
    isRemark:
      context.need !== null &&
      need !== null &&
      !isMeant &&
      // "For my son" after a dentist
      !(need.isPatientOnly && wishes.patient.length > 0) &&
      !conditions.hasOther &&
      payer === null &&
      (isStatement(need, text) ||
        (context.asked !== 'place' &&
          need.kind === 'provider' &&
          !namesClinician(need.text) &&
          wishes.patient.length === 0 &&
          namesPartOfNeed(text, context.need.text, resources))),
    asksForBoth: asksForBoth(text),
    isPlainStatement: isPlainStatement(turn.text),
    meansMissingList:
      context.shown.records.length === 0 &&
      (subject.isOrdinalOnly || thatOne.test(wordsOf(text).join(' ')) || asksAboutList(text, context)),
    isOutOfScope: parsed.some(({ parts }) => isOutOfScope(parts.corrected)),
    unsupported: [
      ...findUnsupportedWishes(text.replace(hesitation, '')).filter(
        // "I have not taken my pills" before any care is sought
        (wish) => seeksCare || wish !== 'treatment without injections or medicine',
      ),
      ...(opened.hasTrait ? (['background or belief of the clinician'] as const) : []),
    ],
    defaults,
  }
  return takeBack(reading, text, context)
}

/** "In Spanish please" is itself in English. */
function findRequestedLanguage(requests: ReadonlySet<RequestKind>): AnswerLanguage | null {
  if (requests.has('spanish')) return 'es'
  return requests.has('english') ? 'en' : null
}

/** Whether the user wishes for sign language; without a field, "a therapist" would find physical therapists too. */
function needsSigning({ languages }: Conditions['wishes']): boolean {
  return languages.includes('ase')
}

/** The requests without those whose words mean something else here. */
function keepRequests(
  { text, requests }: ParsedMessage,
  { other, recordPlace, rejectedRecord }: Subject,
  { unanswered }: Questions,
  { payer, officeTime }: Conditions,
  { need, asksForOthers }: WantedCare,
  hasPlace: boolean,
): ReadonlySet<RequestKind> {
  const kept = [...requests].filter(
    (kind) =>
      (kind !== 'more' ||
        (other === null && rejectedRecord === null && !(payer !== null && otherPlan.test(text)))) &&
      // "You already asked me that"
      (kind !== 'decline' || !requests.has('frustration')) &&
      // "Do they have an office in Newport?"
      (kind !== 'diagnosis' || recordPlace === null) &&
      // "A real person in Woonsocket tomorrow" is a clinician.
      (kind !== 'human' ||
        (!hasPlace && officeTime === null) ||
        (need?.isCertain !== true && asksForAgent(text))) &&
      // "Do they accept walk-ins?" asks for no plan.
      !(unanswered.length > 0 && payer === null && aroundQuestions.includes(kind)),
  )
  // "Is he in Blue Cross?"
  const asksForPlan = payer !== null && isPlanQuestion(text) && need === null
  return new Set([
    ...kept,
    ...(asksForPlan ? (['plan'] as const) : []),
    ...(asksForOthers ? (['more'] as const) : []),
  ])
}

/** "Medicare and the other one, AARP" */
const otherPlan = /\b(?:and|plus|y) (?:the|el|la) (?:other|otr[oa])\b/iu

/** Whether the message asks to talk to a person of the service: "let me talk to a real person, I'm in Warwick". */
function asksForAgent(text: string): boolean {
  return agent.test(wordsOf(text).join(' '))
}

const agent =
  /\b(?:(?:(?:talk|speak|chat)(?:ing)? (?:to|with)|(?:connect|transfer|put|get)(?: me| us)(?: (?:to|with|through to))?) (?:an? |the )?|(?:hablar|comuni\w+|conect\w+|pas\w+)(?: me)?(?: con)? una? )(?:(?:real|live|actual) )*(?:human|person|agent|representative|operator|persona|humano|agente|representante|operador)\b(?! (?:who|that|i can|i could|to see|near|que)\b)/

/** Requests whose words are also those of questions that no source answers: "who owns", "takes walk-ins". */
const aroundQuestions: readonly RequestKind[] = ['plan', 'plans', 'service plans', 'who', 'details']

/** The positions of several records of the last list. */
function findShownPositions(
  text: string,
  { isChoice, atPlace }: Subject,
  place: PlaceReading,
  context: ConversationContext,
): readonly number[] {
  if (atPlace.length > 1) return atPlace
  return isChoice && !returnsToAll(place, context) ? readPositions(text, context.shown.records.length) : []
}

/** "I used to have Florida Medicaid", "my old plan is from Ohio" */
const formerPlan =
  /\b(?:used to (?:have|be on)|(?:my|our|his|her) (?:old|former|previous) (?:plan|insurance|coverage))\b/iu

const thatOne =
  /^(?:(?:ok|okay|and|is|what about|how about|tell me about|y) )*(?:that|this) one(?: please)?$|^(?:ese|esa|aquel|aquella)(?: por favor)?$/

/** Whether a message after a search asks something of a list, which that search has not given. */
function asksAboutList(text: string, { need, asked }: ConversationContext): boolean {
  return need !== null && asked !== 'place' && ofList.test(wordsOf(text).join(' '))
}

/** "None of these say hours", "the difference between the first one and the second one", "do any do video calls" */
const ofList =
  /\b(?:any|none|all|some|both|each|which(?: ones?)?|most|ningun[oa]|algun[oa]|tod[oa]s|cual) (?:of|de) (?:them|these|those|ell[oa]s|est[oa]s|es[oa]s)\b|\b(?:first|1st|primer[oa]?)(?: one| two)? (?:and|or|y|o) (?:the |la |el )?(?:second|2nd|segund[oa])\b|\b(?:those|these) ones\b|^(?:(?:ok|okay|and|so|y|pero) )*(?:do|does|are|is) any(?:one|body)? (?!more\b|other\b)\S+|\bthe (?:first|last) (?:two|three|few)\b|\b(?:los|las) (?:primer[oa]s?|ultim[oa]s?) (?:dos|tres)\b/

/** Whether a sentence of the message begins as a continuation, or the message rejects something. */
function isContinued(text: string): boolean {
  return text.split(/[.,;!?]/).some((part) => continuing.test(wordsOf(part).join(' ')))
}

const continuing =
  /^(?:(?:ok|okay) )?(?:what about|how about|any|que tal)\b|\b(?:not|dont|doesnt|do not|does not|didnt|wont|cant|no quiere|no quiero|sin|instead)\b/

/** "No wait, Portland, Maine" is no wish for an appointment without a wait. */
const hesitation = /^\W*(?:(?:oh|um+|uh|ok|okay|actually)\W+)*no,?\s+wait\s*[,.!;:…-]+/iu

function findForeignLanguage({ text, parsed }: ParsedMessage): string | null {
  if (isLikelySpanish(text)) return null
  return parsed.find(({ language }) => language !== null)?.language?.tag ?? null
}
