/** Finds the towns and states that a message refuses, wherever the search is: "nothing in Providence", "a Providence no puedo ir". */
import type { LocationHit, ProviderHit } from '@careatlas/contract/cards'
import { isStateName, statesByName } from '@careatlas/search/query/state-names'
import { wordsOf } from '@careatlas/vocabulary/words'
import type { ReadPlace } from './read-place.ts'
import { findServedTowns, servedTown, type ServedArea } from './served-towns.ts'

export interface RefusedPlaces {
  /** The message with a comma instead of each refused place and the words that refuse it. */
  readonly text: string
  /** "Providence, RI", and "RI" for a state. */
  readonly labels: readonly string[]
}

/** As many places of a conversation are remembered. */
export const refusedPlacesMax = 8

export function findRefusedPlaces(text: string, area: ServedArea): RefusedPlaces {
  const labels: string[] = []
  const clauses = text.split(/(?<=[,.;:!?()])/).map((clause) => {
    const words = tokenize(clause)
    let rest = clause
    for (const { from, to, label } of findPlaces(clause, words, area)) {
      const range = findRefusal(words, from, to, clause.includes('?'))
      if (range === null) continue
      labels.push(label)
      rest = `${rest.slice(0, words[range.from]!.at)},${' '.repeat(words[range.to - 1]!.end - words[range.from]!.at - 1)}${rest.slice(words[range.to - 1]!.end)}`
    }
    return rest
  })
  return labels.length === 0
    ? { text, labels }
    : { text: tidy(clauses.join('')), labels: [...new Set(labels)] }
}

function tidy(text: string): string {
  return text
    .replaceAll(/ +/g, ' ')
    .replaceAll(/ ,/g, ',')
    .replaceAll(/,(?:[ ,]*,)+/g, ',')
    .replace(/^[ ,.]+/, '')
}

interface Token {
  readonly word: string
  /** In the clause. */
  readonly at: number
  readonly end: number
}

