/** Remembers which care was asked for, and for whom, so that a later message can go to another of these needs: "now the kids". */
import { isStopWord, wordsOf } from '@careatlas/vocabulary/words'
import type { ConversationContext } from './conversation-context.ts'
import { isConversationWord } from './detect-answer-language.ts'
import type { ReadNeed } from './read-need.ts'

type OpenNeed = ConversationContext['openNeeds'][number]

export interface NamedNeed {
  readonly need: ReadNeed
  /** As the message names it. */
  readonly name: string
}

/** As many needs of a conversation are remembered. */
const openNeedsMax = 6

/** "Dentist" for "the dentist". */
function nameOf({ text }: OpenNeed): string {
  return text
    .split(' ')
    .filter((word) => !isStopWord(word))
    .join(' ')
}

/** The needs of the conversation with those of a message, in the order of their first mention. */
export function addOpenNeeds(known: readonly OpenNeed[], added: readonly OpenNeed[]): OpenNeed[] {
  const names = new Set(known.map(nameOf))
  const isKnown = (need: OpenNeed): boolean => names.has(nameOf(need))
  return [...known, ...added.filter((need) => !isKnown(need))].slice(-openNeedsMax)
}

/** The need of a message and the further ones, each with the person that it is for. */
export function listOpenNeeds(text: string, need: ReadNeed, others: readonly NamedNeed[]): OpenNeed[] {
  if (need.isPatientOnly || need.narrowing !== '') return []
  const words = ` ${wordsOf(text).join(' ')} `
  const needs = [{ need, name: need.text }, ...others].map(({ need: each, name }) => ({
    each,
    ...findRange(words, name),
  }))
  return needs.map(({ each: { text: name, kind, isNamed }, from, to }) => {
    const start = Math.max(0, ...needs.filter((other) => other.to <= from).map((other) => other.to))
    const end = Math.min(
      words.length,
      ...needs.filter((other) => other.from >= to).map((other) => other.from),
    )
    const [, receiver = ''] = receiverAfter.exec(words.slice(to, end)) ?? []
    const before = words.slice(start, from).replace(receiverAfter, ' ')
    const self = selfVerb.test(before) ? 'self' : null
    const person = personOf(receiver) ?? personOf(before) ?? personOf(name) ?? self
    return { text: name, kind, isNamed, person }
  })
}

/** "My wife needs a mammogram and I need a colonoscopy" */
const selfVerb = /\b(?:i(?:m| am)? (?:\S+ )?(?:need|want|looking)|necesito|busco|quiero)\b/

const receiverAfter =
  /^ ?(?:for|para)((?: (?:my|our|his|her|the|mi|mis|su|el|la|los|las|nuestr[oa]s?))?(?: \S+){1,2})/

/** The words of the need in the message; of words that the message does not have, the longest one that it has. */
function findRange(words: string, text: string): { readonly from: number; readonly to: number } {
  const candidates = [text, ...text.split(' ').toSorted((one, other) => other.length - one.length)]
  const name = candidates.find((candidate) => words.includes(` ${candidate} `))
  if (name === undefined) return { from: words.length, to: words.length }
  const from = words.lastIndexOf(` ${name} `)
  return { from, to: from + name.length + 1 }
}

/** The last person that the folded words name; absent if they name none. */
function personOf(words: string): string | undefined {
  return words
    .split(' ')
    .map((word) => persons.find(([, pattern]) => pattern.test(word))?.[0])
    .findLast((person) => person !== undefined)
}

const persons: readonly (readonly [string, RegExp])[] = [
  ['mother', /^(?:moms?|mommy|mother|mum|mama|mami|madre)$/],
  ['father', /^(?:dads?|daddy|father|papa|papi|padre)$/],
  ['son', /^(?:sons?|hijos?|boys?)$/],
  ['daughter', /^(?:daughters?|hijas?|girls?)$/],
  ['child', /^(?:kids?|child|children|toddlers?|bab(?:y|ies)|infant|nin[oa]s?|bebes?|nen[ea]s?)$/],
  ['wife', /^(?:wife|esposa|mujer)$/],
  ['husband', /^(?:husband|esposo|marido)$/],
  ['grandmother', /^(?:grandma|grandmother|nana|abuel(?:a|ita))$/],
  ['grandfather', /^(?:grandpa|grandfather|abuel(?:o|ito))$/],
  ['brother', /^(?:brothers?|hermanos?)$/],
  ['sister', /^(?:sisters?|hermanas?)$/],
  ['self', /^(?:me|myself|mine|mio|mia)$/],
]

