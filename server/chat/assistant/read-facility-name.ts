/** Reads the name of a hospital or clinic that the directory does not have: "the number for Kent Hospital". */
import { foldName } from '@careatlas/directory/person-name'
import { titleCaseName } from '@careatlas/directory/title-case'
import { isClinician, isTitle } from '@careatlas/search/query/care-words'
import { isKnownWord, isTopic, type QueryResources } from '@careatlas/search/query/query-resources'
import { resolvePlace } from '@careatlas/search/query/resolve-place'
import { isStopWord, wordsOf } from '@careatlas/vocabulary/words'
import type { NamedPerson } from './conversation-context.ts'
import { isConversationWord } from './detect-answer-language.ts'
import { findNamedInsurers } from './named-insurers.ts'
import { parseNeed } from './read-need.ts'

const kind = /^(?:hospital|infirmary|clinic|clinica)$/
const centerOf = /^(?:medical|health)$/
const nameWordsMax = 3

/** Words that describe a place and name none: "the nearest hospital", "a children's hospital". */
const describing =
  /^(?:nearest|closest|nearby|near|local|good|better|best|big|small|public|private|free|community|general|regional|main|children|childrens|kids|animal|vet|veterinary|pet|mental|psychiatric|psych|rehab|teaching|military|va|veterans|womens|emergency|urgent|walk|walkin|in|other|another|different|first|second|third|last|next|same|one|ones|which|what|whats|cual|mas|cerca|cercan[oa]|otro|otra|primer[oa]|segund[oa]|health|medical|care|surgery|outpatient|methadone|dental|eye|pain|number|phone|address|hours)$/

interface FacilityNameOptions {
  readonly resources: QueryResources
  readonly servedStates: ReadonlySet<string>
  /** Whether the message asks for something of one record, such as its phone number. */
  readonly isAboutRecord: boolean
}

/** Null if the message names no place, or one that the search finds by its name. */
export function readFacilityName(
  text: string,
  { resources, servedStates, isAboutRecord }: FacilityNameOptions,
): NamedPerson | null {
  const words = wordsOf(text)
  const named = findBeforeKind(words)
  const after = isAboutRecord ? findAfterKind(words) : null
  const found = [
    ...(named === null ? [] : [{ ...named, isBare: named.label === words.join(' ') }]),
    ...(after === null ? [] : [{ ...after, isBare: false }]),
  ].find((candidate) => isName(candidate.name, resources))
  if (found === undefined) return null
  // "Providence hospital" alone is a hospital in the town; "the number for Providence Hospital" is a name.
  if (!isAboutRecord && (!found.isBare || isServedTown(found.name, resources, servedStates))) return null
  return resources.isPlaceName(foldName(found.label)) ? null : toPlace(found.label)
}

/** The words of a name before "hospital" or "medical center". */
function findBeforeKind(words: readonly string[]): { readonly name: string; readonly label: string } | null {
  const index = words.findIndex(
    (word, at) => kind.test(word) || (/^cent(?:er|re)$/.test(word) && centerOf.test(words[at - 1] ?? '')),
  )
  if (index === -1) return null
  const end = kind.test(words[index]!) ? index : index - 1
  let from = end
  while (from > 0 && end - from < nameWordsMax && !describes(words[from - 1]!)) from--
  const name = words.slice(from, end).join(' ')
  return { name, label: words.slice(from, index + 1).join(' ') }
}

function toPlace(label: string): NamedPerson {
  return { name: null, label: titleCaseName(label.trim().toUpperCase()), isOffice: true }
}

function describes(word: string): boolean {
  return describing.test(word) || isStopWord(word) || isConversationWord(word) || isClinician(word)
}

/** The words of a name after "hospital", at the end of a message in Spanish. */
function findAfterKind(words: readonly string[]): { readonly name: string; readonly label: string } | null {
  const index = words.findIndex((word) => kind.test(word))
  const after = words.slice(index + 1)
  const from = after.findIndex((word) => !article.test(word))
  const name = after.slice(Math.max(0, from))
  if (index === -1 || from === -1 || name.length > nameWordsMax) return null
  return { name: name.join(' '), label: [words[index], ...name].join(' ') }
}

const article = /^(?:de|del|la|el)$/

