/** Reads the care that a message asks for, and whether a clinician or a place of care answers it better. */
import { memoize, memoizeByObject } from '@careatlas/directory/memoize'
import { foldName } from '@careatlas/directory/person-name'
import { taxonomyOf } from '@careatlas/directory/taxonomy'
import { isFiller } from '@careatlas/search/query/filler-words'
import { isAnyDoctor, isClinician } from '@careatlas/search/query/care-words'
import { isGeneralClinician } from '@careatlas/search/query/named-specialties'
import { extractExclusions } from '@careatlas/search/query/extract-exclusions'
import { isPatientWord } from '@careatlas/search/query/extract-patient'
import { parseQuery, type ParsedQuery } from '@careatlas/search/query/parse-query'
import { isTopic, type QueryResources } from '@careatlas/search/query/query-resources'
import type { Concept } from '@careatlas/vocabulary/concept'
import { isStopWord, stemOf } from '@careatlas/vocabulary/words'
import type { RecordKind } from './conversation-context.ts'
import { isConversationWord } from './detect-answer-language.ts'
import { rewritePlainNeeds } from './plain-needs.ts'
import { describeKind, findStatedKinds, ofPayer } from './stated-kind.ts'

export interface ReadNeed {
  /** Folded words, for `q`. */
  readonly text: string
  readonly kind: RecordKind
  /** Whether the words only describe the patient: "for my daughter". */
  readonly isPatientOnly: boolean
  /** The words if they only narrow a need and name no field: "a specialist", "someone who can prescribe"; otherwise empty. */
  readonly narrowing: string
  /** Whether the words are the name of a place of care. */
  readonly isNamed: boolean
  /** Whether the words replace the need of the conversation; otherwise they only are one if it has none. */
  readonly isCertain: boolean
}

/** The confidence at which half of the queries are about care. */
const confidenceMin = 0.5

/** @param message the words that are part of no preference, place, payer, person or request */
export function readNeed(message: string, resources: QueryResources): ReadNeed | null {
  const words = withFieldDoctor(rewritePlainNeeds(withoutCorrection(message)), resources)
  const tokens = words.split(' ').filter((word) => word !== '')
  const name = findPlaceName(tokens, resources)
  if (name !== null) return { ...certainPlace, text: name, isNamed: true }
  const mayName = (word: string): boolean =>
    /\p{L}/u.test(word) &&
    isTopic(word, resources) &&
    !isStopWord(word) &&
    !isFiller(word) &&
    !isConversationWord(word) &&
    !ofPlan.test(word)
  if (!tokens.some(mayName)) return null
  const whole = parseNeed(words, resources)
  const kind = findKindBeside(tokens, whole, resources) ?? findRequestedCare(tokens, whole, resources)
  const parsed = kind === null ? whole : parseNeed(kind, resources)
  if (kind === null && !isAboutCare(parsed)) return null
  const topics = parsed.parts.words.topics
  if (emergencyRoom.test(words)) return { ...certainPlace, text: 'hospital' }
  if (isForUrgentCare(tokens, parsed)) return { ...certainPlace, text: 'urgent care' }
  const text = kind ?? words
  return {
    text,
    kind: chooseKind(text.split(' '), parsed.care, words),
    // A pediatrician is a clinician of a field, not only a word for the patient.
    isPatientOnly: topics.length > 0 && topics.every(isPatientWord) && !tokens.some(isClinician),
    narrowing: kind === null ? readNarrowing(words, topics) : '',
    isNamed: false,
    isCertain:
      !exclusion.test(words) &&
      !ofPayer.test(parsed.care[0]?.codes[0]?.code ?? '') &&
      (kind !== null ||
        tokens.some(
          (word, index) => (namesField(word) && !isReference(tokens, index)) || placeWords.test(word),
        ) ||
        scan.test(words) ||
        placeOfStay.test(words) ||
        (bestScore(parsed) >= certainScoreMin &&
          namesCare(tokens, parsed.care.length > 0 ? 1 : 2, resources))),
  }
}

/** "It probably needs stitches": emergency physicians have no office, and urgent care treats it too. */
function isForUrgentCare(tokens: readonly string[], { care: [best] }: ParsedQuery): boolean {
  if (best?.codes[0]?.code !== emergencyMedicine || tokens.some(isClinician)) return false
  return tokens.some((word) => minorWound.test(word))
}

