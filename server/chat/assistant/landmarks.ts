/** Finds streets and landmarks, which no gazetteer of towns has: "near Wayland Square", "by Brown University". */
import { isTitle } from '@careatlas/search/query/care-words'
import { resolvePlace } from '@careatlas/search/query/resolve-place'
import { isStopWord, wordsOf } from '@careatlas/vocabulary/words'
import { correctTown, findServedTowns, servedTown, type ServedArea } from './served-towns.ts'

export interface LandmarkReading {
  /** The message without the landmark. */
  readonly text: string
  /** Its name; null without one. */
  readonly landmark: string | null
}

const cue =
  '(?:near|nearby|by|around|close to|closer to|next to|off of|off|on|at|in|like|from|across from|cerca de|cerca del|por|en)'

const kinds =
  'square|sq|street|st|avenue|ave|road|rd|boulevard|blvd|plaza|mall|park|university|college|campus|station|airport|bridge|high school|common'
/** "The one on Main Street" is a record of the list. */
const ofRecord = String.raw`(?<!\b(?:the|that|an?) (?:\p{L}+ )?(?:ones?|office|place|location|branch|guy|lady|doctor|dr|person|woman|man)\s|\b(?:is|work|works|practice)\s)`
const landmark = new RegExp(
  String.raw`(?<![\p{L}\p{N}])${ofRecord}${cue} (?:the )?((?:(?!(?:on|in|at|near|by|off|from|and|or) )[\p{L}.'’]+ ){1,3}(?:${kinds}))(?![\p{L}\p{N}])\.?`,
  'iu',
)

/** "By the airport", "how far is it from the airport": there may be several. */
const unnamed = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:${ofRecord}(?:near|nearby|close to|closer to|closest to|next to|by|around|cerca del?)|(?<=\b(?:far|miles)\b.{1,60})from|lejos del?) ((?:the |el |la )?(?:airport|train station|bus station|ferry|mall|bridge|beach|campus|aeropuerto|playa|puente))(?=\W*$|[.,;!?]| (?:in|on|and|if|please|or|en|y)\b)`,
  'iu',
)

/** "Near Garden City" beside a town, "closer to Oaklawn": a name in capital letters that is no town. */
const named =
  /(?<![\p{L}\p{N}])(?:[Nn]ear|[Cc]los(?:e|er|est) to|[Nn]earest to|[Nn]ext to|(?<=\bfar\b.{1,60})from|[Cc]erca del?) (?:the )?(?!(?:Mom|Mother|Dad|Father|Grandma|Grandpa|Public|Transit|Bus(?:es)?)\b)(\p{Lu}[\p{L}.'’]+(?: \p{Lu}[\p{L}.'’]+){0,2})(?![\p{L}\p{N}])/u

/** "Near Kent Hospital": the name may be that of a town elsewhere. */
const hospital =
  /(?<![\p{L}\p{N}])(?:near|nearby|by|close to|closer to|closest to|next to|nearest to|miles? (?:of|from)|cerca del?|lejos del?) (?:the |el )?((?:hospital \p{L}+)|(?:[\p{L}.'’]+ ){1,3}hospital)(?![\p{L}\p{N}])/iu

/** Also beside a town, from which the search measures then. */
export function readLandmark(text: string, area: ServedArea): LandmarkReading {
  const match =
    unnamed.exec(text) ??
    [hospital, landmark].map((pattern) => pattern.exec(text)).find((found) => isUnknown(found, area)) ??
    findNamed(text, area)
  if (match === null) return { text, landmark: null }
  const [phrase, name] = match
  return { text: without(text, phrase), landmark: titleOf(name!) }
}

function isUnknown(found: RegExpExecArray | null, area: ServedArea): boolean {
  return found !== null && !isTownOrNothing(found[1]!, area)
}

/** A name alone may be a town that the user can tell more about, unless the message names the town or compares distances. */
function findNamed(text: string, area: ServedArea): RegExpExecArray | null {
  const found = named.exec(text)
  if (found === null || !isUnknown(found, area)) return null
  const [phrase, name = ''] = found
  const words = wordsOf(name)
  const isOther =
    words.some((word) => isStopWord(word) || isTitle(word)) ||
    (words.length === 1 && area.isEnglish(words[0]!))
  if (isOther || correctTown(words.join(''), area) !== null || /['’]s$/u.test(name)) return null
  return /^(?:\S+(?:er|est)|from) /.test(phrase) || namesPlace(without(text, phrase), area) ? found : null
}

function without(text: string, phrase: string): string {
  return text.replace(phrase, ' ').replaceAll(/ {2,}/g, ' ').trim()
}

function namesPlace(text: string, area: ServedArea): boolean {
  return /(?<!\d)\d{5}(?!\d)/.test(text) || findServedTowns(text, area, true).length > 0
}

/** "Deer Park" is a town, "Newport Hospital" is in the town, and "the park" has no name. */
function isTownOrNothing(name: string, area: ServedArea): boolean {
  const words = wordsOf(name)
  const town = words.filter((word) => word !== 'hospital').join(' ')
  return (
    (town !== words.join(' ') && area.gazetteer.city(town, null) !== null) ||
    words.slice(0, -1).some(isStopWord) ||
    resolvePlace(words.join(' '), area.gazetteer) !== null ||
    servedTown(words.join(' '), area) !== null
  )
}

function titleOf(name: string): string {
  if (/^(?:the|el|la) /i.test(name)) return name.toLowerCase()
  return name.replaceAll(/(?<![\p{L}'’])\p{L}/gu, (letter) => letter.toUpperCase()).trim()
}
