/** Detects emergencies: red flags that need immediate care, unless the query shows that no danger is present. */
import { isClinician } from '../care-words.ts'
import { queryTokensMax } from '../token-cursor.ts'
import { splitClauses } from './clauses.ts'
import {
  clauseBeginning,
  isNamedAlone,
  isNamedIn,
  isNamedInThePresent,
  resolveReferences,
  withoutHarmlessEvents,
  withoutPlacesOfEvents,
} from './named-emergency.ts'
import { isPresent, readRedFlags, type RedFlag } from './red-flag.ts'

/** `mind`: danger to oneself or to others. */
export type Emergency = 'body' | 'mind'

const physical = readRedFlags(import.meta.dirname, 'physical-red-flags.txt')
export const physicalRedFlags = physical.flags
export const mentalRedFlags = readRedFlags(import.meta.dirname, 'mental-red-flags.txt').flags
const context = readRedFlags(import.meta.dirname, 'context.txt').group

const now = physical.group('now')
const severe = physical.group('worst')
const chronicOrPast = context('chronic, past or feared')
const exertion = context('exertion')
const slowOnset = context('slow onset')
const bereavement = context('bereavement')

/** A list of this many complaints describes an illness, unless two of them are red flags and none has a slow onset. */
const listLengthMin = 5
const listFlagsMin = 2

/**
 * Null if everything that the query describes can wait for an appointment.
 * @param spellings the words of the query in corrected spelling and as written: a red flag in either counts
 */
export function detectEmergency(
  query: string,
  ...spellings: readonly (readonly string[])[]
): Emergency | null {
  const all = spellings.map((words) => words.slice(0, queryTokensMax).join(' ')).join(' ')
  const currentClauses = distinctSpellings(spellings).map((words) => listCurrentClauses(query, words))
  const texts = currentClauses.map((clauses) => clauses.join(' '))
  const current = texts.map((text) => text.replaceAll(pastEvents, ' '))
  const allCurrent = current.join(' ')
  const isAboutTeaching = mentionsTeaching(all) && !currentClauses.flat().some(isBesideTeaching)
  const certain = isAboutTeaching && !presentEvent.test(allCurrent) ? null : findCertainEmergency(current)
  if (certain !== null) return certain
  if (isAboutTeaching || requestsField(texts.join(' '))) return null
  const isBereaved = bereavement.test(allCurrent)
  if (!isBereaved && !chronicOrPast.test(allCurrent) && findPresentFlags(current, mentalRedFlags).length > 0)
    return 'mind'
  const describedFlags = findPresentFlags(current, physicalRedFlags)
  const isNamed = currentClauses.some((clauses) => isNamedAlone(clauses) || clauses.some(isNamedInThePresent))
  const physicalFlags = describedFlags.length === 0 && isNamed ? [namedEmergency] : describedFlags
  if (isBereaved && !(physicalFlags.length > 1 && now.test(allCurrent))) return null
  const concerning = currentClauses.flatMap(fromNamedEmergency).join(' ').replaceAll(pastEvents, ' ')
  return canWait(physicalFlags, query, concerning) ? null : 'body'
}

function distinctSpellings(spellings: readonly (readonly string[])[]): readonly (readonly string[])[] {
  return [...new Map(spellings.map((words) => [words.join(' '), words])).values()]
}

/** The red flag of a query that names an emergency without its signs. */
const namedEmergency: RedFlag = { name: 'named emergency', has: [], unless: null, certain: false }

/** The clauses without harmless events, unless they have a certain flag; a clause without another flag is removed. */
function listCurrentClauses(query: string, words: readonly string[]): readonly string[] {
  const clauses = splitClauses(query, words.slice(0, queryTokensMax), clauseBeginning)
  return resolveReferences(clauses).flatMap((clause) => {
    const rest = withoutHarmlessEvents(clause)
    if (rest === null || findCertainEmergency([clause]) !== null) return [clause]
    return hasFlag(rest) ? [rest] : []
  })
}

function hasFlag(text: string): boolean {
  return [mentalRedFlags, physicalRedFlags].some((flags) => findPresentFlags([text], flags).length > 0)
}

/** Whether a clause describes an actual emergency beside another one about a class: "my baby is choking". */
function isBesideTeaching(clause: string): boolean {
  return isNamedInThePresent(clause) && presentEvent.test(clause) && !mentionsTeaching(clause)
}

/** Whether the text is about a class or group, which is neither the place of an event nor lacking, ended, useless or for later. */
function mentionsTeaching(text: string): boolean {
  return teaching.test(withoutPlacesOfEvents(text).replaceAll(absentTeaching, ' '))
}

/** The clauses from the first one that names an emergency with a red flag: words in earlier ones do not concern it. */
function fromNamedEmergency(clauses: readonly string[]): readonly string[] {
  const first = clauses.findIndex(
    (clause) => isNamedIn(clause) && findPresentFlags([clause], physicalRedFlags).length > 0,
  )
  return first === -1 ? clauses : clauses.slice(first)
}

const certainMentalFlags = mentalRedFlags.filter(({ certain }) => certain)
const certainPhysicalFlags = physicalRedFlags.filter(({ certain }) => certain)