const emergencyMedicine = '207P00000X'
const minorWound = /^(?:stitch(?:es)?|sutures?|bites?|bit|puntos|mordida|mordio|mordedura)$/

/** "The ortho knee person" is a clinician of the field. */
function withFieldDoctor(words: string, resources: QueryResources): string {
  const [whole, field = ''] = fieldPerson.exec(words) ?? []
  if (whole === undefined || field.split(' ').some(isClinician)) return words
  const isField = parseNeed(field, resources).care.length > 0
  return isField ? words.replace(whole, `${field} doctor`) : words
}

const fieldPerson = /\b(?:the|an?|now|some|el|la) ((?:\S+ ){0,2}\S+) (?:person|people|guy|lady|folks)\b/

/**
 * The kind of care that the words name, if the search would read another one of the words beside it: "he had a heart attack and needs a
 * kidney specialist" is no search for cardiologists. Null if the words name no kind, or mean it as they are.
 */
function findKindBeside(
  tokens: readonly string[],
  whole: ParsedQuery,
  resources: QueryResources,
): string | null {
  const [kind, ...others] = findStatedKinds(tokens, resources)
  if (kind === undefined || tokens.join(' ') === kind) return null
  const read = whole.care[0]?.codes[0]?.code
  const isRead = (name: string): boolean =>
    parseNeed(name, resources).care[0]?.codes.some(
      ({ code, weight }) => code === read && weight >= sameFieldMin,
    ) ?? false
  if ([kind, ...others].some(isRead)) return null
  const end = others.length === 0 ? -1 : tokens.lastIndexOf(others[0]!.split(' ')[0]!)
  return describeKind(kind, end === -1 ? tokens : tokens.slice(0, end))
}

/** The care that a request names, if the search finds none in the whole sentence: "at my age I need a cataract operation". */
function findRequestedCare(
  tokens: readonly string[],
  whole: ParsedQuery,
  resources: QueryResources,
): string | null {
  if (whole.care.length > 0) return null
  const message = tokens.join(' ')
  for (const cue of message.matchAll(requestOfCare)) {
    const words = message
      .slice(cue.index + cue[0].length)
      .split(' ')
      .slice(0, requestedMax)
    for (let to = words.length; to > 0; to--) {
      const name = words.slice(0, to)
      if (isAround(name.at(-1)!) || joining.test(name.at(-1)!) || name.every(isGeneral)) continue
      const parsed = parseNeed(name.join(' '), resources)
      if (parsed.care.length > 0 && bestScore(parsed) >= requestedScoreMin && namesCare(name, 1, resources))
        return describeKind(name.join(' '), tokens)
    }
  }
  return null
}

function isGeneral(word: string): boolean {
  return isGeneralClinician(word) || isPatientWord(word) || isAround(word)
}

const requestOfCare =
  /\b(?:where (?:can|could|do|should|would) (?:i|we) (?:send|take|bring|refer|go)(?: \S+){0,3}? for|needs?|wants?|looking for|(?:some(?:one|body)|anyone|(?:a|the) (?:doctor|dr)) (?:about|for)|the one (?:who|that) (?:does|can|prescribes)|necesit[oa]|busc[oa]|quier[oe]|(?:alguien|un doctor|una doctora) (?:de|sobre|para)) (?:(?:to|get|have|an?|the|my|some|new|una?|el|la|hacerme|hacerse) )*/g
const joining = /^(?:without|near|with|but|because|when|while|if|sin|con|cerca|pero|porque|cuando|si)$/
const requestedMax = 4
/** Words that only resemble care have a lower one. */
const requestedScoreMin = 0.94

/** Excludes related fields: allergists have the weight 0.8 or less for the lungs. */
const sameFieldMin = 0.85

/**
 * Whether words of the message are a phrase of the vocabulary; other sentences are similar to a concept by chance. Without a confident
 * concept, one word is not enough: "even" has the stem of "evening".
 */
