/** Finds further clinicians that a message asks for: "an OB/GYN, a dentist and a pediatrician". */
import { isAnyDoctor, isClinician, isTitle } from '@careatlas/search/query/care-words'
import type { QueryResources } from '@careatlas/search/query/query-resources'
import { isStopWord, wordsOf } from '@careatlas/vocabulary/words'
import { isConversationWord } from './detect-answer-language.ts'
import { isAdult } from './open-needs.ts'
import { namesComplaint } from './read-remarks.ts'
import { parseNeed, readNeed, type ReadNeed } from './read-need.ts'
import { findStatedKinds } from './stated-kind.ts'

/** Clinicians beside that of the need, each in its own part of a list. */
export function findOtherNeeds(text: string, resources: QueryResources): readonly string[] {
  const others = negation.test(text) ? [] : findListedClinicians(text, resources)
  return (others.length > 0 ? others : findNeedsOfOthers(text, resources)).slice(0, otherNeedsMax)
}

function findListedClinicians(text: string, resources: QueryResources): readonly string[] {
  const parts = text
    .split(
      /[,;+&]|\b(?:and|plus|also|y|e|ademas|además|tambien|también)\b|\.(?=[^.]*\b(?:too|as well|tambi[eé]n)\b)/iu,
    )
    .map((part) => wordsOf(part).filter((word) => !isStopWord(word) && !isConversationWord(word)))
  const clinicians = parts.flatMap((words) => listedClinician(words, resources))
  const [, ...others] = new Set(clinicians)
  return others
}

/** "...also my older one needs her eyes checked": what another person of the message needs. */
function findNeedsOfOthers(text: string, resources: QueryResources): readonly string[] {
  const segments = text.split(/[.,;!?]/).map((segment) => wordsOf(segment).join(' '))
  return segments.flatMap((segment, index) => {
    const match = needOfOther.exec(segment)
    if (match === null || isOfSamePatient(segment, match, resources)) return []
    const object = nameOfObject(match, resources)
    const before = `${segments.slice(0, index).join(' ')} ${segment.slice(0, match.index)}`
    const isOther =
      isCertainNeed(object, resources) &&
      (isCertainNeed(before.trim(), resources) ||
        namesComplaint(before) ||
        findStatedKinds(before.trim().split(' '), resources).length > 0)
    return isOther && object.split(' ').length <= needWordsMax ? [object] : []
  })
}

/** "Had a stroke and needs speech therapy" requests one kind of care, unless what is before it names care or a complaint too. */
function isOfSamePatient(
  segment: string,
  { index, 0: part }: RegExpExecArray,
  resources: QueryResources,
): boolean {
  const before = segment.slice(0, index)
  if (before === '' || !samePatient.test(part) || namesComplaint(before)) return false
  return findStatedKinds(before.split(' '), resources).length === 0
}

const samePatient = /^ ?(?:and|y) (?:(?:i|we|he|she|they|el|ella) )?(?:needs?|necesita[nr]?) /

/** "A doctor for my hearing", "her feet looked at": the clinician of the part of the body. */
function nameOfObject([part, object = '']: RegExpExecArray, resources: QueryResources): string {
  const name = object.replace(afterPart, '')
  const isPart =
    ofPart.test(part) && name.split(' ').length <= partWordsMax && !isCertainNeed(object, resources)
  const clinician = `${name} doctor`
  return isPart && isCertainNeed(clinician, resources) ? clinician : object
}

const ofPart = /\b(?:his|her|my|their|the|for) /
const afterPart =
  / (?:looked at|looked into|checked(?: out)?|seen to|fixed|examined|done)(?: (?:too|as well|also))?$/
const partWordsMax = 2

function isCertainNeed(words: string, resources: QueryResources): boolean {
  return readNeed(words, resources)?.isCertain === true
}

const needOfOther =
  /(?:^| )(?:also|plus|and|y|tambien|ademas) (?:(?:my|our|his|her|mi|su|el|la) )?(?:\S+ ){0,3}?(?:will |va a |also |tambien )*(?:needs?|necesita[nr]?) (?:(?:some(?:one|body)|a doctor|alguien|help|to|for|with|who|can|see|get|have|an?|una?|his|her|my|su|mi|para|ver) )*(.+)$/

