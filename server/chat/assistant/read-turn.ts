/** Reads one message with the understanding of the search: everything that the assistant can act on. */
import type { Notice } from '@careatlas/contract/envelopes'
import type { Carrier } from '@careatlas/directory/snapshot/format'
import type { Contacts } from '@careatlas/search/notices'
import { isAnyDoctor, isClinician, isFacility } from '@careatlas/search/query/care-words'
import { isOutOfScope } from '@careatlas/search/query/out-of-scope'
import type { QueryResources } from '@careatlas/search/query/query-resources'
import { findUnsupportedWishes, type UnsupportedWish } from '@careatlas/search/unsupported-wishes'
import { stateAt } from '@careatlas/search/query/state-names'
import { TokenCursor } from '@careatlas/search/query/token-cursor'
import { resolvePlace } from '@careatlas/search/query/resolve-place'
import { isStopWord, wordsOf } from '@careatlas/vocabulary/words'
import type { Turn } from './assistant.ts'
import type {
  AnswerLanguage,
  ConversationContext,
  NamedPerson,
  OfficeTime,
  Payer,
} from './conversation-context.ts'
import type { EmergencyTalk } from './live-emergency.ts'
import { detectAnswerLanguage, isConversationWord, isLikelySpanish } from './detect-answer-language.ts'
import {
  isHarmless,
  isQuestionBesideCare,
  namesComplaint,
  readRemarks,
  withoutHarmless,
} from './read-remarks.ts'
import { isAppointmentWish, wantsHomeCare, withoutHomeCareWish } from './describe-patient.ts'
import { isAboutLanguage, isAboutRecord, type RequestKind } from './detect-requests.ts'
import { cleanMessage, messagePieces } from './message-pieces.ts'
import { type ParsedMessage, parseMessage, withoutPhrase, withoutWords } from './parse-message.ts'
import { type Defaults, readDefaults } from './read-defaults.ts'
import {
  type EmergencyTopic,
  isAnotherMatter,
  isNotEnd,
  mentionsOtherPerson,
  readEmergencyTopics,
} from './read-emergency-topic.ts'
import { findFieldCodes, readFieldChoice } from './read-field-choice.ts'
import { findExclusionOnly, parseNeed, readNeed, type ReadNeed } from './read-need.ts'
import { readFacilityName } from './read-facility-name.ts'
import { readOfficeTime } from './read-office-time.ts'
import { isOrdinal, readOrdinal, readPositions } from './read-ordinal.ts'
import { withoutInsurers } from './named-insurers.ts'
import { findOtherPayers, namesPayer, readPayer } from './read-payer.ts'
import { readNpi, readPerson, type ReadNpi, readSpelledName } from './read-person.ts'
import { type Coverage, readCoverage } from './read-coverage.ts'
import { removeRejectedPlace } from './rejected-place.ts'
import { isDistanceOnly, noPlace, type PlaceReading, readPlace } from './read-place.ts'
import { detectUrgency, isCrisis, readUrgency, type Urgency } from './read-urgency.ts'
import { hasWish, isAgeOnly, readWishes, type Wishes } from './read-wishes.ts'
import { findUsualField, isDistressed, type UsualField } from './usual-field.ts'
import { type ServedArea, writeOutTowns } from './served-towns.ts'
import { findStatedKinds } from './stated-kind.ts'
import { takeBack } from './take-back.ts'
import { findUnansweredQuestions, isWish, type UnansweredQuestion } from './unanswered-questions.ts'