function namesCare(tokens: readonly string[], wordsMin: number, { finder }: QueryResources): boolean {
  const words = tokens
    .join(' ')
    .replaceAll(wellness, ' ')
    .split(/ +/)
    .filter((word) => !isStopWord(word) && !isConversationWord(word) && !ofPlan.test(word))
  const isPhrase = (named: readonly string[]): boolean => finder.index.isWhole(named.map(stemOf))
  return words.some((_, from) => {
    const [first = '', second, third] = words.slice(from, from + 3)
    const pairs = [second, third].flatMap((word) => (word === undefined ? [] : [[first, word]]))
    // "Ears keep ringing" has the phrase "ears ringing".
    return [[first], ...pairs, words.slice(from, from + 3)].some(
      (named) => named.length >= wordsMin && isPhrase(named),
    )
  })
}

/** "No me siento mal" */
const wellness =
  /\b(?:no|not|dont|doesnt|nunca|never|isnt) (?:(?:me|se|te|really|even|feeling) )*(?:siento|siente|feel|feeling|estoy|esta|am|is) (?:mal|bad|sick|ill|unwell|enferm[oa])\b|\b(?:nothing|nada) (?:is |esta )?(?:wrong|mal)\b/g

/** Words for insurance beside the name of a payer: "the PPO", "and an AARP supplement". */
const ofPlan =
  /^(?:hes|shes|theyre|its|ive|weve|hmo|ppo|epo|pos|supplement(?:al|s)?|suplement\w*|advantage|medigap|plan|plans|planes|card|tarjeta|insurance|seguro|coverage|employer|work|united)$/

/** "That doctor", "el cirujano me mande una orden": a clinician that the conversation or the user knows, and does not look for. */
function isReference(tokens: readonly string[], index: number): boolean {
  const before = tokens[index - 1] ?? ''
  return known.test(before) || (definite.test(before) && doing.test(tokens[index + 1] ?? ''))
}

const known = /^(?:this|that|ese|esa|este|esta)$/
const definite = /^(?:the|my|our|his|her|their|el|la|mi|su|nuestr[oa])$/
const doing =
  /^(?:to|has|have|had|will|would|must|should|needs?|sends?|sent|orders?|ordered|signs?|signed|refers?|refused|writes?|wrote|wants?|always|never|also|just|already|still|me|le|nos|lo|la|se|tiene|manda|mande|mando|firme|firma|dice|dijo|quiere)$/

function namesField(word: string): boolean {
  return isClinician(word) || fieldEnding.test(word)
}

/** "Rheumatology", but not "technology". */
const fieldEnding = /^(?!techn|apol|bi|ge|astr|the|ide|anth).*(?:ology|iatry|ologia|iatria)$/

/** The words that only narrow a need; otherwise empty. */
function readNarrowing(text: string, topics: readonly string[]): string {
  const [, clause] = relativeClause.exec(text) ?? []
  if (clause !== undefined && !clause.split(' ').some(isClinician)) return clause
  const words = topics.filter((word) => !isConversationWord(word))
  return words.every((word) => narrowingWord.test(word)) ? words.join(' ') : ''
}

const certainPlace = {
  kind: 'location',
  isPatientOnly: false,
  narrowing: '',
  isNamed: false,
  isCertain: true,
} as const

/** "Someone who does Botox" after a complaint or a field. */
const relativeClause =
  /^(?:but |and |or |so |then |y |pero )*(?:(?:some|any)?(?:one|body)|alguien|un[oa]) (?:who|that|que) (?:also |can |could |tambien |pueda )*(.+)$/

const narrowingWord = /^(?:specialists?|especialistas?|prescrib(?:e|es|er|ers|ing)|recet(?:e|a|ar))$/

/** The words of a message that only excludes a clinician: "I don't want a nurse practitioner"; null for other messages. */
export function findExclusionOnly(message: string, resources: QueryResources): string | null {
  const tokens = message.split(' ').filter((word) => word !== '')
  const { found, rest } = extractExclusions(tokens)
  const named = rest.filter((word) => !isAround(word))
  if (found.size === 0 || [rest, named].some((words) => readNeed(words.join(' '), resources) !== null))
    return null
  return tokens.slice(0, exclusionWordsMax).join(' ')
}

const exclusionWordsMax = 12