function tokenize(clause: string): readonly Token[] {
  return [...clause.matchAll(/[\p{L}\p{N}]+(?:['’`]\p{L}+)*/gu)].map(({ 0: source, index }) => ({
    word: wordsOf(source).join(''),
    at: index,
    end: index + source.length,
  }))
}

interface PlaceWords {
  /** Positions of words. */
  readonly from: number
  readonly to: number
  readonly label: string
}

function findPlaces(clause: string, words: readonly Token[], area: ServedArea): readonly PlaceWords[] {
  const found: PlaceWords[] = []
  const towns = findServedTowns(clause, area, true)
  for (let from = 0; from < words.length; from++) {
    const town = towns.find(({ words: name }) => joinWords(words, from, from + countWords(name)) === name)
    const count = town === undefined ? stateWordsAt(words, from) : countWords(town.words)
    if (count === 0) continue
    const to = from + count
    const label = town?.place.label ?? statesByName.get(joinWords(words, from, to))!
    found.push({ from, to: town === undefined ? to : to + stateWordsAfter(words, to), label })
    from = to - 1
  }
  return found
}

function stateWordsAt(words: readonly Token[], from: number): number {
  const isName = (count: number): boolean =>
    from + count <= words.length && isStateName(joinWords(words, from, from + count))
  return [3, 2, 1].find(isName) ?? 0
}

/** "Providence RI" */
function stateWordsAfter(words: readonly Token[], from: number): number {
  const isCode = /^(?:ri|ma|ct|nh)$/.test(words[from]?.word ?? '')
  return isCode ? 1 : stateWordsAt(words, from)
}

function countWords(text: string): number {
  return text.split(' ').length
}

function joinWords(words: readonly Token[], from: number, to: number): string {
  return words
    .slice(from, to)
    .map(({ word }) => word)
    .join(' ')
}

/** The words of the refusal with the place; null if the clause does not refuse it. */
function findRefusal(
  words: readonly Token[],
  from: number,
  to: number,
  isQuestion: boolean,
): { readonly from: number; readonly to: number } | null {
  const before = joinWords(words, 0, from).replace(/(?<=.)$/, ' ')
  const after = joinWords(words, to, words.length)
  const ahead = refusalsBefore.map((pattern) => pattern.exec(before)).find((match) => match !== null)
  if (ahead !== undefined && !(isQuestion && lacking.test(ahead[0])) && !isOtherMeaning(before, ahead.index))
    return { from: countBefore(before, ahead.index), to }
  const behind = refusalAfter.exec(after)
  if (
    behind === null ||
    (isQuestion && /^(?:no|not|too far|lejos)$/.test(behind[0])) ||
    condition.test(before)
  )
    return null
  const cue = /(?:^| )(?:a|en|hasta|para|in|to) $/.exec(before)
  return { from: cue === null ? from : from - 1, to: to + countWords(behind[0]) }
}

function countBefore(text: string, end: number): number {
  return wordsOf(text.slice(0, end)).length
}

/** "Why not in Providence", "I'm not in Providence", "there is nothing in Providence" refuse nothing. */
function isOtherMeaning(before: string, at: number): boolean {
  return /\b(?:why|how come|por que|whether|if|si|im|i am|were|we are|hes|he is|shes|she is|theyre|its|it is|thats|estoy|estamos|vivo|vive|vivimos|there is|there are|hay|habia|theres) $/.test(
    before.slice(0, at),
  )
}

const condition = /^(?:(?:and|but|so|y|pero) )*(?:if|unless|in case|si|a menos que)\b/
/** What a question asks for instead: "nothing in Providence?" */
const lacking = /^(?:nothing|no(?:ne|body)?|nada|nadie|ningun)\b/

/** Between the refusal and the place: "go all the way up to". */
const going =
  '(?:(?:(?:go|going|goes|drive|drives|driving|get|getting|travel|travels|travelling|traveling|come|coming|cross|crossing|want|wants|see|need|needs|take|send|any(?:one|body|thing)|some(?:one|body)|ones|those|people|doctors?|docs?|offices?|places?|clinics?|hospitals?|him|her|me|us|them|able|willing|like|to|the|all|any|way|up|down|over|across|back|out|clear|anywhere|somewhere|please|ever|as far as|again|que|sea|este|ir|irme|irnos|manejar|viajar|llegar|cruzar|venir|nadie|alguien|algo|quiero|quiere|queremos|puedo|puede|podemos|lo|la|los|las|nos|nada|mas|tan lejos|doctores|medicos|consultorios) )*)'
const preposition =
  '(?:(?:in|into|to|near|at|around|from|inside|across|anywhere near|en|a|al|hasta|por|cerca de|de|para) (?:(?:the|el|la) )?)'

const kindsOfPlace = '(?:doctors?|docs?|offices?|places?|clinics?|hospitals?|one|ones)'

const refusalsBefore = [
  new RegExp(
    `\\b(?:not|nothing|no(?:body|ne|one| one)|never|dont|doesnt|do not|does not|wont|will not|cant|can not|cannot|couldnt|wouldnt|rather not|refuses? to|nada|ni|nunca|nadie) ${going}${preposition}$`,
  ),
  // "No, in Providence" without its comma corrects the place.
  new RegExp(`\\bno ${going}(?:to|into|a|en|hasta|por|cerca de) (?:(?:el|la) )?$`),
  new RegExp(`\\bno ${kindsOfPlace} (?:in|near|from|around) $`),
  /\b(?:avoid|avoiding|skip|skipping|except(?: for)?|excluding|anywhere but|anything but|anyone but|stay(?:ing)? (?:away from|out of)|keep (?:away from|out of)|steer clear of|leave out|rule out|menos|excepto|salvo|evitar|evite|evitando) (?:(?:in|en|going to|ir a|a|the) )?$/,
]

/** "Willimantic is not", "Providence is out", "a Providence no puedo" */
const refusalAfter =
  /^(?:(?:is|s|was|would be|es|queda|esta)(?: (?:way|just|really|definitely|muy|demasiado|a bit|a little))*(?: (?:not(?: (?:ok|okay|good|great|fine|possible|happening|an option|for (?:me|us|him|her))(?! \S)|$)|out(?: of the question)?$|a no$|no good|off the table|too far|muy lejos|lejos))|(?:too far|muy lejos)$|(?:doesnt|wont|does not|will not|no me|no nos|no le) (?:work|sirve|conviene|queda)|no(?: (?:puedo|podemos|puede|quiero|quiere|queremos|voy|vamos|va|me|nos|le|por favor|please|way|gracias)\b|$)|not$)/

/** The refused town around which the message searches: "not in Warwick, somewhere near it"; null without one. */
export function findRefusedCenter(
  text: string,
  labels: readonly string[],
  area: ServedArea,
): ReadPlace | null {
  const [label, ...others] = labels
  if (label === undefined || others.length > 0 || !aroundIt.test(wordsOf(text).join(' '))) return null
  return servedTown(wordsOf(label.split(',')[0]!).join(' '), area)
}

const aroundIt =
  /\b(?:(?:around|near|nearby|close to|next to|outside(?: of)?) (?:it|there|that|here)|near ?by|close by|(?:some|any)where (?:around|near|close)(?: by)?|(?:next|nearest|closest) (?:town|city|one) over|neighboring|surrounding|cerca(?: de (?:ahi|alli))?|alrededor(?:es)?|por (?:ahi|alli)|al lado)\b/

/** Whether the nearest place of a hit is in a refused place. */
export function isInRefusedPlace(hit: ProviderHit | LocationHit, labels: readonly string[]): boolean {
  const address = 'npi' in hit ? nearestAddress(hit) : hit.address
  if (address === null) return false
  const town = wordsOf(`${address.city} ${address.state}`).join(' ')
  return labels.some((label) => label === address.state || wordsOf(label).join(' ') === town)
}

function nearestAddress({ practice_locations: places }: ProviderHit): LocationHit['address'] | null {
  const [nearest] = places
    .filter(({ active }) => active)
    .toSorted(
      (a, b) =>
        (a.distance_miles ?? Infinity) - (b.distance_miles ?? Infinity) ||
        Number(b.primary) - Number(a.primary),
    )
  return nearest?.address ?? null
}
