/** Finds the towns and ZIP codes of which a message accepts any: "Cranston or Warwick", "02860 and 02863", "Lincoln, Cumberland". */
import { resolvePlace } from '@careatlas/search/query/resolve-place'
import { isStateName } from '@careatlas/search/query/state-names'
import { wordsOf } from '@careatlas/vocabulary/words'
import { findServedTowns, type NamedTown, type ServedArea } from './served-towns.ts'

/** Empty if the message names at most one place, or means them otherwise: "in Cranston, my mother is in Warwick". */
export function findSeveralPlaces(text: string, area: ServedArea): readonly NamedTown[] {
  const places = findPlaces(text, area)
  const [first, second] = places
  if (first === undefined || second === undefined) return []
  // A comma joins two towns as "and" does; the end of a sentence does not.
  const words = ` ${wordsOf(text.replaceAll(/[,/&+]/g, ' and ').replaceAll(/[.;:!?](?!\d)/g, ' endofpart ')).join(' ')} `
  const at = words.indexOf(` ${first.words} `)
  const before = words.slice(0, at + 1)
  const next = words.indexOf(` ${second.words} `, at + first.words.length + 1)
  const between = words.slice(at + first.words.length + 1, next + 1)
  const after = words.slice(next + second.words.length + 2)
  const isChoice =
    isStateName(first.words) ||
    isJoined(between, after) ||
    (alternative.test(between) && between.split(' ').length <= alternativeWordsMax) ||
    (/\b(?:between|entre) $/.test(before) && /^ (?:and|y) $/.test(between)) ||
    alsoPossible.test(between) ||
    anyWillDo.test(before) ||
    anyWillDo.test(after)
  return isChoice ? places : []
}

/** The distinct towns and ZIP codes in the order of the text. */
function findPlaces(text: string, area: ServedArea): readonly NamedTown[] {
  const codes = text.match(/(?<![\d-])\d{5}(?!\d)/g) ?? []
  const zips = codes.flatMap((code) => {
    const place = area.gazetteer.zip(code)
    return place === null ? [] : [{ place, words: code }]
  })
  // A code beside a town is the code of this town.
  const found = zips.length > 1 ? zips : [...findWholeState(text, area), ...findServedTowns(text, area, true)]
  return found.filter(
    ({ place }, index) => found.findIndex((other) => other.place.label === place.label) === index,
  )
}

/** "Anywhere in Rhode Island, or in New London" */
function findWholeState(text: string, { gazetteer }: ServedArea): readonly NamedTown[] {
  const [, first = '', second = ''] = wholeState.exec(wordsOf(text).join(' ')) ?? []
  const name = [`${first} ${second}`, first].find(isStateName)
  const place = name === undefined ? null : resolvePlace(name, gazetteer)
  return name === undefined || place === null ? [] : [{ place, words: name }]
}

const wholeState =
  /\b(?:any ?(?:where|place)|all over|all|throughout|any part|across|cualquier (?:parte|lugar)|tod[oa])(?: (?:in|around|of|en|de))? (\S+)(?: (\S+))?/

/** Whether the words between two places only join them: "Cranston and maybe also in Warwick". */
function isJoined(between: string, after: string): boolean {
  const words = between.trim().split(' ')
  return (
    words.some((word) => conjunction.test(word)) &&
    words.every((word) => conjunction.test(word) || joining.test(word) || isStateName(word)) &&
    !statement.test(after)
  )
}

const conjunction = /^(?:and|or|o|u|y|e|nor|plus)$/
const joining =
  /^(?:either|both|maybe|also|even|possibly|perhaps|then|else|near|in|around|by|at|from|the|zip|code|area|town|of|en|cerca|de|tambien|quizas|ri|ma|ct|nh|rhode|island|mass)$/
/** "Warwick, Cranston is too far" */
const statement = /^(?:endofpart )?(?:is|isnt|was|are|not|no|too|es|queda|esta)\b/

const alternative =
  /\b(?:or|o|u|otherwise|if (?:not|no|there)|else|si no|sino|and (?:i |we )?works?|y trabaj[oa])\b/
const alternativeWordsMax = 10

/** "Tiverton. I could also cross to Fall River" */
const alsoPossible =
  /^ (?:(?:endofpart|and|but|y|pero|[a-z]{2}) )*(?:i|we|he|she|they) (?:can|could|would|might|may) (?:also |even )?(?:\S+ ){1,3}(?:to|in|near|around) $/

/** "I live in Cranston but work in Warwick, so either would do" */
const anyWillDo =
  /\b(?:so either\b|either(?= (?:and|endofpart)\b| *$)|either (?:one|place|town|city|area|way|works?|would|will|is|of)|(?:both|any) (?:are |is |would be |of (?:them|those) )?(?:fine|ok|okay|good|work)|whichever|cualquiera|ambos|ambas)\b/