/** "A hospital instead", "I'd rather have a clinic", "a pharmacy instead of a clinic": the need without what it replaces. */
/** "Me duele la espalda desde hace un mes": the search would read a chronic pain, or nothing. */
const duration =
  /\b(?:desde )?hace (?:(?:como|unos|unas|casi|mas de|un par de|ya) )*(?:(?:\d+|un|una|dos|tres|cuatro|cinco|seis|siete|ocho|diez|varios|varias|muchos|muchas) )?(?:dias?|semanas?|mes|meses|anos?)\b(?: que\b)?/g

function withoutCorrection(words: string): string {
  return words
    .replace(askedKind, '')
    .replace(askedAtEnd, '')
    .replace(replacedNeed, '')
    .replace(withStaff, '')
    .replaceAll(excludedPlace, ' ')
    .replaceAll(distance, ' ')
    .replaceAll(correction, ' ')
    .replaceAll(visitedRoom, ' ')
    .replaceAll(orderer, ' ')
    .replaceAll(speaker, ' ')
    .replaceAll(concession, ' ')
    .replaceAll(kindOfPlan, ' ')
    .replaceAll(duration, ' ')
    .replaceAll(/ +/g, ' ')
    .trim()
}

/** "What kind of doctor treats vertigo", "who deals with gout": the complaint alone names its clinician. */
const askedKind =
  /^(?:(?:and|so|ok|then|y|entonces) )*(?:(?:what|which|que|cual) (?:(?:kind|type|sort|tipo|clase) (?:of|de) )?(?:an? )?(?:doctors?|drs?|specialists?|physicians?|providers?|person|medico|doctor|especialista)|who|quien) (?:(?:usually|would|should|can|do|does) )*(?:treats?|handles?|deals? with|takes? care of|fix(?:es)?|helps? with|trata|atiende|ve|(?:(?:i|we|he|she) )?(?:see|need|go to|visit) (?:for|about|with)|for) (?=\S)/

/** "Tired all the time, what kind of doctor" */
const askedAtEnd =
  / (?:what|which) (?:kind|type|sort) of (?:doctor|dr|specialist)(?: is that| is this| do i need| should i see| for that)?$/

/** Whether folded words ask which kind of clinician treats a complaint. */
export function asksForKindOf(words: string): boolean {
  return askedKind.test(words)
}

/** Without the language that the search reads: "with Spanish-speaking staff". */
const withStaff = /^(?:with|con)(?: (?:speaking|personal|staff|que|hable))+$/
/** "Not urgent care, just a foot doctor", "a hearing test, but not one of those places" */
const excludedPlace =
  /\b(?:but )?(?:not|no)(?: (?:in|at|one|of|any|the|those|these|some))* (?:places?|stores?|shops?)\b|\b(?:not|no|dont want|no quiero)(?: (?:to|go|an?|the|un|una))* (?:urgent care|hospitals?|clinics?|clinicas?|pharmac(?:y|ies)|emergency rooms?|er|urgencias|hospitales)\b/g
/** "Closer than 3 miles": a wish that is read as a distance. */
const distance =
  /\b(?:(?:closer|nearer|less|more|no more|not more|not farther|no farther) )?(?:than |within |under |up to |max )?\d{1,3} (?:miles?|mi|millas?|km)(?: (?:away|max|or less|tops))?\b/g
const replacedNeed = /(?<=. )(?:instead of|rather than|en vez de|en lugar de) .*$/
// "No doctors, a midwife" without the excluded word is "no a midwife".
const correction =
  /^(?:(?:what|how) about (?:an? |the |some )?|no (?=an? )|not an? (?=an? )|no una? (?=una? ))|\b(?:(?:wait )?scratch (?:that|it)|(?:go|going|went|switch|change) back(?: to)?|back to$|(?:one )?first$|(?<=\S )(?<!\b(?:this|that|which|any|a|the) )ones?$|^(?:(?:great|perfect|ok|okay|cool) )+(?:and )?(?:now )?|^(?:and )?now |instead(?: of)?|(?:(?:id|wed|i would|we would) )?rather(?: (?:have|see|go to))?|mas bien|en vez de|en lugar de)\b/g