const needWordsMax = 6

/**
 * The need without the clinicians after the first one, which the search may have written in English, and without their patients.
 *
 * @param text the message
 */
export function withoutOthers(
  need: ReadNeed,
  others: readonly string[],
  text: string,
  resources: QueryResources,
): ReadNeed {
  const [second] = others
  if (second === undefined) return need
  const [, kind] = /^(.+) for (?:\S+ ){0,2}\S+$/.exec(need.text) ?? []
  const message = wordsOf(text).join(' ')
  if (kind !== undefined && message.includes(kind) && !message.includes(need.text))
    return { ...need, text: kind }
  const [complaint] = painIn.exec(need.text) ?? []
  if (complaint !== undefined && !need.text.split(' ').some(isClinician)) return { ...need, text: complaint }
  const spellings = [second, parseNeed(second, resources).parts.rest.join(' ')]
  const end = Math.max(...spellings.map((words) => ` ${need.text} `.indexOf(` ${words} `)))
  return end <= 0 ? need : { ...need, text: need.text.slice(0, end).replace(connector, '').trim() }
}

/** The complaint of a long description: "le duele la rodilla". */
const painIn = /\b(?:le|me) duelen? (?:(?:mucho|la|el|las|los|una?|su|mi) )*\S+/

/** What is left before the next clinician: "a dentist for my son and an". */
const connector =
  /(?: (?:and|plus|also|y|tambien|ademas)(?: \S+){0,5} (?:needs?|necesita[nr]?)(?: (?:some(?:one|body)|alguien|help|to|for|with|who|can|see|get|have|his|her|my|su|mi|para|ver))*)?(?: (?:and|plus|also|then|y|e|tambien|ademas|an?|una?|the|another|otr[oa]))* ?$/

const otherNeedsMax = 3

/** "No dentist, I want an oral surgeon" and "a chiropractor instead of a surgeon" ask for one clinician. */
export const negation =
  /\b(?:no|(?<!\bor )not|don'?t|without|instead|rather|sin|en vez|en lugar|said|says|sent|referred|told|suggest(?:s|ed)|recommend(?:s|ed)|ordered|dijo|recomend[oó]|sugiri[oó])\b/iu

/** The clinician that begins the part, up to its last word for a clinician: "oral surgeon in Reno". */
function listedClinician(words: readonly string[], resources: QueryResources): readonly string[] {
  const last = words.findLastIndex(
    (word, index) =>
      isClinician(word) ||
      professionEnding.test(word) ||
      (service.test(word) && !therapy.test(words[index + 1] ?? '')),
  )
  const isGeneral = last === 0 && isAnyDoctor(words[0]!)
  if (last === -1 || last >= listedWordsMax || isGeneral || isNamed(words, last)) return []
  const first = words.slice(0, last).every(isAdult) ? last : 0
  const name = words.slice(first, last + 1).join(' ')
  return readNeed(name, resources) === null ? [] : [name]
}

/** "Trying to find Dr. Nguyen" */
function isNamed(words: readonly string[], title: number): boolean {
  const before = words[title - 1]
  return isTitle(words[title]!) && title + 1 < words.length && (before === undefined || seeking.test(before))
}

const seeking =
  /^(?:find|see|seeing|seen|look|looking|search|reach|contact|call|get|want|need|visit|try|trying|busco|ver|encontrar)$/

const listedWordsMax = 3

/** Care that is asked for by its own name: "an eye exam and a dentist". */
const service =
  /^(?:dialysis|dialisis|exams?|checkups?|mammograms?|colonoscop(?:y|ies)|mamografias?|colonoscopias?|examen|physicals?)$/

/** "Physical therapy" is no physical. */
const therapy = /^(?:therap|rehab)/

/** Professions that are not in the list of clinicians: "nutritionist". */
const professionEnding = /(?:ist|ician|itian)s?$/
