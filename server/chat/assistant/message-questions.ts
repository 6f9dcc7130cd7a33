/** Reads what a message asks besides care. */
import { foldName } from '@careatlas/directory/person-name'
import type { QueryResources } from '@careatlas/search/query/query-resources'
import { wordsOf } from '@careatlas/vocabulary/words'
import { findClinicianKinds } from './clinician-kinds.ts'
import type { ConversationContext } from './conversation-context.ts'
import { isAppointmentWish } from './describe-patient.ts'
import { namesService } from './find-need.ts'
import { asksAboutRecord, namesOtherCare, namesOtherKind } from './meant-need.ts'
import type { Conditions } from './message-conditions.ts'
import type { Subject } from './message-subject.ts'
import { findNamedInsurers } from './named-insurers.ts'
import type { OpenedMessage } from './open-message.ts'
import { parseNeed, readNeed, type ReadNeed } from './read-need.ts'
import { namesPayer } from './read-payer.ts'
import { isQuestion } from './is-question.ts'
import { isQuestionBesideCare, namesComplaint } from './read-remarks.ts'
import type { Reading } from './reading.ts'
import { findStatedKinds } from './stated-kind.ts'
import { findUnansweredQuestions, isWish } from './unanswered-questions.ts'
import { fieldName, findUsualField } from './usual-field.ts'
import { writePayers } from './written-payers.ts'

/** What the message asks besides care. */
export interface Questions {
  readonly unanswered: Reading['unanswered']
  readonly explained: Reading['explained']
  /** Whether the message asks something of a record that the directory does not state. */
  readonly asksUnstated: boolean
  /** Whether the message is a question about a treatment, an illness or an appointment, and names no place. */
  readonly isBesideCare: boolean
  /** Whether the words of the need belong to a question that no source answers. */
  readonly isNeedOfQuestion: boolean
  /** Whether the message asks about a clinician, and for none. */
  readonly asksAboutKind: boolean
}

export function readQuestions(
  { message, refusedPlaces, restText }: OpenedMessage,
  { isChoice }: Subject,
  { need, hasPlace }: { readonly need: ReadNeed | null; readonly hasPlace: boolean },
  { payer, hasOther, isCalm }: Pick<Conditions, 'payer' | 'hasOther'> & { readonly isCalm: boolean },
  context: ConversationContext,
  resources: QueryResources,
): Questions {
  const { text, requests } = message
  const isAsking = requests.size === 0 || requests.has('opinion') || requests.has('unstated')
  const isBesideCare =
    isCalm && context.need !== null && payer === null && isAsking && isQuestionBesideCare(text)
  const statedKinds = findStatedKinds(wordsOf(text), resources)
  const asksUnstated =
    refusedPlaces.length === 0 &&
    (isBesideCare ||
      (isCalm &&
        context.need !== null &&
        statedKinds.length === 0 &&
        isAppointmentWish(text) &&
        !namesService(need)) ||
      ((isChoice || (isBeforeList(context) && !namesService(need))) &&
        !hasOther &&
        payer === null &&
        asksAboutRecord(need, message)))
  const asksForStaff = ofHomeCare.test(context.need?.text ?? '') && staff.test(wordsOf(text).join(' '))
  const unanswered = [
    ...new Set([
      ...findUnansweredQuestions(writePayers(restText)),
      ...(asksForStaff ? (['offers'] as const) : []),
      ...(payer === null && namesHealthSystem(restText, resources) ? (['operator'] as const) : []),
    ]),
  ]
  const asksWhich = asksForKind(text, context)
  const isExplained = requests.has('explanation') || asksWhich || comparesKinds.test(wordsOf(text).join(' '))
  // "Is that different from a physical therapist?" after a list of surgeons
  const compared = ofKnown.test(wordsOf(text).join(' ')) ? (context.need?.text ?? '') : ''
  const explained = isExplained
    ? findClinicianKinds(`${compared} ${text}`)
    : asksForClinician.test(wordsOf(text).join(' '))
      ? findKindsOfNeed(context, resources)
      : []
  const isNeedOfQuestion =
    asksForStaff ||
    (unanswered.length > 0 &&
      !(unanswered.every(isWish) && (context.need === null || namesComplaint(text))) &&
      !(context.need === null && need?.isCertain === true && wish.test(wordsOf(text).join(' '))) &&
      !namesOtherCare(need, hasPlace, context.need) &&
      !namesOtherKind(need, statedKinds, context.need))
  // "Can a chiropractor prescribe?" asks for no chiropractor.
  const asksAboutKind =
    (explained.length > 0 && !(explained.length === 1 && seeksOne.test(wordsOf(text).join(' ')))) ||
    unanswered.includes('prescribing')
  return { unanswered, explained, asksUnstated, isBesideCare, isNeedOfQuestion, asksAboutKind }
}

/** "What kind of doctor do I need?" after a complaint */
function findKindsOfNeed({ need }: ConversationContext, resources: QueryResources): Questions['explained'] {
  const field = need === null ? null : findUsualField(readNeed(need.text, resources), resources)
  return field === null ? [] : findClinicianKinds(fieldName(field, 'en'))
}

const asksForClinician =
  /^(?:(?:ok|so|and|but|then|y|pero|entonces) )*(?:what|which|que|cual) (?:(?:kind|type|sort|tipo|clase) (?:of|de) )?(?:doctor|dr|specialist|clinician|medico|especialista) (?:(?:do|does|should|would|debo|debe|tengo que) )?(?:(?:i|we|he|she) )?(?:need|see|go to|necesito|necesita|necesitamos|ver|ocupo)(?: (?:for|to see|para) (?:this|that|it|eso|esto))?$/