/** "My doctor gave me an order for an MRI", "my pcp ordered an ultrasound": what follows is sought. */
const orderer =
  /\b(?:(?:the|my|our|his|her|their|el|la|mi|su) )?(?:\S+ )?(?:doctors?|drs?|pcp|physician|medic[oa]|doctora) (?:already |just |has |had )*(?:gave (?:me|us|him|her|them)|ordered|wrote(?: (?:me|us|him|her))?|sent (?:me|us|him|her|them) for|wants (?:me|us|him|her|them) to (?:get|have|do)|mando(?: a)? hacer|me dio|pidio|ordeno)\b(?: (?:an?|the|una?|already|ya))*(?: (?:order|orders|slip|script|referral|prescription|orden|receta)(?: already)?(?: for| para| to get)?)?/g

/** "He went to the ER", "back from the emergency room": the visit is over. */
const visitedRoom =
  /\b(?:(?:i|we|he|she|they) )?(?:(?:has|have|had|just|already|ended|got) )*(?:did go|went|gone|been|was|were|took (?:him|her|me|us|them|(?:my|our) \S+)|came|home|back|out|discharged|released|(?:sent|let) (?:him|her|me|us) (?:go|home)) (?:just |recently |already |back |up )?(?:to|at|in|from|of|by) (?:the )?(?:er|emergency (?:room|department))\b|\b(?:fue|fui|fuimos|estuvo|estuve|l[oa] llev(?:e|amos|aron)|sali[o]?|salimos) (?:a|en|de) (?:la )?(?:sala de )?(?:emergencias?|urgencias?)\b/g

/** "The pediatrician says it's time for a specialist" */
const speaker =
  /\b(?:(?:the|my|our|his|her|their|el|la|mi|su|nuestr[oa]) (?:\S+ )?\S+|hospital|doctors?|doc|dr|clinic|pcp|er|school|preschool|doctora?|medic[oa]) (?:says?|said|told (?:me|us|him|her|them)|thinks?|suggest(?:s|ed)|recommend(?:s|ed)|dice|dijo|recomend[oa])\b(?: (?:that|its|it|is|time|for|we|i|he|she|they|should|to|see|que|es|hora|de))*|\b(?:he|she|they)(?:s| is|re| are)? (?:just |now )?(?:saying|telling (?:me|us)|asking)\b/g

/** "If I have an HMO": an organization of the taxonomy, but no care. */
const kindOfPlan =
  /\b(?:(?:if|since|because|si|porque|con|with) )?(?:(?:i|we|he|she|they) )?(?:(?:have|has|had|got|am on|is on|are on|tengo|tenemos|tiene) )?(?:an?|un|una|my|mi) (?:hmo|ppo|epo|pos)(?: plan)?\b/g

/** "Even if it's a nurse practitioner" */
const concession =
  /\b(?:even(?: (?:if|though))?|aunque)(?: (?:its|it is|thats|just|only|sea|solo))* (?:an?|the|una?|con) (?:nurse practitioner|physician assistant|physicians assistant|np|pa|nurse|resident|intern|assistant|enfermer[oa]|asistente)\b/g

/** "Not a resident": a clinician that the user does not want. */
const exclusion = /^(?:not|no) (?:an?|una?) \S+$/

function isAround(word: string): boolean {
  return isStopWord(word) || isConversationWord(word)
}

/** The name of a place of care, without the words of a sentence around it. */
function findPlaceName(tokens: readonly string[], { isPlaceName }: QueryResources): string | null {
  const from = tokens.findIndex((word) => !isAround(word))
  const to = tokens.findLastIndex((word) => !isAround(word)) + 1
  const name = tokens.slice(from, to).join(' ')
  return to - from > 1 && isPlaceName(foldName(name)) ? name : null
}

/**
 * The score of the best concept of most needs in the dialogues; that of other sentences, such as "what if I use something else", is
 * lower.
 */
const certainScoreMin = 0.56

/** The score of the best concept; 1 for a need that the words name without one. */
export function bestScore({ evidence }: ParsedQuery): number {
  return evidence.kind === 'need' ? evidence.best : 1
}

/** Hospitals have one; urgent care, which the search finds too, does not. */
const emergencyRoom =
  /\b(?:emergency (?:room|department)s?|nearest er|the er|salas? de (?:emergencias?|urgencias?))\b/

/** Parses with the meaning of words if the search compares it. The results are kept as long as `resources`. */
export function parseNeed(text: string, resources: QueryResources): ParsedQuery {
  return parserWith(resources)(text)
}

