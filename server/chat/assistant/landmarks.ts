/** Finds streets and landmarks, which no gazetteer of towns has: "near Wayland Square", "by Brown University". */
import { resolvePlace } from '@careatlas/search/query/resolve-place'
import { isStopWord, wordsOf } from '@careatlas/vocabulary/words'
import { findServedTowns, servedTown, type ServedArea } from './served-towns.ts'

export interface LandmarkReading {
  /** The message without the landmark. */
  readonly text: string
  /** Its name; null without one. */
  readonly landmark: string | null
}

const cue =
  '(?:near|nearby|by|around|close to|closer to|next to|off of|off|on|at|in|from|across from|cerca de|cerca del|por|en)'

const kinds =
  'square|sq|street|st|avenue|ave|road|rd|boulevard|blvd|plaza|mall|park|university|college|campus|station|airport|bridge|high school|common'
/** "The one on Main Street" is a record of the list. */
const ofRecord = String.raw`(?<!\b(?:the|that|an?) (?:\p{L}+ )?(?:ones?|office|place|location|branch|guy|lady|doctor|dr|person|woman|man)\s|\b(?:is|work|works|practice)\s)`
const landmark = new RegExp(
  String.raw`(?<![\p{L}\p{N}])${ofRecord}${cue} (?:the )?((?:[\p{L}.'’]+ ){1,3}(?:${kinds}))(?![\p{L}\p{N}])\.?`,
  'iu',
)

/** "Near Kent Hospital": the name may be that of a town elsewhere. */
const hospital =
  /(?<![\p{L}\p{N}])(?:near|nearby|by|close to|closer to|closest to|next to|nearest to|miles? (?:of|from)|cerca del?|lejos del?) (?:the |el )?((?:hospital \p{L}+)|(?:[\p{L}.'’]+ ){1,3}hospital)(?![\p{L}\p{N}])/iu

/** A message that also names a town needs no landmark, except a hospital that the search would read as another town. */
export function readLandmark(text: string, area: ServedArea): LandmarkReading {
  const none = { text, landmark: null }
  const isHospital = hospital.test(text)
  const [phrase, name] = (isHospital ? hospital : landmark).exec(text) ?? []
  if (phrase === undefined || name === undefined || isTownOrNothing(name, area)) return none
  const rest = text.replace(phrase, ' ').replaceAll(/ {2,}/g, ' ').trim()
  return namesPlace(rest, area) && !isHospital ? none : { text: rest, landmark: titleOf(name) }
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
  return name.replaceAll(/(?<![\p{L}'’])\p{L}/gu, (letter) => letter.toUpperCase()).trim()
}