/** "My mom" in "my mom podiatrist", but not "kids" in "kids dentist". */
export function isAdult(word: string): boolean {
  const person = personOf(word)
  return person !== undefined && person !== 'child'
}

const children = ['son', 'daughter', 'child']

function isSamePerson(one: string | null, other: string): boolean {
  const isChild = one !== null && children.includes(one) && children.includes(other)
  return one === other || (isChild && (one === 'child' || other === 'child'))
}

/**
 * The need of the conversation to which a message goes: "start with the mom", "ahora los niños", "first the glasses", "back to the first
 * thing". Null if it goes to none, or to that of the last search.
 *
 * @param found what the message asks for by its own words
 */
export function readOpenNeed(
  text: string,
  { need, openNeeds, asked }: ConversationContext,
  found: ReadNeed | null,
): ReadNeed | null {
  const others = openNeeds.filter((other) => other.text !== need?.text)
  if (others.length === 0) return null
  const clauses = text.split(/[,.;:!?¿¡]|\b(?:and then|y luego)\b/).map((clause) => wordsOf(clause).join(' '))
  for (const clause of clauses) {
    const meant =
      (asked !== 'place' && found?.isCertain !== true && bothNeeds.test(clause) ? others[0] : undefined) ??
      findByPosition(clause, openNeeds, others) ??
      findBySubject(clause, others, found) ??
      findBySubject(clause, openNeeds, null)
    if (meant !== undefined) return { ...meant, isPatientOnly: false, narrowing: '', isCertain: true }
  }
  return null
}

/** Whether a message only asks for both kinds of care, of which one search may list both: "show me both" */
export function asksForBoth(text: string): boolean {
  return text.split(/[,.;:!?]/).some((clause) => bothNeeds.test(wordsOf(clause).join(' ')))
}

/** "Both please", after a list for the first of two needs */
const bothNeeds =
  /^(?:(?:ok|okay|yes|yeah|well|and|no|i|we|id|to|need|want|would|like|lets?|do|show|give|list|find|send|search|see|me|us|for|si|pues|bueno|quiero|necesito|muestreme|muestre|deme|busque|ver) )*(?:both|both of them|the both|either|l[oa]s dos|amb[oa]s|cualquiera(?: de (?:l[oa]s dos|ell[oa]s))?)(?: (?:kinds?|types?|one|lists?|options|tipos|opciones|of|those|these|is|are|works?|fine|ok|okay|good|with|for|me|us|esta|estan|bien|then|please|por favor|entonces))*$/

function findByPosition(
  clause: string,
  all: readonly OpenNeed[],
  others: readonly OpenNeed[],
): OpenNeed | undefined {
  const [, first, second, other] = position.exec(clause) ?? []
  if (first !== undefined) return others.find((need) => need === all[0])
  if (second !== undefined) return others.find((need) => need === all[1])
  return other !== undefined && others.length === 1 ? others[0] : undefined
}

const position =
  /\b(?:back|return|volv\w+|regres\w+|now|ahora|start|begin|lets? do|empe\w+|first|y|and|vamos) (?:(?:to|a|on to|with|con|do|about|por) )?(?:(?:the|my|our|lo|la|el) )?(?:(first|primer[oa]?)|(second|segund[oa])|(other|otr[oa])) ?(?:things?|needs?|questions?|requests?|issues?|matter|cosa|pregunta|tema|necesidad|$)/

/** "Dermatologist was right", "which of the PT places open on Saturdays?" */
const returnTo =
  /^(?:(?:no|hmm|ok|okay|wait|actually|sorry|oh) )*(?:the |an? )?(\S+(?: \S+)?) (?:was|is|would be) (?:the )?(?:right|correct|better)(?: one)?$|\b(?:which|what|any|do any|does any|are any|is any|none|all)(?: ones?)? of the (\S+(?: \S+)?) (?:places|ones|doctors|dentists|offices|clinics|people)\b/