export interface Reading extends PlaceReading, Wishes {
  /** Null if the message shows no language, or too little of another language than that of the conversation. */
  readonly language: AnswerLanguage | null
  /** The BCP 47 tag of a language that is neither English nor Spanish. */
  readonly foreignLanguage: string | null
  readonly requests: ReadonlySet<RequestKind>
  readonly urgent: readonly Notice[]
  readonly needsEmergencyCare: boolean
  /** Whether red flags describe the urgency; otherwise the notices only accompany the answer. */
  readonly hasRedFlag: boolean
  /** Whether red flags or high scores describe the urgency. */
  readonly isClear: boolean
  /** Null if no emergency goes on. */
  readonly emergencyTalk: EmergencyTalk | null
  readonly payer: Payer | null
  /** Whether the message is only the age of the patient. */
  readonly isAgeOnly: boolean
  /** Insurers without a list in the directory that the message names beside the payer. */
  readonly otherPayers: readonly string[]
  readonly person: NamedPerson | null
  readonly npi: ReadNpi | null
  /** The place of a question whether the directory serves it. */
  readonly coverage: Coverage | null
  /** Whether the message rejects the place of the conversation: "not there". */
  readonly rejectsPlace: boolean
  readonly ordinal: number | null
  /** The positions of several records of the last list: "the first two"; otherwise empty. */
  readonly positions: readonly number[]
  readonly officeTime: OfficeTime | null
  /** The taxonomy codes of the field by which the message chooses one of the shown records: "the one who does hearts". */
  readonly fieldChoice: ReadonlySet<string> | null
  /** The taxonomy codes of the clinician that the message names beside a person: "Dr. Costa, the pediatrician". */
  readonly personField: ReadonlySet<string> | null
  /** Whether the message begins as the continuation of the last one: "and the second?" */
  readonly isFollowUp: boolean
  /** Whether the message means another one of more than two shown records. */
  readonly isAmbiguousOther: boolean
  readonly need: ReadNeed | null
  /** Whether care is sought at the home of the patient. */
  readonly wantsHomeCare: boolean
  /** Whether the need may only continue that of the conversation: "what about…", "he doesn't want…". */
  readonly continuesNeed: boolean
  /** The clinician that the need is usually for. */
  readonly usualField: UsualField | null
  readonly isDistressed: boolean
  /** Further clinicians that the message asks for: "an OB/GYN, a dentist and a pediatrician". */
  readonly otherNeeds: readonly string[]
  /** Whether the message asks something of a record that the directory does not state: "has he done many of these?" */
  readonly asksUnstated: boolean
  /** What the message asks and no source of the directory answers. */
  readonly unanswered: readonly UnansweredQuestion[]
  /** Whether the message only states something about a person that changes nothing. */
  readonly isRemark: boolean
  /** Whether the message means a record of a list before any list: "the second one". */
  readonly meansMissingList: boolean
  readonly isOutOfScope: boolean
  readonly unsupported: readonly UnsupportedWish[]
  readonly defaults: Defaults
}

export interface ReadingResources {
  readonly resources: QueryResources
  readonly carriers: readonly Carrier[]
  /** Postal abbreviations of the states that the directory serves. */
  readonly servedStates: ReadonlySet<string>
  readonly contacts: Contacts
}

/** @param context of the previous answer */
export function readTurn(turn: Turn, context: ConversationContext, given: ReadingResources): Reading {
  const reading = readWithoutRemarks(turn, context, given)
  if (context.live === null) return reading
  const emergencyTalk = readEmergencyTalk(turn, context, reading.requests, given.contacts)
  const { topic } = emergencyTalk
  const isOfPatient = topic === 'other care' || topic === 'driving'
  // "Can urgent care see him?" and "she has asthma, too" ask for no other care; "it's just stress, a therapist please" does.
  const asksForCare =
    topic === null
      ? context.live === 'suspected' || isRequest(turn.text, reading.need)
      : !isOfPatient && namesClinician(reading.need?.text ?? '')
  return {
    ...reading,
    emergencyTalk,
    ...(!asksForCare && { need: null, otherNeeds: [] }),
    ...(isOfPatient && { officeTime: null, ordinal: null }),
    // The words of such a message resemble those of other emergencies.
    ...(topic !== null && !reading.hasRedFlag && { urgent: [] }),
  }
}

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

function readEmergencyTalk(
  { text, history }: Turn,
  { live }: ConversationContext,
  requests: Reading['requests'],
  contacts: Contacts,
): EmergencyTalk {
  const topics = isAnotherMatter(text) ? [] : readEmergencyTopics(text)
  const earlier = history.filter(({ role }) => role === 'user').map((message) => message.text)
  const urgent = earlier.filter((message) => detectUrgency(messagePieces(message), contacts).length > 0)
  const isOtherPerson = mentionsOtherPerson(urgent.length === 0 ? earlier : urgent)
  // In a crisis of the user, "my wife is at work" is not about the patient.
  const isTopic = (found: EmergencyTopic) => found !== 'elsewhere' || isOtherPerson
  const topic = topics.filter(isNotEnd).find(isTopic) ?? null
  const isInCare = topic === 'calling' || topic === 'underway'
  const isBetter = requests.has('recovered') && !isInCare && topic !== 'passed' && better.test(text)
  return {
    topic,
    isOver:
      topics.includes('over') ||
      (isBetter && !report.test(text)) ||
      (live === 'suspected' && topics.includes('denied')),
    isOtherPerson,
  }
}

/** "I'm fine" alone is a doubt, because an emergency may have no pain. */
const better =
  /\b(?:now|again|better|stopped|passed|gone|away|woke|awake|conscious|breathing|calmed|over|joking|kidding|ya|mejor|broma)\b/iu

/** What the patient says may be a doubt, too. */
const report = /\b(?:says?|said|thinks?|claims?|swears|dice|cree)\b/iu