const parserWith = memoizeByObject((resources: QueryResources) => {
  const mode = resources.finder.comparesMeaning ? 'hybrid' : 'lexical'
  return memoize((text) => parseQuery(text, 'providers', mode, resources))
})

function isAboutCare({ topic, care, parts }: ParsedQuery): boolean {
  if (parts.words.topics.length === 0) return false
  return topic === null ? care.length > 0 : topic.confidence >= confidenceMin
}

/** The share of the weight of clinicians from which "where can I get it" asks for a place. */
const placeShare = 0.9

/** Words that always mean a place of care. */
const placeWords =
  /^(?:hospitals?|hospitales|pharmac(?:y|ies)|farmacias?|drugstores?|clinics?|clinicas?|centers?|centros?|labs?|laborator(?:y|ies|io|ios)|er|urgent|urgencias|walkin|imaging|dialysis|dialisis|snf|hospice|facilit(?:y|ies)|agency|agencies)$/

/** Agencies send their staff. */
const homeHealth = /\b(?:home (?:health|care|healthcare)(?! (?:aides?|nurses?))|agenc(?:y|ies))\b/

/** "A nursing home for my grandma" is no geriatrician. */
const placeOfStay =
  /\b(?:(?:nursing|retirement|rest|group|old (?:folks|age)) homes?|assisted living|memory care|(?:casa|hogar) (?:de ancianos|de reposo)|asilos?(?: de ancianos)?)\b/

/** "A chest X-ray place" */
const placeEnd = /^(?:places?|lugar(?:es)?)$/

/** "Where can I get an X-ray?", "somewhere with X-ray" */
const placeQuestion =
  /\b(?:some(?:where|place) (?:with|that|to|for)|(?:algun|un) (?:lugar|sitio) (?:con|que|para)|where (?:can|could|do|should|would) (?:i|we|he|she|they|you|my \w+) (?:get|have|go|do)|place (?:to|for)|donde (?:puedo|podemos|puede|me|le) (?:hacer|sacar|tomar|hago|hacen))/

/** A scan is made in a place, and blood is drawn there; a radiologist or a doctor reads the results. */
const scan =
  /\b(?:mris?|ct(?: scan)?|cat scan|(?:pet|bone density|dexa) scan|x ?rays?|ultrasounds?|sonograms?|mammograms?|blood (?:draws?|drawn|work|tests?)|lab ?work|labs (?:drawn|done)|sacar(?:me|le|se)? sangre|(?:analisis|examen(?:es)?|pruebas?) de sangre|resonancia|tomografia|ultrasonido|radiografia|rayos x|mamografia)\b/

function isOfPlaces({ codes }: Concept): boolean {
  return codes.some(({ code }) => taxonomyOf(code)?.kind === 'organization')
}

/**
 * A clinician in the words decides; else a place in the words; else the best code of the best concept.
 *
 * @param message all words of the message, which may ask for a place
 */
function chooseKind(words: readonly string[], care: readonly Concept[], message: string): RecordKind {
  const [best] = care
  if (words.some((word, index) => isClinician(word) && !isReference(words, index))) return 'provider'
  if (homeHealth.test(words.join(' ')) || placeOfStay.test(words.join(' '))) return 'location'
  if (words.some((word) => placeWords.test(word)) || placeEnd.test(words.at(-1) ?? '')) return 'location'
  if (best === undefined) return 'provider'
  const isForPlace = isOfPlaces(best)
  if (care.some(isOfPlaces) && scan.test(words.join(' '))) return 'location'
  const weightOf = (kind: string): number =>
    Math.max(
      0,
      ...best.codes.filter(({ code }) => taxonomyOf(code)?.kind === kind).map(({ weight }) => weight),
    )
  const [ofPlaces, ofClinicians] = [weightOf('organization'), weightOf('individual')]
  if (isForPlace && placeQuestion.test(message))
    return ofPlaces >= placeShare * ofClinicians ? 'location' : 'provider'
  return ofPlaces > ofClinicians ? 'location' : 'provider'
}

/** Whether the words have a clinician of a field, so that "my doctor" is none. */
export function namesFieldOfClinician(words: string): boolean {
  return words.split(' ').some((word) => isClinician(word) && !isAnyDoctor(word))
}

/** Whether the folded words have one for a clinician. */
export function namesClinician(words: string): boolean {
  return words.split(' ').some(isClinician)
}
