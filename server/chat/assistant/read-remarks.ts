/**
 * Finds the remarks of a message: clauses that state something about a person and ask for no care, such as "I already take metformin"
 * and "she's deaf". They never change what is searched, so that the rest of the message is read without them.
 */
import { join } from 'node:path'
import { isAnyDoctor, isClinician, isFacility } from '@careatlas/search/query/care-words'
import type { QueryResources } from '@careatlas/search/query/query-resources'
import { isPresent, readRedFlags } from '@careatlas/search/query/triage/red-flag'
import { isStopWord, wordsOf } from '@careatlas/vocabulary/words'
import type { ConversationContext } from './conversation-context.ts'
import { isConversationWord } from './detect-answer-language.ts'
import { describesAccess, describesPatient, isAppointmentWish } from './describe-patient.ts'
import { detectRequests, type RequestKind, spellOutIs } from './detect-requests.ts'
import { findFieldCodes } from './read-field-choice.ts'
import { parseNeed, readNeed } from './read-need.ts'
import { isUnwantedPosition } from './read-ordinal.ts'
import { findNamedInsurers } from './named-insurers.ts'
import { namesPayer, namesPlanOfOtherKind } from './read-payer.ts'
import { isSpelling } from './read-spelled-name.ts'

/** The sections of `words/remarks.txt` that are no groups. */
type Trait =
  | 'statement'
  | 'fragment'
  | 'elaboration'
  | 'request'
  | 'fact of the search'
  | 'complaint'
  | 'absent'
  | 'question'
  | 'treatment'
  | 'experience'
  | 'office time'
  | 'administrative question'
  | 'unwanted way'

const { flags, group } = readRedFlags(join(import.meta.dirname, 'words'), 'remarks.txt')
const opening = new RegExp(`^(?:${group('opening').source} )+`)
const past = group('past')
const present = group('present')

export interface Remarks {
  /** The message without its remarks. */
  readonly rest: string
  /** What the removed clauses are; null if there is none. `patient`: a description of the patient that offices differ in. */
  readonly kind: 'remark' | 'patient' | null
}

type Need = ConversationContext['need']
type Known = Pick<ConversationContext, 'need' | 'asked'>

/** More clauses are read as they are. */
const clausesMax = 16

/**
 * With a need, every remark is removed. Without one, a remark may be the need ("I have lupus"), so that it is removed only beside the
 * request for a field ("I'm diabetic and need a dentist"); how a person communicates or moves is never the need.
 */
export function readRemarks(text: string, { need, asked }: Known, resources: QueryResources): Remarks {
  const clauses = splitClauses(text)
  if (clauses.length > clausesMax) return { rest: text, kind: null }
  const removed = findRemarks(clauses, { need, asked }, resources)
  const rest = joinClauses(clauses.filter((clause) => !removed.has(clause)))
  if (isOpen(need) && !namesField(rest, resources)) {
    const access = clauses.filter(
      ({ source, words }) => describesAccess(source) || (need !== null && routineVisit.test(words)),
    )
    return { rest: joinClauses(clauses.filter((clause) => !access.includes(clause))), kind: kindOf(access) }
  }
  return { rest, kind: kindOf([...removed]) }
}

function kindOf(removed: readonly Clause[]): Remarks['kind'] {
  if (removed.length === 0) return null
  return removed.some(({ source }) => describesPatient(source)) ? 'patient' : 'remark'
}

/** Whether a statement about the patient may still be what the user seeks care for. */
function isOpen(need: Need): boolean {
  return (
    need === null ||
    wordsOf(need.text).every((word) => isAnyDoctor(word) || isStopWord(word) || isConversationWord(word))
  )
}

/** Whether the words ask for a clinician of a field: "need a dentist", but not "need a doctor". */
function namesField(text: string, resources: QueryResources): boolean {
  const words = wordsOf(text)
  return words.some(isOfField) && readNeed(words.join(' '), resources) !== null
}

function isOfField(word: string): boolean {
  return isClinician(word) && !isAnyDoctor(word) && !ofSeveralFields.test(word)
}

/** What they do follows from the illness: "he had a stroke and needs a therapist". */
const ofSeveralFields = /^(?:therapists?|specialists?|surgeons?|terapeutas?|especialistas?|cirujan[oa]s?)$/