/** Reads the message, and without its remarks if it has any. A message with an urgent sign is read as a whole. */
function readWithoutRemarks(turn: Turn, context: ConversationContext, given: ReadingResources): Reading {
  // Of its own, so that `parseNeed` keeps the results of this message only.
  const options = { ...given, resources: { ...given.resources } }
  const whole = readMessage(turn, context, options)
  // "He's the one in Warwick" describes the person of the last question.
  const isAboutPerson = context.asked === 'name' || context.person !== null
  if (isAboutPerson || whole.hasRedFlag) return whole
  const { rest, kind } = readRemarks(cleanMessage(turn.text), context, options.resources)
  if (kind === null) return whole
  const reading = readMessage({ ...turn, text: rest }, context, options)
  return {
    ...reading,
    urgent: whole.urgent,
    needsEmergencyCare: false,
    hasRedFlag: false,
    rejectsPlace: whole.rejectsPlace,
    place: reading.place ?? (whole.rejectsPlace ? whole.place : null),
    language: whole.language,
    foreignLanguage: whole.foreignLanguage,
    unsupported: whole.unsupported,
    patient: context.need === null ? whole.patient : reading.patient,
    asksUnstated: rest === '' ? kind === 'patient' : reading.asksUnstated,
    unanswered: whole.unanswered,
    isDistressed: whole.isDistressed,
    isRemark: rest === '' && !whole.rejectsPlace && whole.unanswered.length === 0,
  }
}

