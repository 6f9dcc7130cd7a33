/** Reads one message with the understanding of the search: everything that the assistant can act on. */
import { isClinician, isFacility } from '@careatlas/search/query/care-words'
import type { QueryResources } from '@careatlas/search/query/query-resources'
import { isOutOfScope } from '@careatlas/search/query/out-of-scope'
import { findUnsupportedWishes } from '@careatlas/search/unsupported-wishes'
import { isStopWord, wordsOf } from '@careatlas/vocabulary/words'
import type { Turn } from './assistant.ts'
import type { ConversationContext, NamedPerson, Payer } from './conversation-context.ts'
import { withEyeDoctor } from './child-eyewear.ts'
import { withoutBackground } from './background.ts'
import { separateTraits } from './clinician-traits.ts'
import { findClinicianKinds } from './clinician-kinds.ts'
import { detectAnswerLanguage, isConversationWord, isLikelySpanish } from './detect-answer-language.ts'
import {
  isHarmless,
  isQuestionBesideCare,
  namesComplaint,
  readRemarks,
  withoutHarmless,
} from './read-remarks.ts'
import { isAppointmentWish, wantsHomeCare } from './describe-patient.ts'
import { isAboutLanguage, isAboutRecord, type RequestKind } from './detect-requests.ts'
import { withoutMentionedPlaces } from './mentions.ts'
import { cleanMessage } from './message-pieces.ts'
import { type ParsedMessage, parseMessage, withoutWords } from './parse-message.ts'
import { readDefaults } from './read-defaults.ts'
import { findFieldCodes, readFieldChoice } from './read-field-choice.ts'
import {
  findExclusionOnly,
  namesClinician,
  namesFieldOfClinician,
  readNeed,
  type ReadNeed,
} from './read-need.ts'
import { readFacilityName } from './read-facility-name.ts'
import { readOfficeTime } from './read-office-time.ts'
import { isOrdinal } from './list-position.ts'
import { findOther, isOtherOne, readOrdinal, readPositions } from './read-ordinal.ts'
import { readLandmark } from './landmarks.ts'
import { findRecordsByPlace } from './record-by-place.ts'
import { findRejectedRecord } from './rejected-record.ts'
import { withoutInsurers } from './named-insurers.ts'
import { findOtherPayers, namesPayer, isPlanQuestion, readPayer } from './read-payer.ts'
import { readNpi } from './read-person.ts'
import { readSpelledName } from './read-spelled-name.ts'
import { readCoverage } from './read-coverage.ts'
import { findRefusedPlaces } from './refused-places.ts'
import { removeRejectedPlace } from './rejected-place.ts'
import { isDistanceOnly, noPlace } from './read-place.ts'
import { isAfterViolence } from './live-emergency.ts'
import { isCrisis, readUrgency, type Urgency } from './read-urgency.ts'
import { hasWish, isAgeOnly, readWishes } from './read-wishes.ts'
import { findUsualField, isDistressed } from './usual-field.ts'
import { isAboutMind, isEverydayWord } from './everyday-words.ts'
import { findServedTowns, writeOutTowns } from './served-towns.ts'
import { findSoughtNeed, mayReplaceNeed } from './sought-care.ts'
import { findStatedKinds } from './stated-kind.ts'
import { takeBack } from './take-back.ts'
import { simplifyJoiningWords } from './town-change.ts'
import { readKindChange } from './kind-change.ts'
import { isQuestion } from './is-question.ts'
import { listPlaces, returnsToAll } from './update-places.ts'
import { findUnansweredQuestions, isAdministrative, isWish } from './unanswered-questions.ts'
import { readMeanings } from './word-meanings.ts'
import type { Reading, ReadingResources } from './reading.ts'
import { type EmergencyTalk, readEmergencyTalk } from './read-emergency-talk.ts'
import { readEmergencyTopics } from './read-emergency-topic.ts'
import { asksAboutRecord, isNeedMeant, isStatement, namesOtherCare, namesOtherKind } from './meant-need.ts'
import { listOpenNeeds, type NamedNeed, readOpenNeed } from './open-needs.ts'
import { findListedNeeds } from './listed-needs.ts'
import { findOtherNeeds, withoutOthers } from './other-needs.ts'
import { isPartOfName, isPositionWords, readNamedPlace, toArea, withoutPlaces } from './named-place.ts'
import { findDescribedPerson, movesOn, readNamedPerson } from './named-person.ts'
import { isAnyDoctorOnly, namesService } from './find-need.ts'