/** Neither a medical field nor a list of complaints in the query makes a certain flag less urgent. */
function findCertainEmergency(texts: readonly string[]): Emergency | null {
  if (findPresentFlags(texts, certainMentalFlags).length > 0) return 'mind'
  return findPresentFlags(texts, certainPhysicalFlags).length > 0 ? 'body' : null
}

/** `flags` are the present ones, none of which is certain. */
function canWait(flags: readonly RedFlag[], query: string, text: string): boolean {
  if (flags.length === 0) return true
  if (query.split(',').length >= listLengthMin) return flags.length < listFlagsMin || slowOnset.test(text)
  if (flags.length > 1 || now.test(text)) return false
  return chronicOrPast.test(text) || (exertion.test(text) && !severe.test(text))
}

function findPresentFlags(texts: readonly string[], flags: readonly RedFlag[]): readonly RedFlag[] {
  return flags.filter((flag) => texts.some((text) => isPresent(flag, text)))
}

/** Whether the query requests a field, such as "cardiologist for …"; "my cardiologist" is not a request. */
function requestsField(text: string): boolean {
  if (/\b(?:emergency|urgencias?|emergencias?)\b/.test(text)) return false
  return text
    .replaceAll(treatments, ' ')
    .split(' ')
    .some(
      (word, index, words) =>
        isField(word) && !/^(?:my|our|his|her|their|mi|su)$/.test(words[index - 1] ?? ''),
    )
}

/** Whether the word is a field or its clinician: "cardiologist", "cardiology", "counseling". */
function isField(word: string): boolean {
  return (
    (isClinician(word) && !cliniciansOfNoField.test(word)) ||
    /(?:ology|iatry|therapy|counsel\w*|rehab\w*)$/.test(word)
  )
}

/** Clinicians of no specific field, and caregivers. */
const cliniciansOfNoField =
  /^(?:doctor|dr|doc|physician|provider|medic|doctora|medico|medica|nurse|technician|caregiver|coach)e?s?$/

/** A treatment during which the emergency occurred: "in rehab", "on chemotherapy". */
const treatments =
  /\b(?:in|on|at|during|after)(?: (?:my|his|her))? (?:(?:cardiac|physical|occupational|speech) )?(?:[a-z]*therapy|rehab\w*|counsel\w*)\b|\b(?:chemo|radio|immuno)therapy\b/g

/** Past events, which are removed before the rest of the query is checked. */
const pastEvents = new RegExp(
  [
    String.raw`\bhistory of \S+(?: attacks?)?`,
    String.raw`\b(?<!in )recover\w*(?: (?:from|after)(?: (?:an?|my|the))?)?(?: \S+)?`,
    String.raw`\b(?:had|after|since)(?: (?:an?|my|his|her|the))?(?: \S+){1,3}? (?:last (?:week|month|year)|(?:\S+ ){0,2}(?:weeks?|months?|years?) ago)\b`,
    String.raw`\bafter (?:an?|my|his|her) (?:stroke|overdose|heart attack)\b`,
  ].join('|'),
  'g',
)

/** Subjects of classes that do not teach about emergencies. */
const otherSubjects =
  '(?:yoga|pilates|gym|pe|spin\\w*|danc\\w*|swim\\w*|box\\w*|karate|cycling|fitness|exercise|weight|strength|marathon|football|soccer|' +
  'basketball|golf|zumba|aerobics|math|english|history|science|art|music|school)'

/** A class that teaches what to do; not "of course", "in class" or "at a yoga class". */
const lesson =
  String.raw`(?<!\b(?:in|at|on|of|during|after|from)(?:(?: (?:an?|my|his|her|the))? ${otherSubjects}| my| his| her)? )` +
  '(?:training|class(?:es)?|courses?)'

/** Words for training, prevention and support groups. */
const teaching = new RegExp(
  String.raw`\b(?:prevent(?:ion|ing|ative)|${lesson}|certifi\w*|support groups?|grief|awareness)\b`,
)

const lessonOrGroup = String.raw`(?:training|class(?:es)?|courses?|certifi\w*|groups?)`

const absentTeaching = new RegExp(
  [
    String.raw`\b(?:no|never|without|quit|left)(?: \S+){0,3} ${lessonOrGroup}\b`,
    String.raw`\b(?:\S+ )?${lessonOrGroup} (?:didnt|did not|doesnt|isnt|wasnt|later|afterwards?)\b`,
  ].join('|'),
  'g',
)

/** An actual emergency beside a class or group: "I am", "she is", "no training"; not "I need a class", "when a child is". */
const presentEvent = new RegExp(
  [
    String.raw`(?<!\b(?:can|could|do|should|may) )\b(?:i|im|ive)\b(?! (?:am )?(?:need|want|wanna|would like|looking|interested)(?: (?!die|kill|end|hurt|harm)\S+){1,5} ${lessonOrGroup}\b)`,
    String.raw`\b(?:he|hes|she|shes|myself|my (?:own )?(?:life|wrists))\b|(?<!\b(?:who|that|they|people) )\b(?:want|wanna|going|ready) to (?:die|kill|end)\b`,
    String.raw`(?<!\b(?:when|if|what|where|which|who|that|whose)(?: \S+){0,3} )\b(?:is|isnt|are|wont|cant|cannot|doesnt|didnt)\b(?! (?:there|an?|the|it|this)\b)`,
    String.raw`\b(?:no|never|without|took|quit)(?: \S+){0,3} ${lessonOrGroup}\b`,
  ].join('|'),
)