// Clauses

interface Clause {
  readonly source: string
  /** Folded, with "is" for `'s`, without the words that open a sentence. */
  readonly words: string
  readonly isQuestion: boolean
  /** Whether it begins a sentence. */
  readonly isFirst: boolean
}

/** Between sentences, at punctuation, and before a conjunction with a subject or a verb: "and I need", but not "and eczema". */
const boundary =
  /(?<=[.!?…])(?<!\b(?:dra?|mrs?|ms|st|sra?)\.)\s|(?<=[,;:)])\s|\s[–—-]\s|\s(?=(?:and|but|so|because|plus|y|pero|porque)\s(?:i|we|he|she|they|im|ive|he['’]?s|she['’]?s|i['’](?:m|ve)|we['’]ve|they['’]re|my|our|his|her|needs?|wants?|looking|is|are|was|has|have|had|takes?|took|uses?|speaks?|lives?|prefers?|would|can|please|who|where|mi|su|necesit\p{L}+|busc\p{L}+|quier\p{L}+|tengo|tiene|tom[ao]|viv[eo]|es|soy|est(?:oy|[aá])|habla)(?!\p{L}))/giu

function splitClauses(text: string): readonly Clause[] {
  const sources = text
    .replaceAll(/\s+/g, ' ')
    .split(boundary)
    .filter((source) => source.trim() !== '')
  return sources.map((source, index) => ({
    source,
    words: clauseWords(source),
    isQuestion: /\?\s*$|^\s*¿/u.test(source) || ofOffice.test(clauseWords(source)),
    isFirst: index === 0 || /[.!?…]\s*$/u.test(sources[index - 1]!),
  }))
}

/** "Do they treat burns" */
const ofOffice = /^(?:do|does|did|can|could|will|would) (?:they|these|those) /

/** With the verbs of contractions: "im" and "we're" are "i am" and "we are". */
function clauseWords(source: string): string {
  const words = wordsOf(spellOutIs(source)).join(' ').replace(opening, '')
  return contractions.reduce((text, [pattern, verb]) => text.replace(pattern, verb), words)
}

const contractions: readonly (readonly [RegExp, string])[] = [
  [/\bim\b/, 'i am'],
  [/^were (?!(?:you|they|we)\b)/, 'we are '],
  [/\b(i|we|they)ve\b/, '$1 have'],
  [/\b(he|she)s\b/, '$1 is'],
  [/\btheyre\b/, 'they are'],
  [/\byoure\b/, 'you are'],
]

function joinClauses(clauses: readonly Clause[]): string {
  return clauses.map(({ source }) => source).join(' ')
}

// Remarks

function findRemarks(
  clauses: readonly Clause[],
  known: Known,
  resources: QueryResources,
): ReadonlySet<Clause> {
  const found = new Set<Clause>()
  for (const [index, clause] of clauses.entries()) {
    const isContinued = !clause.isFirst && found.has(clauses[index - 1]!)
    if (isRemark(clause, known, resources) || (isContinued && isContinuation(clause, resources)))
      found.add(clause)
  }
  return found
}

function isRemark({ source, words, isQuestion }: Clause, known: Known, resources: QueryResources): boolean {
  if (isQuestion || isSpelling(source) || officeWish.test(words) || videoWish.test(words)) return false
  if (describesPatient(source) || unwantedCare.test(words)) return true
  if (known.need !== null && routineVisit.test(words)) return true
  if (has('request', words) || asks(source) || purpose.test(words)) return false
  if (isAboutClinician(words)) return true
  if (has('fact of the search', words)) return false
  const isUnchanging = isPresentComplaint(words)
    ? continuesNeed(source, words, known.need, resources)
    : isFact(words, known, resources)
  const hasPayer =
    namesPayer(parseNeed(source, resources)) ||
    findNamedInsurers(source).length > 0 ||
    namesPlanOfOtherKind(source)
  return isUnchanging && !hasPayer && !namesPlace(source, words, resources)
}

/** "I can't leave the house, so video would be better" */
const videoWish =
  /\b(?:video|telehealth|zoom|virtual|videollamada)(?: (?:visits?|calls?))? (?:would be|is|seria|es|works?|please|por favor)\b/

/** "And has evening hours": a wish for the office, without a subject. */
const officeWish =
  /^(?:(?:that|who|which|que) )?(?:also )?(?:has|have|with|offers?|tenga|tengan|con) (?:\S+ ){0,3}(?:hours|appointments?|appts?|slots|horarios?|citas)\b/

/** "He doesn't want the methadone place": which places of the list are meant, no source states. */
const unwantedCare =
  /^(?:(?:i|we|he|she|they|(?:my|our) \S+) )?(?:dont|doesnt|didnt|do not|does not|did not|wont|no) (?:want|like|quiere|quiero)(?: to (?:go to|use|try))? (?:the|an?|any|that|una?|el|la|ese|esa) (?:(?:\S+ ){1,2}(?:places?|clinics?|centers?|programs?|clinica|centro|programa)|va(?: hospital| clinic)?)$/

/** "Only a checkup, I think", after a search for a doctor. */
const routineVisit =
  /^(?:(?:its|it|is|for|just|only|an?|my|some|regular|routine|yearly|annual|basic|es|solo|para|un|una) )+(?:check ?ups?|physicals?|visit|care|exam|wellness visit|chequeo|revision|consulta)(?: (?:i guess|i think|really|only|for now|nothing (?:special|urgent|major)|de rutina|anual))*$/

/** "For anxiety" after "a therapist" narrows the search; "for two weeks" does not. */
const purpose =
  /^(?:for|para) (?!(?:the (?:past|last)|about|almost|over|nearly|like|now|an? (?:while|week|month|year|few|couple)|\d+|one|two|three|four|five|six|several|many|some|years|months|weeks|days|un[oa]?s?|dos|tres|varios|varias)\b)/

/** "My old doctor moved to Florida" */
function isAboutClinician(words: string): boolean {
  const [, subject = ''] = /^(?:my|our|his|her|their|mi|su) ((?:\S+ ){0,2}\S+) /.exec(words) ?? []
  return has('statement', words) && subject.split(' ').some(isClinician)
}

function isFact(words: string, { need, asked }: Known, resources: QueryResources): boolean {
  // "I have Zorbocare" answers the question for the payer, "I have diabetes" does not.
  if (asked === 'payer' && possession.test(words) && readNeed(words, resources) === null) return false
  return has('statement', words) || has('fragment', words) || elaborates(words, need)
}

/** A complaint for which the clinician of the need is the right one: "torn rotator cuff" after "orthopedist". */
function continuesNeed(source: string, words: string, need: Need, resources: QueryResources): boolean {
  if (need === null || words.split(' ').some((word) => isClinician(word) || isFacility(word))) return false
  return elaborates(words, need) || isOfSameField(source, need, resources)
}

/** "It's just a sprain" after "urgent care". */
function elaborates(words: string, need: Need): boolean {
  return need !== null && isOfClinicianOrPlace(need) && has('elaboration', words)
}

const possession =
  /^(?:(?:i|we|he|she|they|yo) )?(?:have|has|got|am on|is on|are on|use|uses|tengo|tiene|tenemos)(?: (?:the|an?|el|la))? \S+(?: \S+){0,2}$/

/** "I have asthma, eczema": further words of the same list, which name no clinician. */
function isContinuation({ source, words }: Clause, resources: QueryResources): boolean {
  if (['statement', 'request', 'fact of the search', 'question'].some((trait) => has(trait as Trait, words)))
    return false
  if (words.split(' ').some((word) => isClinician(word) || isFacility(word)) || asks(source)) return false
  return readNeed(words, resources) !== null
}

function has(trait: Trait, words: string): boolean {
  return isPresent(
    flags.find(({ name }) => name === trait)!,
    words,
  )
}

/** Requests that a statement may contain without asking anything: "he goes on Mondays". */
const incidental: readonly RequestKind[] = [
  'hours',
  'unstated',
  'greeting',
  'yes',
  'no',
  'who',
  'details',
  'plan',
  'plans',
  'languages',
  'dosage',
  'prescription',
]

function asks(source: string): boolean {
  return [...detectRequests(source).kinds].some((kind) => !incidental.includes(kind))
}

function isPresentComplaint(words: string): boolean {
  if (!has('complaint', words) || has('absent', words)) return false
  return present.test(words) || !past.test(words)
}

const hurting =
  /\b(?:hurts?|hurting|aches?|(?:isnt|not|wont|doesnt|never) heal(?:ing|s|ed)?|duelen?|no (?:se (?:le )?)?(?:cierra|sana|cura|cicatriza)n?|ve borroso|zumban?)\b/

/** Whether a part of the message states a complaint of the present: "my ear hurts". */
export function namesComplaint(text: string): boolean {
  return splitClauses(text).some(
    ({ words, isQuestion }) =>
      !isQuestion && isPresentComplaint(words) && (has('statement', words) || hurting.test(words)),
  )
}

/** The place of an earlier visit or of another clinician is not where the user searches: "she used to see one in Putnam". */
function namesPlace(source: string, words: string, resources: QueryResources): boolean {
  if (past.test(words) || words.split(' ').some(isClinician)) return false
  return parseNeed(source, resources).place !== null
}

const anyComplaint =
  /\b(?:urgent care|walk ?ins?|clinics?|hospitals?|health centers?|emergency room|er|clinicas?|hospitales|urgencias)\b/

function isOfClinicianOrPlace({ text, kind }: NonNullable<Need>): boolean {
  return kind === 'location' || text.split(' ').some(isClinician)
}

/** Whether the clinician or place of the need treats the complaint: "I have eczema" after "dermatologist". */
function isOfSameField(source: string, need: NonNullable<Need>, resources: QueryResources): boolean {
  if (!isOfClinicianOrPlace(need)) return false
  if (anyComplaint.test(need.text)) return true
  const known = findFieldCodes(need.text, resources)
  const named = findFieldCodes(wordsOf(source).join(' '), resources)
  // Therapists, psychologists and psychiatrists treat anxiety, and the user has named one of them.
  const isOfMind = [known, named].every(
    (codes) => codes !== null && [...codes].some((code) => ofMind.test(code)),
  )
  if (isOfMind) return true
  return known !== null && named !== null && [...named].some((code) => known.has(code))
}

/** The taxonomy codes of counselors, psychologists, clinical social workers, family therapists, psychiatrists and their nurses. */
const ofMind = /^(?:101Y|103T|1041C|106H|2084P08|363LP0808|364SP08)/

/** Whether the message is a question that neither asks for care nor names a clinician: "how long is recovery". */
export function isQuestionBesideCare(text: string): boolean {
  const words = clauseWords(text)
  // "Why does my doctor want this test" asks for no doctor.
  const others = words
    .replace(/\b(?:doctors?|drs?) (?:note|letter|order|excuse)/, ' ')
    .replaceAll(/\b(?:my|his|her|our|their|mi|su|the|el|la) \S+/g, ' ')
  return has('question', words) && !others.split(' ').some((word) => isClinician(word) || isFacility(word))
}

/**
 * Whether the message certainly describes nothing urgent unless red flags are in it: the scores of its words would mean nothing. It is
 * no remark in general that is harmless: "he gave away his dog" is one too.
 */
export function isHarmless(text: string): boolean {
  const words = clauseWords(text)
  return (
    describesPatient(text) ||
    isAppointmentWish(text) ||
    isUnwantedPosition(text) ||
    isSpelling(text) ||
    hearsay.test(words) ||
    has('treatment', words) ||
    has('experience', words) ||
    has('office time', words) ||
    has('administrative question', words) ||
    has('unwanted way', words)
  )
}

/** "The man at the desk told me about this" */
const hearsay =
  /^(?!.*\b(?:kill|die|dying|dead|hurt\w*|suicid\w*|pain|bleed\w*|breath\w*)\b).*\b(?:told (?:me|us|him|her) about|found (?:out about)?|heard (?:about|of)|typed|wrote|sent|showed (?:me|us)) (?:this|it|you|the (?:chat|site|page|list|directory|link))(?: (?:for|to) (?:me|us))?(?: (?:from|at|by|on) (?:the|my|our|an?) (?:\S+ ){0,2}\S+)?$/

/** The sentences that may describe something urgent. */
export function withoutHarmless(text: string): string {
  return text
    .split(/(?<=[.!?])\s/)
    .filter((sentence) => !isHarmless(sentence))
    .join(' ')
}