/** @param context of the previous answer */
export function readTurn(turn: Turn, context: ConversationContext, given: ReadingResources): Reading {
  const reading = withoutUrgentNeed(readWithoutRemarks(turn, context, given), turn.text)
  if (context.live === null)
    return asksForNumber(turn.text, reading, context) ? repeatNotices(reading) : reading
  const read = readEmergencyTalk(turn, context, reading.requests, given.contacts)
  // "After this I need a therapist": the emergency goes on, and the list follows the numbers to call.
  const isForLater =
    (read.topic === null || read.topic === 'other care') && asksForLater(turn.text, reading.need)
  const isOfCrisis = !isForLater && wantsCareInCrisis(turn.text, reading, context, read)
  const topicOfCare = isForLater ? 'other care' : isOfCrisis ? null : read.topic
  const emergencyTalk = { ...read, topic: topicOfCare }
  const { topic } = emergencyTalk
  const isOfPatient = topic === 'other care' || topic === 'driving'
  const isInCare = topic === 'calling' || topic === 'underway'
  // "Can urgent care see him?" and "she has asthma, too" ask for no other care; "it's just stress, a therapist please" does.
  const asksForCare =
    topic === null
      ? context.live === 'suspected' || isRequest(turn.text, reading.need)
      : isForLater || (!isOfPatient && namesClinician(reading.need?.text ?? ''))
  // The words of such a message resemble those of other emergencies, and fear of a person those of a heart attack.
  const isOfSameEmergency =
    !reading.hasRedFlag &&
    (topic !== null || isAfterViolence(context) || (context.live === 'described' && !reading.isClear))
  return {
    ...reading,
    emergencyTalk,
    ...(!asksForCare && { need: null, otherNeeds: [] }),
    ...(isOfPatient && { officeTime: null, ordinal: null }),
    ...((isOfSameEmergency || isInCare) && { urgent: [], hasRedFlag: false, needsEmergencyCare: false }),
  }
}

/** What describes a crisis, a poisoning or violence is no need: the next search is for care that the user names. */
function withoutUrgentNeed(reading: Reading, text: string): Reading {
  const isKept = reading.need === null || !reading.urgent.some(isCrisis) || isRequest(text, reading.need)
  return isKept ? reading : { ...reading, need: null, otherNeeds: [] }
}

/** "What was that number?" after a notice that no emergency follows any more, unless records are listed. */
function asksForNumber(text: string, { need, urgent }: Reading, context: ConversationContext): boolean {
  const isAfterNotice = context.urgent.length > 0 && context.shown.records.length === 0
  return isAfterNotice && need === null && urgent.length === 0 && readEmergencyTopics(text).includes('number')
}

function repeatNotices(reading: Reading): Reading {
  const others = [...reading.requests].filter((kind) => kind !== 'phone')
  return { ...reading, requests: new Set([...others, 'opinion']) }
}

/** "Is there a therapist in Warwick?" in a crisis without a sign of the body: the list follows the number to call. */
function wantsCareInCrisis(
  text: string,
  { need, place, isOwnPlace, urgent }: Reading,
  context: ConversationContext,
  { topic }: EmergencyTalk,
): boolean {
  if (topic !== 'other care' || urgent.length > 0 || !namesClinician(need?.text ?? '')) return false
  const isOfMind = context.urgent.every((notice) => isCrisis(notice) && notice.kind !== 'poison')
  return isOfMind && (place !== null || isOwnPlace || careWish.test(text))
}

/** Whether the message seeks care of the mind for the time after the emergency. */
function asksForLater(text: string, need: ReadNeed | null): boolean {
  return later.test(text) && namesClinician(need?.text ?? '') && isAboutMind(need?.text ?? '')
}

