/** Reads which record of the last list a message means: "the second one", "#3", "la última". */
import { wordsOf } from '@careatlas/vocabulary/words'
import type { ConversationContext } from './conversation-context.ts'
import { findPositions } from './list-position.ts'

/** "Not the first one"; in the text, because "no, the first" wants it. */
const unwanted =
  /\b(?:not|except|besides|anyone but|other than|menos|excepto) (?:the |that |el |la )?(?:first|second|third|fourth|fifth|last|1st|2nd|3rd|primer[oa]|segund[oa]|tercer[oa]|últim[oa]|ultim[oa])\b|\bcon (?:el|la) (?:primer[oa]|segund[oa]|tercer[oa]) ya (?:fui|fuimos|hemos ido)\b/iu
const numbered =
  /(?:^|\b(?:number|no|option|numero|opcion|the|el|la) )([1-9])$|(?<!\b(?:my|our|his|her|phone|fax|apartment|apt|suite|unit|room|house|family of) )\b(?:number|option|numero|opcion) ([1-9]|one|two|three|four|five|uno|dos|tres|cuatro|cinco)\b(?! (?:concern|priority|problem|issue|thing|reason|question|choice|kids?|children|\d))/

/** Whether the message begins with a position that the user does not want: "not the second one". */
export function isUnwantedPosition(text: string): boolean {
  return unwanted.exec(text)?.index === 0
}

const several =
  /\b(?:(?:the |first |top |los |las |primer[oa]s )*(?:first|top|primer[oa]s) (two|three|four|2|3|4|dos|tres|cuatro)(?! (?:weeks?|months?|years?|days?|times|visits|doses|shots|semanas|meses|anos|dias|veces))|(?:los |las )?(dos|tres|cuatro|2|3|4) primer[oa]s)\b/
const counts: Readonly<Record<string, number>> = {
  one: 1,
  uno: 1,
  two: 2,
  dos: 2,
  three: 3,
  tres: 3,
  four: 4,
  cuatro: 4,
  five: 5,
  cinco: 5,
}
const both = /\b(?:both|(?:los|las) dos|am[bv]os|ambas)\b/

/** "The first and one more", "two of their numbers" */
const oneMore =
  /\b(?:first|top) (?:one )?(?:and|plus) (?:one|1|another|an extra|a backup)(?: (?:more|other|extra|one|backup|after|number))*\b|\b(?:two|2|a couple(?: of)?|dos) (?:of (?:their|the|them|these|those) )?(?:phone )?(?:numbers|telefonos|numeros)\b/
/** "Phone numbers for all of them", "the whole list with phones" */
const allOfThem =
  /\b(?:all|each|everyone|every one|everybody|whole list|full list|todos|todas|cada un[oa])\b.*\b(?:phones?|numbers|telefonos?|numeros|contacts?)\b|\b(?:phones|phone numbers|numbers|telefonos|numeros)\b.*\b(?:all|each|everyone|every one|todos|todas|cada un[oa])\b/

/** The positions of several records: "the first two", "first and third", "los dos primeros", "both" of two; otherwise empty. */
export function readPositions(text: string, shownCount: number): readonly number[] {
  const words = wordsOf(text).join(' ')
  if (unwanted.test(text)) return []
  if (allOfThem.test(words)) return upTo(shownCount)
  if (oneMore.test(words)) return upTo(2)
  const [phrase, after, before] = several.exec(words) ?? []
  const number = after ?? before
  if (phrase !== undefined && number !== undefined) return upTo(counts[number] ?? Number(number))
  if (shownCount === 2 && both.test(words)) return upTo(2)
  const named = [...new Set([...findPositions(text), ...findNumbers(text, words)])].filter(
    (position) => position > 0,
  )
  return named.length > 1 ? named.toSorted((a, b) => a - b) : []
}

/** "#1 and #3", "compare 2 and 4" */
function findNumbers(text: string, words: string): readonly number[] {
  const marked = [...text.matchAll(/#\s?([1-9])\b/g)].map(([, digit]) => Number(digit))
  if (marked.length > 0) return marked
  const [, one, other] = comparedNumbers.exec(words) ?? []
  return one === undefined ? [] : [Number(one), Number(other)]
}

const comparedNumbers =
  /\b(?:compar\w+|differences? between|diferencias? entre|numbers?|nos?|options?|numeros?|opciones) (?:numbers? |options? |(?:el|la) |numeros? )?([1-9]) (?:and|with|to|vs|versus|against|y|con|or|o) (?:numbers? |options? |(?:el|la) )?([1-9])\b/

function upTo(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => index + 1)
}

/** 1 for the first record, -1 for the last; null if the message names none. */
export function readOrdinal(text: string): number | null {
  if (unwanted.test(text)) return null
  const [position] = findPositions(text)
  if (position !== undefined) return position
  const [, last, named] = numbered.exec(wordsOf(text).join(' ')) ?? []
  const number = last ?? named ?? /#\s?([1-9])\b/.exec(text)?.[1]
  return number === undefined ? null : (counts[number] ?? Number(number))
}

const otherOne =
  /^(?:(?:ok|okay|and|what about|how about|y|que tal|same for|is|does|no|hmm|how far is|tell me about) )*(?:the other(?: (?:one|doctor|dr|guy|lady|person|office|place))?|(?:el|la) otr[oa])\b/

/** "And the other one?" after an answer about a record of the list. */
export function isOtherOne(text: string, { focus, asked, shown: { records } }: ConversationContext): boolean {
  // After the question which of several persons is meant, "the other one" is none of them yet.
  const isOpen = asked === 'name' || records.some(({ id }) => id === focus?.id)
  return records.length > 1 && isOpen && otherOne.test(wordsOf(text).join(' '))
}

/** The position of the other one of two records. */
export function findOther(text: string, context: ConversationContext): number | null {
  const { records } = context.shown
  if (records.length !== 2 || context.focus === null || !isOtherOne(text, context)) return null
  return records.findIndex(({ id }) => id !== context.focus?.id) + 1
}

const neighbor =
  /\b(?:the )?one (?:right |just )?(above|before|below|under|underneath|after)(?: (?:it|that|this|him|her|them|that one|this one))?$|\b(?:el|la) (?:de )?(arriba|abajo|anterior)$/

/** The position of the record above or below the one that the last answer was about: "no, the one above". */
export function findNeighbor(text: string, { focus, shown }: ConversationContext): number | null {
  const [, english, spanish] = neighbor.exec(wordsOf(text).join(' ')) ?? []
  const direction = english ?? spanish
  const index = shown.records.findIndex(({ id }) => id === focus?.id)
  if (direction === undefined || index === -1) return null
  const position = index + (/^(?:above|before|arriba|anterior)$/.test(direction) ? 0 : 2)
  return position >= 1 && position <= shown.records.length ? position : null
}

/** "Grace, please" after several records with one last name: the position of the only one whose name has these words. */
export function findByFirstName(
  text: string,
  { asked, shown: { records } }: ConversationContext,
): number | null {
  const words = wordsOf(text).filter((word) => !besideName.test(word))
  if (asked !== 'name' || words.length === 0) return null
  const matches = records.flatMap(({ name }, index) =>
    words.every((word) => wordsOf(name).includes(word)) ? [index + 1] : [],
  )
  return matches.length === 1 ? matches[0]! : null
}

const besideName = /^(?:dr|doctor|doctora|yes|please|the|one|i|mean|meant|si|por|favor|la|el)$/