const ofKnown =
  /\b(?:that|this|it|those|they|eso|ese|esos)\b.*\b(?:from|than|as|and|with|de|que|y)\b|\bdiff(?:erence)? (?:with|from|to|compared)\b/

/** "A pulmonologist with Brown University Health" */
function namesHealthSystem(text: string, resources: QueryResources): boolean {
  const [, name] = healthSystem.exec(text) ?? []
  if (name === undefined || findNamedInsurers(`with ${name}`).length > 0) return false
  const parsed = parseNeed(`with ${name}`, resources)
  return !namesPayer(parsed) && !resources.isPlaceName(foldName(name))
}

const healthSystem =
  /\b(?:with|at|from|through) (?:the )?(?!(?:Mental|Behavioral|Public|Home|Primary|Oral|Women|Men|Child|Community|Sexual|Reproductive|Maternal|Family|Heart|Eye|Skin))((?:\p{Lu}[\p{L}'’&]+ ){1,4}(?:Health(?:care)?|Medical Group|Physicians))\b(?! (?:Plan|Insurance|Center|Clinic))/u

const ofHomeCare =
  /\b(?:home (?:health|care|nursing|hospice)|(?:visiting|home) nurses?|hospice|vna|(?:cuidado|atencion|enfermeria|salud) (?:en (?:el hogar|casa)|a domicilio))\b/
/** "He needs a nurse and OT" after a search for a home health agency: which clinicians it sends. */
const staff =
  /\b(?:needs?|wants?|with|plus|both|and|for|also|has|have|send|sends|provide|provides|include|includes|necesit\w+|con|manden|mandan) (?:an? |the |some |a una? |una? )?(?:rns?|nurses?|nursing(?! homes?\b)|lpn|cna|pt|ot|slp|aides?|home (?:health )?aides?|(?:physical|occupational|speech) therap(?:y|ists?)|social worker|wound care|iv|infusions?|enfermer[oa]s?|terapia|terapeutas?)\b/

/** Whether care is sought, and nothing is listed yet: "do they do X-rays?" is about an office of the list to come. */
function isBeforeList({ need, shown }: ConversationContext): boolean {
  return need !== null && shown.records.length === 0
}

/** "What does a podiatrist do, and can you find me one in Warwick?" */
const seeksOne =
  /\b(?:find|need|want|looking for|look for|show|get|busc[oa]|quier[oe]|necesit[oa]|encuentr[ae])(?: me| us)? (?:an? |un |una )?(?:one|un[oa]?)\b/

/** "I need a checkup without my dad getting a bill" */
const wish =
  /^(?:(?:and|so|ok|hi|hello|y|hola) )*(?:i|we|he|she|my \S+|mi \S+|yo)? ?(?:just |only |really |solo )*(?:want|wants|need|needs|am looking|would like|necesit[oa]|quier[oe]|busc[oa])\b|\b(?:is|are|was) (?:\S+ )?(?:asking|looking) for\b/

/** "Would a family doctor be enough?", or "audiologist or ENT?" after a search */
function asksForKind(text: string, { need }: ConversationContext): boolean {
  const words = wordsOf(text).join(' ')
  if (!isQuestion(text)) return eitherFirst.test(words)
  return (
    suffices.test(words) ||
    eitherFirst.test(words) ||
    (need !== null && eitherKind.test(words) && findClinicianKinds(text).length > 1)
  )
}

const eitherKind =
  /^(?:(?:so|ok|and|y|hmm) )*(?:an? |un |una )?\S+(?: \S+)? (?:or|o|u|vs) (?:an? |un |una )?\S+(?: \S+)?$/
/** "Chiropractor or doctor, which first?" */
const eitherFirst =
  /^(?:\S+ ){1,3}(?:or|o|u|vs) (?:\S+ ){1,3}(?:which|who|cual|quien)(?: one| is| should| do| would| be| i| see| to)* (?:first|better|best|primero|mejor)$/
const suffices =
  /^(?:(?:so|ok|and|but|y|pero) )*(?:would|could|can|is|will|bastaria|basta|sirve)(?: con)? (?:an?|the|my|un|una|el|la|mi) (?:\S+ ){1,3}(?:be |do )?(?:even |really |actually |still )?(?:enough|sufficient|ok|okay|fine|(?:the )?right|(?:the )?right (?:one|person|doctor|kind|thing|choice|place)|suficiente|adecuad[oa])(?: (?:for|para) .+)?$/

/** "Which is better first, the ENT or the audiologist?", "is it an optician or someone else that we need?" */
const comparesKinds =
  /^(?:(?:ok|so|and|y) )*(?:(?:which|what|who|cual|quien|que) (?:is|one is|s|es|seria|would be|should be|do|should) (?:\S+ ){0,4}(?:better|best|first|right|mejor|primero|correcto)\b|should (?:i|we|he|she|it) (?:be|see|go to|start with)|who (?:treats|handles|does|takes care of|fixes|looks at)|quien (?:trata|ve|atiende|cura)|is it an?|(?:(?:i )?(?:dont|do not) know|not sure|unsure|no (?:se|estoy segur[oa])) (?:\S+ ){0,2}(?:need|needs|want|see|necesit[oa]|ocupo)|do (?:i|we|he|she) (?:need|want|see|go to|start with) (?:an?|the)|(?:necesit(?:o|a|amos)|ocup(?:o|a|amos)|es|voy|debo ir) (?:con|un|una|al|el|la)).* (?:or|o|u|vs) /