const later =
  /\b(?:after(?:wards?)?|later|once|eventually|when (?:i|he|she|we|they)(?:['’]?m| am| is| are| get| gets)|despu[eé]s|luego|cuando salga)\b/iu

const careWish =
  /\b(?:find|looking|search|want|need|recommend|is there|are there|do you (?:have|know)|busc\p{L}+|necesit\p{L}+|quier\p{L}+|hay)\b/iu

/** Whether the need names care, or the message asks for it. */
function isRequest(text: string, need: ReadNeed | null): boolean {
  if (need === null) return false
  return (
    need.kind === 'location' ||
    need.text.split(' ').some((word) => isClinician(word) || isFacility(word)) ||
    requestWord.test(text)
  )
}

const requestWord = /\b(?:needs?|looking|find|wants?|search|necesit\p{L}+|busc\p{L}+|quier\p{L}+)\b/iu

/** Reads the message, and without its remarks if it has any. A message with an urgent sign is read as a whole. */
function readWithoutRemarks(turn: Turn, context: ConversationContext, given: ReadingResources): Reading {
  // Of its own, so that `parseNeed` keeps the results of this message only.
  const options = { ...given, resources: { ...given.resources } }
  const whole = readMessage(turn, context, options)
  // "He's the one in Warwick" describes the person of the last question.
  const isAboutPerson = context.asked === 'name' || context.person !== null
  if (isAboutPerson || whole.hasRedFlag || whole.recordPlace !== null || whole.rejectedRecord !== null)
    return whole
  const { rest, kind } = readRemarks(cleanMessage(turn.text), context, options.resources)
  if (kind === null) return whole
  const reading = readMessage({ ...turn, text: rest }, context, options)
  // "OK, we're in Johnston" answers the question for the place, "he has Narrows Mutual" that for the payer.
  const isPlaceLost = context.asked === 'place' && reading.place === null && whole.place !== null
  const isPayerLost = reading.payer === null && (whole.payer?.codes.length ?? 0) > 0
  if ((isPlaceLost && isHere.test(wordsOf(turn.text).join(' '))) || isPayerLost) return whole
  // "We can also go to Bristol"
  const changesPlace = whole.rejectsPlace || (whole.townChange === 'add' && context.place !== null)
  return {
    ...reading,
    urgent: whole.urgent,
    needsEmergencyCare: false,
    hasRedFlag: false,
    rejectsPlace: whole.rejectsPlace,
    rejectedPlaces: whole.rejectedPlaces,
    refusedPlaces: whole.refusedPlaces,
    ...(reading.place === null && changesPlace && pickPlaces(whole)),
    language: whole.language,
    foreignLanguage: whole.foreignLanguage,
    unsupported: whole.unsupported,
    patient: context.need === null ? whole.patient : reading.patient,
    asksUnstated:
      whole.refusedPlaces.length > 0 ? false : rest === '' ? kind === 'patient' : reading.asksUnstated,
    unanswered: whole.unanswered,
    isDistressed: whole.isDistressed,
    isRemark:
      rest === '' && !changesPlace && whole.refusedPlaces.length === 0 && whole.unanswered.length === 0,
  }
}

const isHere =
  /\b(?:im|i am|we are|were|hes|he is|shes|she is|theyre|they are|located|living|staying|stay) (?:\w+ ){0,2}(?:in|near|at|around|by|from|out of)\b/

function pickPlaces({ place, otherPlaces, townChange }: Reading): Partial<Reading> {
  return { place, otherPlaces, townChange }
}

function readMessage(turn: Turn, context: ConversationContext, options: ReadingResources): Reading {
  const { resources, carriers } = options
  const area = toArea(options)
  const { text: located, landmark } = readLandmark(writeOutTowns(turn.text, area), area)
  const traits = separateTraits(located)
  const written = simplifyJoiningWords(traits.text, resources.gazetteer)
  const labels = listPlaces(context).map(({ label }) => label)
  const refused = findRefusedPlaces(written, area)
  const rejected = removeRejectedPlace(refused.text, labels, resources.gazetteer)
  const message = parseMessage(withoutBackground(rejected.text, resources), resources)
  const { text, parsed, requests } = message
  const meantWords = readMeanings(text, turn.history.length > 0, resources.finder.index)
  const textForPlaces = withoutMentionedPlaces(text, meantWords, context.place !== null)
  const placeMessage = textForPlaces === text ? message : parseMessage(textForPlaces, resources)
  const isChoice = context.shown.records.length > 0 && context.asked !== 'place'
  const isMovingOn = movesOn(text)
  const isNamed = (context.asked === 'name' || context.person !== null) && !isMovingOn
  const fieldChoice = isChoice && !parsed.some(namesPayer) ? readFieldChoice(text, isNamed, resources) : null
  const facility = readFacilityName(text, {
    resources,
    servedStates: options.servedStates,
    isAboutRecord: isAboutRecord(requests) || readOfficeTime(text) !== null,
  })
  const spelled = readSpelledName(rejected.text, context, resources.isName)
  const recordPlace = isChoice ? findRecordsByPlace(text, context.shown.records, toArea(options)) : null
  const isOfRecord = recordPlace !== null
  const rejectedRecord = isChoice ? findRejectedRecord(text, recordPlace, context) : null
  const person =
    fieldChoice === null && !isOfRecord
      ? (facility ??
        readNamedPerson(message, context, resources, spelled?.person) ??
        (isMovingOn ? null : findDescribedPerson(message, context)))
      : null
  const other = isChoice ? findOther(text, context) : null
  const atPlace = recordPlace?.isQuestion === false ? recordPlace.positions : []
  const ordinal =
    isChoice && rejectedRecord === null && readOpenNeed(text, context, null) === null
      ? (other ?? (atPlace.length === 1 ? atPlace[0]! : readOrdinal(text)))
      : null
  // "El segundo" is also a town. "Primary first" begins with one of the needs.
  const isOrdinalOnly =
    readOrdinal(text) !== null && !isDescription(message.words) && readOpenNeed(text, context, null) === null
  const asksForCoverage = person === null && !parsed.some(namesPayer)
  const coverage = asksForCoverage ? readCoverage(text, resources.gazetteer, options.servedStates) : null
  const named =
    coverage === null && !isOrdinalOnly && facility === null && !isOfRecord
      ? readNamedPlace(placeMessage, { person, isCorrected: rejected.text !== written }, context, options)
      : { ...noPlace, place: coverage?.isServed === true ? coverage.place : null }
  const isNoTown = ordinal !== null && isPositionWords(named.place?.label ?? '')
  const place = isNoTown || asksForHospitalOf(text) ? noPlace : named
  const mentioned = place.place === null ? [] : findServedTowns(text, area, false)
  const rests = parsed.map(({ parts }) =>
    message.withoutRequests(withoutPlaces(withoutInsurers(parts.rest.join(' ')), place, mentioned)),
  )
  const isChosen =
    isOrdinalOnly || other !== null || fieldChoice !== null || isOfRecord || rejectedRecord !== null
  const exclusion = isChosen ? null : findExclusionOnly(message.words, resources)
  const isNoNeed =
    facility !== null ||
    (spelled !== null && !spelled.hasField) ||
    isChosen ||
    requests.has('remembered') ||
    exclusion !== null ||
    isAgeOnly(text)
  const stated =
    isNoNeed || coverage !== null
      ? null
      : findSoughtNeed(message, rests, meantWords, person, context, resources)
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
  const isGenderOnly = wantsGender && isAnyDoctorOnly(found)
  const isFollowUp = followUp.test(wordsOf(text).join(' '))
  // "And a dr in Seekonk?" after a search for cardiologists.
  const isSameField = isFollowUp && place.place !== null && isAnyDoctorOnly(found)
  const kindChange = place.place === null ? readKindChange(text, context) : null
  const isKnown = isGenderOnly || isSameField || kindChange !== null
  const openNeed = isNoNeed ? null : readOpenNeed(text, context, found)
  const need = openNeed ?? (isKnown && context.need !== null ? null : found)
  const hasNeed = need !== null && (need.isCertain || context.need === null)
  const wishes = readWishes(message, hasNeed, exclusion)
  const officeTime = readOfficeTime(text)
  const hasOther =
    place.place !== null ||
    place.radiusMiles !== null ||
    person !== null ||
    [...requests].some((kind) => kind !== 'any of them') ||
    officeTime !== null ||
    hasWish(wishes)
  const namedPayer = readNamedPayer(message, { person, hasOther: hasOther || hasNeed }, context, options)
  // "My sister is deaf" is no answer to the question for the payer.
  const payer = coverage !== null || (isAppointmentWish(text) && !parsed.some(namesPayer)) ? null : namedPayer
  const isPlacePayer = payer !== null && isPartOfName(place.place?.label ?? '', payer.name)
  // "Is he in Blue Cross?"
  const asksForPlan = payer !== null && isPlanQuestion(text)
  const { notices, needsEmergencyCare, hasRedFlag, isClear } = readUrgentSigns(
    turn,
    message,
    rests,
    context,
    options,
  )
  const isUrgent = needsEmergencyCare || (hasRedFlag && notices.some(isCrisis))
  const isCalm = !isUrgent && notices.length === 0
  const isAsking = requests.size === 0 || requests.has('opinion') || requests.has('unstated')
  const isBesideCare =
    isCalm && context.need !== null && payer === null && isAsking && isQuestionBesideCare(text)
  const statedKinds = findStatedKinds(wordsOf(text), resources)
  const asksUnstated =
    refused.labels.length === 0 &&
    (isBesideCare ||
      (isCalm &&
        context.need !== null &&
        statedKinds.length === 0 &&
        isAppointmentWish(text) &&
        !namesService(need)) ||
      (isChoice && !hasOther && payer === null && asksAboutRecord(need, message)))
  const unanswered = findUnansweredQuestions(text)
  const explained =
    requests.has('explanation') || comparesKinds.test(wordsOf(text).join(' ')) ? findClinicianKinds(text) : []
  // "Can a chiropractor prescribe?" asks for no chiropractor.
  const isOnlyAsked = explained.length > 0 || unanswered.includes('prescribing')
  const isAsked =
    unanswered.length > 0 &&
    !(unanswered.every(isWish) && (context.need === null || namesComplaint(text))) &&
    !namesOtherCare(need, place.place !== null, context.need) &&
    !namesOtherKind(need, statedKinds, context.need)
  const isMeant =
    need !== null &&
    (openNeed !== null ||
      (!asksUnstated &&
        !isAsked &&
        !(isOnlyAsked && context.need !== null) &&
        explained.length === 0 &&
        (context.need === null ||
          (context.live !== null && asksForLater(text, need)) ||
          mayReplaceNeed(need, meantWords, text)) &&
        isNeedMeant(need, message, { person, payer, isUrgent }, context)))
  const isOpen = isMeant && openNeed === null
  const [firstListed, ...listed] = isOpen ? findListedNeeds(text, resources) : []
  const otherNeeds = listed.length > 0 ? listed : isOpen ? findOtherNeeds(text, resources) : []
  const single = isMeant ? withoutOthers(need, otherNeeds, text, resources) : null
  // "Looking for a dialysis center, a podiatrist": the search would read the clinician first.
  const isOfList = listed.length > 0 && (!single!.text.includes(firstListed!) || joining.test(single!.text))
  const ownNeed = isOfList ? readNeed(firstListed!, resources) : single
  const defaults = readDefaults(turn, resources.gazetteer, carriers)
  const current = turn.context === null ? null : context.language
  const reading: Reading = {
    ...(isPlacePayer || isBesideCare ? noPlace : place),
    ...(landmark !== null && context.place === null && place.place === null && { unknownPlace: landmark }),
    landmark,
    ...(isAboutLanguage(requests) && !isMeant ? { ...wishes, patient: [] } : wishes),
    language: detectAnswerLanguage(text, current) ?? (current === null ? defaults.language : null),
    foreignLanguage: findForeignLanguage(message),
    requests: new Set([
      ...[...requests].filter(
        (kind) =>
          (kind !== 'more' || (other === null && rejectedRecord === null)) &&
          // "You already asked me that"
          (kind !== 'decline' || !requests.has('frustration')) &&
          // "Do they have an office in Newport?"
          (kind !== 'diagnosis' || !isOfRecord) &&
          // "Do they accept walk-ins?" asks for no plan.
          !(unanswered.length > 0 && payer === null && aroundQuestions.includes(kind)),
      ),
      ...(asksForPlan && need === null ? (['plan'] as const) : []),
    ]),
    urgent: notices,
    needsEmergencyCare,
    hasRedFlag,
    isClear,
    emergencyTalk: null,
    payer,
    isAgeOnly: isAgeOnly(text) && context.shown.records.length > 0,
    otherPayers: findOtherPayers(text, payer, carriers),
    person,
    npi: readNpi(text),
    coverage,
    kindChange,
    isMovingOn,
    rejectsPlace: rejected.rejects || labels.some((label) => refused.labels.includes(label)),
    rejectedPlaces: [...rejected.labels, ...refused.labels],
    refusedPlaces: refused.labels,
    ordinal,
    positions:
      atPlace.length > 1
        ? atPlace
        : isChoice && !returnsToAll(place, context)
          ? readPositions(text, context.shown.records.length)
          : [],
    recordPlace: rejectedRecord === null ? recordPlace : null,
    rejectedRecord,
    officeTime,
    fieldChoice,
    personField:
      person !== null && isMeant && namesClinician(need.text) ? findFieldCodes(need.text, resources) : null,
    isFollowUp,
    isAmbiguousOther: isChoice && other === null && isOtherOne(text, context),
    need: ownNeed,
    wantsHomeCare: isMeant && wantsHomeCare(text),
    continuesNeed: isMeant && !namesClinician(need.text) && !namesComplaint(text) && isContinued(text),
    usualField: isMeant ? findUsualField(need, resources) : null,
    isDistressed: isDistressed(text),
    otherNeeds,
    openNeeds: ownNeed === null ? [] : listOpenNeeds(text, ownNeed, readNeeds(otherNeeds, resources)),
    asksUnstated:
      (asksUnstated && openNeed === null) ||
      ((isChoice || context.need !== null) && requests.has('unstated') && refused.labels.length === 0),
    isQuestion: isQuestion(text),
    unanswered,
    explained,
    isRemark:
      context.need !== null &&
      need !== null &&
      !isMeant &&
      !hasOther &&
      payer === null &&
      isStatement(need, text),
    meansMissingList:
      context.shown.records.length === 0 && (isOrdinalOnly || thatOne.test(wordsOf(text).join(' '))),
    isOutOfScope: parsed.some(({ parts }) => isOutOfScope(parts.corrected)),
    unsupported: [
      ...findUnsupportedWishes(text.replace(hesitation, '')),
      ...(traits.hasTrait ? (['background or belief of the clinician'] as const) : []),
    ],
    defaults,
  }
  return takeBack(reading, text, context)
}

function readNeeds(names: readonly string[], resources: QueryResources): NamedNeed[] {
  return names.flatMap((name) => {
    const need = withEyeDoctor(readNeed(name, resources), name)
    return need === null ? [] : [{ need, name }]
  })
}

/** "Do they deliver at Kent Hospital?" searches nothing in Kent. */
function asksForHospitalOf(text: string): boolean {
  return ofHospital.test(text) && findUnansweredQuestions(text).includes('operator')
}

const ofHospital = /\b(?:deliver|operate|admit|privileges|affiliated|atiende|opera)\b/iu

/** Requests whose words are also those of questions that no source answers: "who owns", "takes walk-ins". */
const aroundQuestions: readonly RequestKind[] = ['plan', 'plans', 'service plans', 'who', 'details']

const thatOne =
  /^(?:(?:ok|okay|and|is|what about|how about|tell me about|y) )*(?:that|this) one(?: please)?$|^(?:ese|esa|aquel|aquella)(?: por favor)?$/

/** Whether a sentence of the message begins as a continuation, or the message rejects something. */
function isContinued(text: string): boolean {
  return text.split(/[.,;!?]/).some((part) => continuing.test(wordsOf(part).join(' ')))
}

const continuing =
  /^(?:(?:ok|okay) )?(?:what about|how about|any|que tal)\b|\b(?:not|dont|doesnt|do not|does not|didnt|wont|cant|no quiere|no quiero|sin|instead)\b/

const followUp = /^(?:(?:ok|okay) )?(?:and|what about|how about|y|que tal|also|same for)\b/

/** "No wait, Portland, Maine" is no wish for an appointment without a wait. */
const hesitation = /^\W*(?:(?:oh|um+|uh|ok|okay|actually)\W+)*no,?\s+wait\s*[,.!;:…-]+/iu

/** A need that still has the next one of a list. */
const joining = / (?:and|plus|also|y|e|ademas)(?: |$)/

/** "Which is better first, the ENT or the audiologist?" */
const comparesKinds =
  /^(?:(?:ok|so|and|y) )*(?:(?:which|what|who|cual|quien|que) (?:is|one is|s|es|seria|would be|should be|do|should) (?:\S+ ){0,4}(?:better|best|first|right|mejor|primero|correcto)\b|should (?:i|we|he|she|it) (?:be|see|go to|start with)).* (?:or|o|vs) /

/** "It's for a job" */
const purpose = /^\W*(?:it['’]?s|it is|that['’]?s|es|for|para)\b/iu

/** What else the message has. */
interface OtherParts {
  readonly person: NamedPerson | null
  /** Whether the message has anything besides the name of a payer. */
  readonly hasOther: boolean
}

function readNamedPayer(
  { text, parsed, requests, words }: ParsedMessage,
  { person, hasOther }: OtherParts,
  { asked, facts }: ConversationContext,
  { resources, carriers }: ReadingResources,
): Payer | null {
  const wasVerdict = facts.some((fact) => fact.startsWith('verdict_'))
  return readPayer(parsed, {
    carriers,
    // "¿Tienen rampa?" names none.
    isAnswer:
      asked === 'payer' &&
      !hasOther &&
      !isAgeOnly(text) &&
      !namesComplaint(text) &&
      !purpose.test(text) &&
      findUnsupportedWishes(text).length === 0,
    isAboutPlan: requests.has('plan') || asked === 'payer' || person !== null || wasVerdict,
    isEnglishWord: resources.isEnglish,
    text,
    words: person === null ? words : withoutWords(words, person.label),
  })
}

/** The user speaks of a person, whose state may be urgent. */
const ofUser =
  /\b(?:i|im|ive|ill|id|me|my|we|us|our|he|hes|she|shes|his|her|mi|yo|mis|nos|ella|estoy|tengo|siento)\b/

function readUrgentSigns(
  { history }: Turn,
  { text, pieces, parsed, requests, words }: ParsedMessage,
  rests: readonly string[],
  { need, shown }: ConversationContext,
  { contacts }: ReadingResources,
): Urgency {
  // "I just want it over with" is ordinary after a search for a dentist, and not after one for a therapist.
  // "What's the number for the last one you said?"
  const isAboutList = shown.records.length > 0 && isAboutRecord(requests) && !ofUser.test(words)
  const isOrdinary = need !== null && !isAboutMind(need.text) ? isEverydayWord : () => false
  return readUrgency({
    pieces,
    parsed,
    earlier: history.filter(({ role }) => role === 'user').map((message) => message.text),
    isDescription:
      !isAboutList &&
      !isAgeOnly(text) &&
      !isDistanceOnly(text) &&
      !isHarmless(text) &&
      !isAdministrative(text) &&
      !requests.has('travel time') &&
      rests.some((rest) => isDescription(rest, isOrdinary)),
    // Of a long message, the pieces overlap.
    described: pieces.length === 1 ? withoutHarmless(text) : pieces.join(' '),
    contacts,
  })
}

/** Whether there are words beside places, payers, names and requests, and beside ordinary words. */
function isDescription(rest: string, isOrdinary = (_word: string): boolean => false): boolean {
  const isEmpty = (word: string): boolean =>
    isStopWord(word) || isOrdinal(word) || isConversationWord(word) || isOrdinary(word)
  return rest.split(' ').some((word) => /\p{L}/u.test(word) && !isEmpty(word))
}

function findForeignLanguage({ text, parsed }: ParsedMessage): string | null {
  if (isLikelySpanish(text)) return null
  return parsed.find(({ language }) => language !== null)?.language?.tag ?? null
}