function readMessage(turn: Turn, context: ConversationContext, options: ReadingResources): Reading {
  const { resources, carriers } = options
  const written = writeOutTowns(turn.text, toArea(options))
  const rejected = removeRejectedPlace(written, context.place?.label ?? null, resources.gazetteer)
  const message = parseMessage(rejected.text, resources)
  const { text, parsed, requests } = message
  const isChoice = context.shown.records.length > 0 && context.asked !== 'place'
  const isNamed = context.asked === 'name' || context.person !== null
  const fieldChoice = isChoice && !parsed.some(namesPayer) ? readFieldChoice(text, isNamed, resources) : null
  const facility = readFacilityName(text, {
    resources,
    servedStates: options.servedStates,
    isAboutRecord: isAboutRecord(requests) || readOfficeTime(text) !== null,
  })
  const spelled = readSpelledName(text, context)
  const person =
    fieldChoice === null
      ? (facility ??
        spelled ??
        readNamedPerson(message, context, resources) ??
        findDescribedPerson(message, context))
      : null
  const other = isChoice ? findOther(text, context) : null
  const ordinal = isChoice ? (other ?? readOrdinal(text)) : null
  // "El segundo" is also a town.
  const isOrdinalOnly = readOrdinal(text) !== null && !isDescription(message.words)
  const asksForCoverage = person === null && !parsed.some(namesPayer)
  const coverage = asksForCoverage ? readCoverage(text, resources.gazetteer, options.servedStates) : null
  const named =
    coverage === null && !isOrdinalOnly && facility === null
      ? readNamedPlace(message, { person, isCorrected: rejected.text !== written }, context, options)
      : { ...noPlace, place: coverage?.isServed === true ? coverage.place : null }
  const place = ordinal !== null && isPositionWords(named.place?.label ?? '') ? noPlace : named
  const rests = parsed.map(({ parts }) =>
    message.withoutRequests(withoutPlaces(withoutInsurers(parts.rest.join(' ')), place)),
  )
  const isChosen = isOrdinalOnly || other !== null || fieldChoice !== null
  const exclusion = isChosen ? null : findExclusionOnly(message.words, resources)
  const isNoNeed =
    facility !== null ||
    spelled !== null ||
    isChosen ||
    requests.has('remembered') ||
    exclusion !== null ||
    isAgeOnly(text)
  const found = isNoNeed || coverage !== null ? null : findNeed(message, rests, person, resources)
  // "A lady doc" after a list.
  const isGenderOnly = (requests.has('woman') || requests.has('man')) && isAnyDoctorOnly(found)
  const need = isGenderOnly && context.need !== null ? null : found
  const hasNeed = need !== null && (need.isCertain || context.need === null)
  const wishes = readWishes(message, hasNeed, exclusion)
  const officeTime = readOfficeTime(text)
  const hasOther =
    place.place !== null ||
    place.radiusMiles !== null ||
    person !== null ||
    requests.size > 0 ||
    officeTime !== null ||
    hasWish(wishes)
  const namedPayer = readNamedPayer(message, { person, hasOther: hasOther || hasNeed }, context, options)
  // "My sister is deaf" is no answer to the question for the payer.
  const payer = coverage !== null || (isAppointmentWish(text) && !parsed.some(namesPayer)) ? null : namedPayer
  const isPlacePayer = payer !== null && isPartOfName(place.place?.label ?? '', payer.name)
  // "Is he in Blue Cross?"
  const asksForPlan = payer !== null && planQuestion.test(text)
  const { notices, needsEmergencyCare, hasRedFlag, isClear } = readUrgentSigns(turn, message, rests, options)
  const isUrgent = needsEmergencyCare || (hasRedFlag && notices.some(isCrisis))
  const isCalm = !isUrgent && notices.length === 0
  const isAsking = requests.size === 0 || requests.has('opinion') || requests.has('unstated')
  const isQuestion =
    isCalm && context.need !== null && payer === null && isAsking && isQuestionBesideCare(text)
  const statedKinds = findStatedKinds(wordsOf(text), resources)
  const asksUnstated =
    isQuestion ||
    (isCalm &&
      context.need !== null &&
      statedKinds.length === 0 &&
      isAppointmentWish(text) &&
      !namesService(need)) ||
    (isChoice && !hasOther && payer === null && asksAboutRecord(need, message))
  const unanswered = findUnansweredQuestions(text)
  const isAsked =
    unanswered.length > 0 &&
    !(unanswered.every(isWish) && (context.need === null || namesComplaint(text))) &&
    !namesOtherCare(need, place.place !== null, context.need) &&
    !namesOtherKind(need, statedKinds, context.need)
  const isMeant =
    need !== null &&
    !asksUnstated &&
    !isAsked &&
    isNeedMeant(need, message, { person, payer, isUrgent }, context)
  const otherNeeds = isMeant ? findOtherNeeds(text, resources) : []
  const defaults = readDefaults(turn, resources.gazetteer, carriers)
  const current = turn.context === null ? null : context.language
  const reading: Reading = {
    ...(isPlacePayer || isQuestion ? noPlace : place),
    ...(isAboutLanguage(requests) && !isMeant ? { ...wishes, patient: [] } : wishes),
    language: detectAnswerLanguage(text, current) ?? (current === null ? defaults.language : null),
    foreignLanguage: findForeignLanguage(message),
    requests: new Set([
      ...[...requests].filter(
        (kind) =>
          (kind !== 'more' || other === null) &&
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
    rejectsPlace: rejected.rejects,
    ordinal,
    positions: isChoice ? readPositions(text, context.shown.records.length) : [],
    officeTime,
    fieldChoice,
    personField:
      person !== null && isMeant && namesClinician(need.text) ? findFieldCodes(need.text, resources) : null,
    isFollowUp: followUp.test(wordsOf(text).join(' ')),
    isAmbiguousOther: isChoice && other === null && isOtherOne(text, context),
    need: isMeant ? withoutOthers(need, otherNeeds, resources) : null,
    wantsHomeCare: isMeant && wantsHomeCare(text),
    continuesNeed: isMeant && !namesClinician(need.text) && !namesComplaint(text) && isContinued(text),
    usualField: isMeant ? findUsualField(need, resources) : null,
    isDistressed: isDistressed(text),
    otherNeeds,
    asksUnstated: asksUnstated || ((isChoice || context.need !== null) && requests.has('unstated')),
    unanswered,
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
    unsupported: findUnsupportedWishes(text.replace(hesitation, '')),
    defaults,
  }
  return takeBack(reading, text, context)
}

/** Requests whose words are also those of questions that no source answers: "who owns", "takes walk-ins". */
const aroundQuestions: readonly RequestKind[] = ['plan', 'plans', 'who', 'details']

const thatOne =
  /^(?:(?:ok|okay|and|is|what about|how about|tell me about|y) )*(?:that|this) one(?: please)?$|^(?:ese|esa|aquel|aquella)(?: por favor)?$/

/** Whether a sentence of the message begins as a continuation, or the message rejects something. */
function isContinued(text: string): boolean {
  return text.split(/[.,;!?]/).some((part) => continuing.test(wordsOf(part).join(' ')))
}

const continuing =
  /^(?:(?:ok|okay) )?(?:what about|how about|any|que tal)\b|\b(?:not|dont|doesnt|do not|does not|didnt|wont|cant|no quiere|no quiero|sin|instead)\b/

const followUp = /^(?:(?:ok|okay) )?(?:and|what about|how about|y|que tal|also|same for)\b/

const otherOne =
  /^(?:(?:ok|okay|and|what about|how about|y|que tal|same for|is|does|no|hmm|how far is|tell me about) )*(?:the other(?: (?:one|doctor|dr|guy|lady|person|office|place))?|(?:el|la) otr[oa])\b/

/** "And the other one?" after an answer about a record of the list. */
function isOtherOne(text: string, { focus, shown: { records } }: ConversationContext): boolean {
  return (
    records.length > 1 && records.some(({ id }) => id === focus?.id) && otherOne.test(wordsOf(text).join(' '))
  )
}

/** The position of the other one of two records. */
function findOther(text: string, context: ConversationContext): number | null {
  const { records } = context.shown
  if (records.length !== 2 || !isOtherOne(text, context)) return null
  return records.findIndex(({ id }) => id !== context.focus?.id) + 1
}

/** "No wait, Portland, Maine" is no wish for an appointment without a wait. */
const hesitation = /^\W*(?:(?:oh|um+|uh|ok|okay|actually)\W+)*no,?\s+wait\s*[,.!;:…-]+/iu

/** A question about a record of the last list, unless it asks for other clinicians: "do they have a pediatrician?" */
function asksAboutRecord(need: ReadNeed | null, { text }: ParsedMessage): boolean {
  return recordQuestion.test(wordsOf(text).join(' ')) && !namesClinician(need?.text ?? '')
}

const recordQuestion =
  /^(?:(?:ok|okay|and|but|so|hey|well|y|pero|also) )*(?:(?:has|have|had|is|are|was|were|does|do|did|can|could|will|would|hasnt|isnt|arent|doesnt|dont) (?:he|she|they|it|this one|that one|these|those|the (?:first|second|third|fourth|fifth|last)(?: one)?)|(?:el|ella|ellos|ellas) (?:ha hecho|hace|hacen|opera|operan)) /

/** Clinicians beside that of the need, each in its own part of a list. */
function findOtherNeeds(text: string, resources: QueryResources): readonly string[] {
  if (negation.test(text)) return []
  const parts = text
    .split(/[,;+&]|\b(?:and|plus|also|y|e|ademas|además|tambien|también)\b/iu)
    .map((part) => wordsOf(part).filter((word) => !isStopWord(word) && !isConversationWord(word)))
  const clinicians = parts.flatMap((words) => listedClinician(words, resources))
  const [, ...others] = new Set(clinicians)
  return (others.length > 0 ? others : findNeedsOfOthers(text, resources)).slice(0, otherNeedsMax)
}

/** "...also my older one needs her eyes checked": what another person of the message needs. */
function findNeedsOfOthers(text: string, resources: QueryResources): readonly string[] {
  const segments = text.split(/[.,;!?]/).map((segment) => wordsOf(segment).join(' '))
  return segments.flatMap((segment, index) => {
    const match = needOfOther.exec(segment)
    if (match === null) return []
    const [, object = ''] = match
    const before = `${segments.slice(0, index).join(' ')} ${segment.slice(0, match.index)}`
    const isOther = [before, object].every((words) => readNeed(words.trim(), resources)?.isCertain === true)
    return isOther && object.split(' ').length <= needWordsMax ? [object] : []
  })
}

const needOfOther =
  /(?:^| )(?:also|plus|and|y|tambien|ademas) (?:(?:my|our|his|her|mi|su|el|la) )?(?:\S+ ){0,3}?(?:will |va a |also |tambien )*(?:needs?|necesita[nr]?) (?:(?:some(?:one|body)|alguien|help|to|for|with|who|can|see|get|have|an?|una?|his|her|my|su|mi|para|ver) )*(.+)$/
const needWordsMax = 6

/** The need without the clinicians after the first one, which the search may have written in English. */
function withoutOthers(need: ReadNeed, others: readonly string[], resources: QueryResources): ReadNeed {
  const [second] = others
  if (second === undefined) return need
  const spellings = [second, parseNeed(second, resources).parts.rest.join(' ')]
  const end = Math.max(...spellings.map((words) => ` ${need.text} `.indexOf(` ${words} `)))
  return end <= 0 ? need : { ...need, text: need.text.slice(0, end).replace(connector, '').trim() }
}

/** What is left before the next clinician: "a dentist for my son and an". */
const connector =
  /(?: (?:and|plus|also|y|tambien|ademas)(?: \S+){0,5} (?:needs?|necesita[nr]?)(?: (?:some(?:one|body)|alguien|help|to|for|with|who|can|see|get|have|his|her|my|su|mi|para|ver))*)?(?: (?:and|plus|also|then|y|e|tambien|ademas|an?|una?|the|another|otr[oa]))* ?$/

const otherNeedsMax = 3

/** "No dentist, I want an oral surgeon" and "a chiropractor instead of a surgeon" ask for one clinician. */
const negation =
  /\b(?:no|not|don'?t|without|instead|rather|sin|en vez|en lugar|said|says|sent|referred|told|dijo)\b/iu

/** The clinician that begins the part, up to its last word for a clinician: "oral surgeon in Reno". */
function listedClinician(words: readonly string[], resources: QueryResources): readonly string[] {
  const last = words.findLastIndex(
    (word) => isClinician(word) || professionEnding.test(word) || service.test(word),
  )
  const isGeneral = last === 0 && isAnyDoctor(words[0]!)
  if (last === -1 || last >= listedWordsMax || isGeneral) return []
  const name = words.slice(0, last + 1).join(' ')
  return readNeed(name, resources) === null ? [] : [name]
}

const listedWordsMax = 3
/** Care that is asked for by its own name: "an eye exam and a dentist". */
const service =
  /^(?:exams?|checkups?|mammograms?|colonoscop(?:y|ies)|mamografias?|colonoscopias?|examen|physicals?)$/
/** Professions that are not in the list of clinicians: "nutritionist". */
const professionEnding = /(?:ist|ician|itian)s?$/

/** Whether the name of the payer has the words of the town: "change it to United Healthcare". */
function isPartOfName(label: string, payer: string): boolean {
  const town = wordsOf(label.split(',')[0] ?? '')
  const [first, ...others] = wordsOf(payer)
  return (
    town.length > 0 &&
    others.length > 0 &&
    town[0] === first &&
    town.every((word) => wordsOf(payer).includes(word))
  )
}

/** Whether the town is a position in a list too: "no puedo respirar, el segundo". */
function isPositionWords(label: string): boolean {
  const words = wordsOf(label.split(',')[0] ?? '')
  return words.length > 0 && words.every((word) => isOrdinal(word) || isStopWord(word))
}

function toArea({ resources, servedStates }: ReadingResources): ServedArea {
  return { gazetteer: resources.gazetteer, isEnglish: resources.isEnglish, servedStates }
}

/** The folded words without the places that the message names. */
function withoutPlaces(words: string, { placeWords, otherPlaces }: PlaceReading): string {
  const rest = withoutPhrase(words, placeWords)
  if (otherPlaces.length === 0) return rest
  const marked = otherPlaces.reduce((left, town) => ` ${left} `.replace(` ${town.words} `, ' | '), rest)
  return marked.replaceAll(betweenTowns, ' ').replaceAll(/[| ]+/g, ' ').trim()
}

/** "Or" before a further town, and "between" before both. */
const betweenTowns =
  /\b(?:(?:but|pero|and|y|either|or|o|u|if|not|no|then|hay|there|isnt|any|none|otherwise|else|si|somewhere|between|entre|i|we|works?|trabaj[oa]|in|near|en|at|maybe|also) )+(?=\|)/g

/** Neither an answer to the question for the place is a name, nor the only word of a request: "price?" */
function readNamedPerson(
  message: ParsedMessage,
  { asked, focus }: ConversationContext,
  resources: QueryResources,
): NamedPerson | null {
  const { text, parsed, requests, words } = message
  const isOnlyRequest = requests.size > 0 && words === '' && wordsOf(text).length === 1
  if (isOnlyRequest || (asked === 'place' && resolvePlace(text, resources.gazetteer) !== null)) return null
  // "Is Ana Costa in Medicare?", "is Ana Costa any good?", "I am trying to find Ana Costa"
  const asksForPlan = planQuestion.test(text) && parsed.some(namesPayer)
  const isNextName = focus !== null && nextName.test(text) && parsed.every(({ place }) => place === null)
  return readPerson(parsed, {
    resources,
    isAboutRecord:
      isAboutRecord(requests) || requests.has('rating') || asksForPlan || isNextName || namingCue.test(text),
    words: parsed.flatMap(({ parts }) => parts.rest).join(' '),
  })
}

/** The person of the last question, whom the message describes: "she's a pediatrician". */
function findDescribedPerson({ text }: ParsedMessage, { person }: ConversationContext): NamedPerson | null {
  const words = wordsOf(text).join(' ')
  const isDescribed = personDescription.test(words) && namesClinician(words)
  return isDescribed || personPlace.test(words) ? person : null
}

/** "The one in California" */
const personPlace =
  /^(?:(?:no|ok|and|but|i mean) )*(?:the one|the other one|el|la) (?:in|from|near|at|de|en) \S+/

/** Folded words have no `'s`: "she a pediatrician". */
const personDescription =
  /^(?:(?:no|but|and|well|i think|i mean) )*(?:(?:he|she|it|the one (?:who|that))(?: (?:is|was|should be))?|hes|shes|(?:el|ella) es|es) (?:an?|the|el|la|una?) /

/** The next name after an answer about one record: "what about Ana Costa?" */
const nextName = /^\W*(?:(?:and|ok|y)\W+)?(?:(?:what|how) about|and|y|qu[eé] tal|qu[eé] hay de)\b/iu

const planQuestion = /^\W*(?:(?:and|but|y)\b\W*)?(?:is|are|does|do|will|can|est[aá]n?|acepta|toma)\b/iu

/** Words before a name without a title. */
const namingCue =
  /\b(?:find|looking for|named|called|heard (?:of|about)|recommended|referred (?:me )?to|contact|reach|see|seeing|conoce|busco a|llamad[oa]|se llama)\b/i

function readNamedPlace(
  { text, parsed }: ParsedMessage,
  { person, isCorrected }: { readonly person: NamedPerson | null; readonly isCorrected: boolean },
  { asked, unknownPlace, place }: ConversationContext,
  options: ReadingResources,
): PlaceReading {
  return readPlace(text, parsed, {
    ...toArea(options),
    isAsked: asked === 'place',
    unknownTown: asked === 'place' ? unknownPlace : null,
    knownTown: isStateOnly(text) ? (place?.label.split(',')[0]?.toLowerCase() ?? null) : null,
    hasPerson: person !== null,
    isCorrected,
  })
}

/** "Oregon", but not "in Oregon". */
function isStateOnly(text: string): boolean {
  const words = new TokenCursor(wordsOf(text))
  return words.length > 0 && stateAt(words, 0)?.to === words.length
}

/** The need of the first piece that has one; a name alone is none. */
function findNeed(
  { parsed }: ParsedMessage,
  rests: readonly string[],
  person: NamedPerson | null,
  resources: QueryResources,
): ReadNeed | null {
  for (const rest of rests) {
    const need = readNeed(person === null ? rest : withoutWords(rest, person.label), resources)
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

/** Whether the need has the name of care, such as "speech therapy". */
function namesService(need: ReadNeed | null): boolean {
  return need !== null && need.isCertain && withoutHomeCareWish(need.text).split(' ').some(isFacility)
}

/** "My mom needs someone for her diabetes" */
const forSomeone =
  /\b(?:needs?|wants?|looking for|find|necesit[oa]|busc[oa]) (?:to see |to find |a )?(?:some(?:one|body)|any(?:one|body)|person|alguien|doctor|doctora|dr) (?:for|about|with|to (?:help with|look at|check|treat)|para|con) (.+)$/

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
      !purpose.test(text) &&
      findUnsupportedWishes(text).length === 0,
    isAboutPlan: requests.has('plan') || asked === 'payer' || person !== null || wasVerdict,
    isEnglishWord: resources.isEnglish,
    text,
    words: person === null ? words : withoutWords(words, person.label),
  })
}

/**
 * An uncertain need does not replace that of the conversation. The words of a payer that was asked for are none, nor those beside the
 * wish for another language: "my daughter is reading this, in English please".
 */
function isNeedMeant(
  need: ReadNeed,
  { text, parsed, requests }: ParsedMessage,
  {
    person,
    payer,
    isUrgent,
  }: { readonly person: NamedPerson | null; readonly payer: Payer | null; readonly isUrgent: boolean },
  { asked, need: known, urgent }: ConversationContext,
): boolean {
  // "A doctor, no chiropractor" for back pain.
  const excludes = parsed.some(({ parts }) => parts.excludedWords.length > 0)
  if (excludes && known !== null && isAnyDoctor(need.text) && !namesClinician(known.text)) return false
  const isSure = need.isCertain || need.narrowing !== '' || isExcluded(known, parsed) || namesComplaint(text)
  if (!isSure && (known !== null || urgent.length > 0)) return false
  // After an emergency or a crisis, the user continues with the care that was sought before.
  if (isUrgent && known !== null && !namesClinician(need.text)) return false
  const hasFacts = parsed.some(
    ({ place, parts, care }) => place !== null || parts.person !== null || care.length > 0,
  )
  if (payer !== null && asked === 'payer' && !hasFacts)
    return namesClinician(withoutWords(need.text, payer.name))
  if (requests.has('explanation') && known !== null) return false
  if (requests.has('identity') || requests.has('data date')) return namesClinician(need.text)
  // "My blood pressure pill" after a pharmacy says more of the same need.
  if (known !== null && isStatement(need, text)) return false
  // "How much would a visit cost without a referral"
  const isBesideCare = (['price', 'rating', 'booking'] as const).some((kind) => requests.has(kind))
  if (isBesideCare && known !== null && !namesComplaint(text)) return namesClinician(need.text)
  // "Will they take new patients this late in a pregnancy?"
  const asksAboutVisit = isAboutRecord(requests) || readOfficeTime(text) !== null
  if (known !== null && asksAboutVisit && recordQuestion.test(wordsOf(text).join(' ')))
    return namesClinician(need.text)
  // "Anyone with robotic surgery experience"
  if (known !== null && findUnsupportedWishes(text).includes('experience or training'))
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

/** Whether the word also is in a message that only names a payer: "it's the HMO one, I think". */
function isAroundPayer(word: string): boolean {
  return reported.test(word) || planWord.test(word) || isStopWord(word) || isConversationWord(word)
}

const planWord =
  /^(?:hmo|ppo|epo|pos|plans?|supplement(?:al)?|advantage|secondary|primary|backup|gap|medigap|part|medicare|medicaid|thing|things|type|kind|version|seguro|tarjeta|carnet|suplement(?:o|ario))$/

/** Whether the message says something of a person, and neither names care nor asks for it. */
function isStatement(need: ReadNeed, text: string): boolean {
  const words = wordsOf(text).join(' ')
  const namesCare = need.text.split(' ').some((word) => isClinician(word) || isFacility(word))
  return !namesCare && statement.test(words) && (besides.test(words) || !namesComplaint(text))
}

/** What belongs to a person, without a request. */
const statement =
  /^(?:(?:its|it is|thats|es|for|para) )?(?:(?:my|his|her|our|their|mi|su|nuestr[oa]) )(?!.*\b(?:needs?|wants?|looking|find|where|who|see|should|please|necesit\w*|busc\w*|quier\w*|donde|quien)\b)/

/** "My hip hurts a bit, too": beside what is sought. */
const besides = /\b(?:too|also|as well|tambien)\b/

/** Words about the user, or about advice that the user reports. */
const reported =
  /^(?:my|our|his|her|the|wife|husband|mom|dad|mother|father|boss|job|work|says?|said|told|thinks?|use|uses|using|try|have|has|got|me|us|we|to|that|it|with|want|wants|on|under|card|is|insurance|plan|coverage|esposo|esposa|mi|dice|usar|use|tengo|tenemos|tiene|el|la|es|seguro|con)$/

/** Whether a question also asks for care: for a clinician of a field, or for other care at a place. */
function namesOtherCare(
  need: ReadNeed | null,
  hasPlace: boolean,
  known: ConversationContext['need'],
): boolean {
  if (need === null) return false
  const words = need.text.split(' ')
  const isKnown = (word: string): boolean => known?.text.split(' ').includes(word) === true
  if (words.some((word) => isClinician(word) && !isAnyDoctor(word) && !isKnown(word))) return true
  return hasPlace && (need.isCertain || words.some((word) => isFacility(word)))
}

/** "I'll call the pediatrician tomorrow, what I need is lactation help" */
function namesOtherKind(
  need: ReadNeed | null,
  kinds: readonly string[],
  known: ConversationContext['need'],
): boolean {
  return kinds.some((kind) => need?.text.startsWith(kind) === true && known?.text.includes(kind) !== true)
}

function isAnyDoctorOnly(need: ReadNeed | null): boolean {
  const words = need?.text.split(' ').filter((word) => !isStopWord(word) && !isConversationWord(word)) ?? []
  return words.length > 0 && words.every((word) => isAnyDoctor(word) || word === 'doc' || word === 'please')
}

/** "A real doctor, not a chiropractor" after a search for chiropractors. */
function isExcluded(known: ConversationContext['need'], parsed: ParsedMessage['parsed']): boolean {
  const excluded = new Set(
    parsed.flatMap(({ parts }) => parts.excludedWords.flatMap((words) => words.split(' '))),
  )
  return (known?.text ?? '').split(' ').some((word) => isClinician(word) && excluded.has(word))
}

function namesClinician(words: string): boolean {
  return words.split(' ').some(isClinician)
}

function readUrgentSigns(
  { history }: Turn,
  { text, pieces, parsed }: ParsedMessage,
  rests: readonly string[],
  { contacts }: ReadingResources,
): Urgency {
  return readUrgency({
    pieces,
    parsed,
    earlier: history.filter(({ role }) => role === 'user').map((message) => message.text),
    isDescription:
      !isAgeOnly(text) && !isDistanceOnly(text) && !isHarmless(text) && rests.some(isDescription),
    // Of a long message, the pieces overlap.
    described: pieces.length === 1 ? withoutHarmless(text) : pieces.join(' '),
    contacts,
  })
}

/** Whether there are words beside places, payers, names and requests. */
function isDescription(rest: string): boolean {
  return rest
    .split(' ')
    .some((word) => /\p{L}/u.test(word) && !isStopWord(word) && !isOrdinal(word) && !isConversationWord(word))
}

function findForeignLanguage({ text, parsed }: ParsedMessage): string | null {
  if (isLikelySpanish(text)) return null
  return parsed.find(({ language }) => language !== null)?.language?.tag ?? null
}