/** Whether the words are a name, and no description. */
function isName(name: string, resources: QueryResources): boolean {
  if (name === '' || name.split(' ').some(describes)) return false
  return parseNeed(name, resources).care.length === 0
}

/** The words before the name of an office without a word for its kind: "do you have Thundermist", "the number for Thundermist". */
const beforeName = [
  /\b(?:do (?:you|u)(?: guys)? (?:have|know|list)|(?:go|going|went) back to|(?:number|phone|address|hours|location|direcci[oó]n|tel[eé]fono|n[uú]mero) (?:of|for|at|to|del?|para)|tienen(?: a)?|conocen(?: a)?)\s+(?:the |a la |al |el |la )?(?=\p{L})/giu,
  /\b(?:said|says|suggested|recommended|mentioned|sent (?:me|us|him|her) to|dijo|recomend[oó]|mencion[oó])\s+(?:the )?(?=\p{L}[^?]*\b(?:do you have|are they|is it|la tienen|lo tienen)\b)/giu,
]
const atEnd = /^ *(?:$|[.,;!?]|(?:in|at|on|near|there|please|listed|again|en|por favor)\b)/iu
/** "Does Thundermist in Woonsocket do dental?" */
const subject = /(?:^|[.,;!?]\s*|\b(?:and|so|but|ok|y)\s+)(?:does|is|are|do|will|can)\s+(?:the )?(?=\p{L})/giu
const verbAfter =
  /^ *(?:(?:in|near|on|at) (?:\d{5}|\p{Lu}[\p{L}, ]{1,30}) )?(?:also |still |even )*(?:do|have|offer|take|accept|see|treat|provide|taking|accepting|open|in[- ]network)\b/u
const namedWordsMax = 4
const ofCalendar =
  /^(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|january|february|march|april|june|july|august|september|october|november|december|i)$/

/** Null if the message asks for no office by such a name. `resources.isPlaceName` knows only whole names, so the name may be a part of one. */
export function readOfficeName(text: string, resources: QueryResources): NamedPerson | null {
  const found = [
    ...beforeName.flatMap((cue) => findNames(text, cue, atEnd, resources)),
    ...findNames(text, subject, verbAfter, resources),
  ]
  return found[0] === undefined ? null : toPlace(found[0])
}

function findNames(text: string, cue: RegExp, after: RegExp, resources: QueryResources): readonly string[] {
  return [...text.matchAll(cue)].flatMap(({ index, 0: words }) => {
    const rest = text.slice(index + words.length)
    const [name = ''] = nameAtStart.exec(rest) ?? []
    const isCertain = name !== '' && after.test(rest.slice(name.length)) && isOfficeName(name, resources)
    return isCertain ? [name] : []
  })
}

const nameAtStart = new RegExp(
  String.raw`^(?:\p{Lu}\p{Ll}[\p{L}'’&-]*)(?: (?:(?:of|and|&|at) )?\p{Lu}\p{Ll}[\p{L}'’&-]*){0,${namedWordsMax - 1}}|^\p{Ll}{4,}`,
  'u',
)

/** Whether the words name nothing else that the search reads; a word in small letters must also be in no dictionary. */
function isOfficeName(name: string, resources: QueryResources): boolean {
  const words = wordsOf(name)
  if (words.some((word) => ofCalendar.test(word) || isClinician(word) || isTitle(word))) return false
  if (words.every((word) => describes(word) || isTopic(word, resources))) return false
  if (words.length === 1 && /^\p{Ll}/u.test(name) && isKnownWord(words[0]!, resources)) return false
  const { care, place, language, parts, unapplied } = parseNeed(words.join(' '), resources)
  const namesOther =
    care.length > 0 ||
    place !== null ||
    language !== null ||
    parts.person !== null ||
    unapplied.carrierHints.length + unapplied.carriersWithoutListings.length > 0
  return (
    !namesOther &&
    findNamedInsurers(`with ${name}`).length === 0 &&
    resolvePlace(words.join(' '), resources.gazetteer) === null
  )
}

function isServedTown(
  name: string,
  { gazetteer }: QueryResources,
  servedStates: ReadonlySet<string>,
): boolean {
  const state = resolvePlace(name, gazetteer)?.state ?? null
  return state !== null && servedStates.has(state)
}
