/** Finds the positions of the last list that a message names: "the second one", but neither "first available" nor "my second baby". */
import { isClinician, isFacility } from '@careatlas/search/query/care-words'
import { wordsOf } from '@careatlas/vocabulary/words'

const ordinals: readonly RegExp[] = [
  /^(?:first|frist|fisrt|1st|primer[oa]?|top)$/,
  /^(?:second|secnd|2nd|segund[oa])$/,
  /^(?:third|thrid|3rd|tercer[oa]?)$/,
  /^(?:fourth|4th|cuart[oa])$/,
  /^(?:fifth|5th|quint[oa])$/,
  /^(?:sixth|6th|sext[oa])$/,
  /^(?:seventh|7th|septim[oa])$/,
  /^(?:eighth|8th|octav[oa])$/,
  /^(?:ninth|9th|noven[oa])$/,
  /^(?:tenth|10th|decim[oa])$/,
]
const last = /^(?:last|bottom|ultim[oa])$/

/** Whether the word is part of an ordinal: "first", "one", "segunda". */
export function isOrdinal(word: string): boolean {
  return word === 'one' || numberOf(word) !== null
}

/** From 1; -1 for "last". */
function numberOf(word: string): number | null {
  if (last.test(word)) return -1
  const index = ordinals.findIndex((pattern) => pattern.test(word))
  return index === -1 ? null : index + 1
}

/** In the order of the text: 1 for the first record, -1 for the last. */
export function findPositions(text: string): readonly number[] {
  const segments = text
    .split(/[,.;:!?()¿¡—–]/u)
    .map(wordsOf)
    .filter((words) => words.length > 0)
  return segments.flatMap((words, index) =>
    words.flatMap((word, at) => {
      const number = numberOf(word)
      const isEnd = index === segments.length - 1
      return number !== null && isPosition(words, at, isEnd) ? [number] : []
    }),
  )
}

/** @param isEnd whether nothing follows the words: "first" before a sentence is an adverb */
function isPosition(words: readonly string[], at: number, isEnd: boolean): boolean {
  const [before = '', word = '', next = '', afterNext = ''] = [words[at - 1], ...words.slice(at, at + 3)]
  if (owner.test(before) || otherNoun.test(next)) return false
  // "The dentist first"
  if (next === '' && (isClinician(before) || isFacility(before))) return false
  // "The first one available", "the first that has an opening"
  const isOne = next === 'one' || next === 'ones'
  const rest = isOne ? afterNext : next
  // "The last one you said"
  const isOfAnswer = /^(?:you|u)$/.test(rest) && listed.test(words[at + (isOne ? 3 : 2)] ?? '')
  // "Is the first one open on Saturdays?"
  const isAsked = (isOne || next === 'open') && questionVerb.test(words[at - 2] ?? '')
  if (availability.test(rest) && !isOfAnswer && !isAsked) return false
  const hasArticle = article.test(before)
  const isNamed = recordNoun.test(next) || (next !== '' && (isClinician(next) || isFacility(next)))
  // "I just want the best one first"
  if (last.test(word) || word === 'top') return isNamed || (hasArticle && next === '')
  if (hasArticle || isNamed) return true
  if (next === '') return at > 0 ? beforeName.test(before) || words.length <= bareWordsMax : isEnd
  return at > 0 && beforeName.test(before)
}

/** "And the 2nd", "ok second" */
const bareWordsMax = 3
const article = /^(?:the|that|this|el|la|al|del|ese|esa|este|esta)$/
/** Words before a position without an article: "number of second", "and third". */
const beforeName =
  /^(?:of|with|for|about|call|number|and|y|con|de|or|o|compare|comparing|between|versus|vs|entre|compar[ae]|compararme?)$/
/** "My first baby", "a second opinion", "every third week" */
const owner =
  /^(?:my|our|his|her|their|your|an?|another|every|mi|mis|su|sus|una?|otr[oa]|cada|at|in|grade|since|for the)$/
const recordNoun =
  /^(?:ones?|two|three|four|guys?|lad(?:y|ies)|wom[ae]n|m[ae]n|persons?|places?|offices?|locations?|clinicians?|names?d?|results?|options?|entry|listings?|listed|record|card|on|in|opcion|opciones|lugar|consultorio|resultado|person[ao]|medic[oa]|de|en)$/
const otherNoun =
  /^(?:times?|opinions?|thoughts?|trimesters?|degrees?|names?|grades?|graders?|child|children|baby|babies|kids?|sons?|daughters?|visits?|weeks?|months?|years?|nights?|days?|users?|aid|shifts?|doses?|shots?|things?|bills?|appointments?|appts?|checkups?|pregnanc\w+|surger\w+|jobs?|plans?|choices?|priority|steps?|parts?|half|floor|st|street|ave|avenue|language|wife|husband|marriage|of|all|thing|vez|opinion|opiniones|semanas?|noches?|mes|meses|anos?|dias?|hij[oa]s?|bebe|citas?|embarazo|trimestre|grado|idioma|piso|planta|cirugia|consulta)$/
const questionVerb = /^(?:is|does|can|will|would|did)$/
const listed = /^(?:said|listed|showed|mentioned|gave|told|named|sent|wrote|have)$/
const availability =
  /^(?:available|availability|opening|openings|open|slots?|spots?|avail|free|you|u|i|that|who|to|can|could|with|disponibles?|que|libre|abierto|posible)$/