function findBySubject(
  clause: string,
  others: readonly OpenNeed[],
  found: ReadNeed | null,
): OpenNeed | undefined {
  const [, right, asked = right] = returnTo.exec(clause) ?? []
  if (asked !== undefined) return findByWords(asked, others)
  const [, cues = '', rest = ''] = goingTo.exec(clause.replace(/ (?:please|pls|por favor)$/, '')) ?? []
  const subject = /^(?:.*? )?(?:first|next|now|then|primero|ahora)$/.test(rest)
    ? rest.replace(/ ?(?:first|next|now|then|primero|ahora)$/, '')
    : rest
  // "The skin one please"
  const isChoice = /^(?!.*\b(?:that|this)\b)\S+(?: \S+)? one$/.test(subject)
  if (subject === '' || (cues === '' && subject === rest && !isChoice)) return undefined
  const [head = '', next = ''] = subject.split(' ')
  const ofPronoun = pronouns.find(([pattern]) => pattern.test(subject))?.[1]
  if (ofPronoun !== undefined) {
    const meant = others.filter((need) => need.person !== null && ofPronoun.includes(need.person))
    return meant.length === 1 ? meant[0] : undefined
  }
  const person = personOf(head)
  if (person !== undefined) {
    const isOpen = found === null || found.isPatientOnly || !found.isCertain
    const ofPerson = others.filter((need) => isSamePerson(need.person, person))
    return isOpen && !verb.test(next) && ofPerson.length === 1 ? ofPerson[0] : undefined
  }
  const [named = ''] = subject.split(/ (?:and|y|then|plus) /)
  const meant = findByWords(named, others)
  return found !== null && found.isCertain && meant?.text !== listNouns(named).join(' ') ? undefined : meant
}

function findByWords(named: string, others: readonly OpenNeed[]): OpenNeed | undefined {
  const words = listNouns(named)
  return others.find((need) => words.length > 0 && words.every((word) => need.text.split(' ').includes(word)))
}

function listNouns(named: string): readonly string[] {
  return named
    .split(' ')
    .filter((word) => !isStopWord(word) && !isConversationWord(word) && !generalNoun.test(word))
}

/** "The nutrition one", "lo de los ojos" */
const generalNoun = /^(?:ones?|parts?|things?|stuff|person|people|place|doctor|dr|cosa|parte)$/

/** "Start with hers", "now his" */
const pronouns: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^(?:hers|her|ella|de ella|lo de ella)$/, ['mother', 'daughter', 'wife', 'grandmother', 'sister']],
  [/^(?:his|him|el|de el|lo de el)$/, ['father', 'son', 'husband', 'grandfather', 'brother']],
]

/** The cues of another need, and what follows them without articles. */
const goingTo =
  /^(?:(?:ok|okay|yes|yeah|yep|si|so|well|great|perfect|thanks|thank you|good|please|bueno|pues|gracias|listo|bien|perfecto) )*((?:(?:and|y|let(?:s| us)?|vamos|can (?:you|we)|could (?:you|we)|start(?:ing)?|begin(?:ning)?|do|look|help|with|for|first|now|then|next|what about|how about|(?:go|move|switch|get|back|onto?)(?: (?:on|back|over))?(?: to)?|con|para|primero|ahora|luego|despues|sigue|seguimos con|empec?emos|empie(?:za|ce)|comencemos|comience|que tal|lo de|lo|hagamos|veamos|busquemos|busque) )*)(?:(?:the|my|our|his|her|their|el|la|los|las|mi|mis|su|sus|nuestr[oa]s?|del?|al?|one|two|three|four|older|younger|little|oldest|youngest|dos|tres) )*(\S+(?: \S+)*)$/

/** "Now the kids are sick" goes to no other need. */
const verb =
  /^(?:is|are|was|were|has|have|had|needs?|wants?|will|can|could|would|also|just|says?|said|told|got|does|do|dont|doesnt|prefers?|speaks?|likes?|thinks?|tienen?|estan?|necesitan?|quieren?|dice|dijo|habla|prefiere|es|son|va|puede)$/
