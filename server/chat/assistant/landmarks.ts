/** Finds neighborhoods and landmarks that no gazetteer of towns has: "in Olneyville", "near Wayland Square", "by Brown University". */
import { resolvePlace } from '@careatlas/search/query/resolve-place'
import { isStopWord, wordsOf } from '@careatlas/vocabulary/words'
import { findServedTowns, servedTown, type ServedArea } from './served-towns.ts'

export interface Landmark {
  readonly name: string
  /** "Providence, RI"; null for a landmark of an unknown town. */
  readonly town: string | null
}

export interface LandmarkReading {
  /** The message with the town of the neighborhood, or without the landmark. */
  readonly text: string
  readonly landmark: Landmark | null
}

/** Names that no town of the United States has. */
const neighborhoods: Readonly<Record<string, readonly string[]>> = {
  'Providence, RI': [
    'olneyville',
    'federal hill',
    'fox point',
    'college hill',
    'smith hill',
    'wayland square',
    'wanskuck',
    'jewelry district',
    'downcity',
    'thayer street',
    'wickenden street',
    '(?:upper |lower )?south providence',
    'brown university',
    'brown campus',
    'providence place(?: mall)?',
    'roger williams park',
  ],
  'Cranston, RI': ['garden city(?: center)?', 'knightsville', 'pawtuxet village', 'rolfe square'],
  'Warwick, RI': ['apponaug', 'conimicut', 'oakland beach', 'hoxsie', 'cowesett', 'gaspee'],
}

const cue =
  '(?:near|nearby|by|around|close to|closer to|next to|off of|off|on|at|in|from|across from|cerca de|cerca del|por|en)'
const all = Object.values(neighborhoods).flat().join('|')
const neighborhood = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:${cue} (?:the )?(${all})|(${all})(?= (?:area|section|neighborhood|side)|\W*$)|(?:by|near|around|close to) (brown)(?=\s*(?:$|[.,;?!])))(?![\p{L}\p{N}])`,
  'iu',
)

const kinds =
  'square|sq|street|st|avenue|ave|road|rd|boulevard|blvd|plaza|mall|park|university|college|campus|station|airport|bridge|high school|common'
/** "The one on Main Street" is a record of the list. */
const ofRecord = String.raw`(?<!\b(?:the|that|an?) (?:\p{L}+ )?(?:ones?|office|place|location|branch|guy|lady|doctor|dr|person|woman|man)\s|\b(?:is|work|works|practice)\s)`
const landmark = new RegExp(
  String.raw`(?<![\p{L}\p{N}])${ofRecord}${cue} (?:the )?((?:[\p{L}.'’]+ ){1,3}(?:${kinds}))(?![\p{L}\p{N}])\.?`,
  'iu',
)

/** A message that also names a town needs neither. */
export function readLandmark(text: string, area: ServedArea): LandmarkReading {
  const none = { text, landmark: null }
  const found = neighborhood.exec(text)
  if (found !== null) {
    const name = (found[1] ?? found[2] ?? found[3])!
    const town = townOf(name)
    const isNamed = namesPlace(text.replace(found[0], ' '), area)
    return isNamed
      ? none
      : { text: text.replace(found[0], `near ${town}`), landmark: { name: titleOf(name), town } }
  }
  const [phrase, name] = landmark.exec(text) ?? []
  if (phrase === undefined || name === undefined || isTownOrNothing(name, area)) return none
  const rest = text.replace(phrase, ' ').replaceAll(/ {2,}/g, ' ').trim()
  return namesPlace(rest, area) ? none : { text: rest, landmark: { name: titleOf(name), town: null } }
}

function townOf(name: string): string {
  const isOf = (pattern: string): boolean => new RegExp(`^(?:${pattern})$`, 'i').test(name)
  const [town] = Object.entries(neighborhoods).find(([, patterns]) => patterns.some(isOf)) ?? []
  // "By Brown"
  return town ?? 'Providence, RI'
}

function namesPlace(text: string, area: ServedArea): boolean {
  return /(?<!\d)\d{5}(?!\d)/.test(text) || findServedTowns(text, area, true).length > 0
}

/** "Deer Park" is a town, and "the park" has no name. */
function isTownOrNothing(name: string, area: ServedArea): boolean {
  const words = wordsOf(name)
  return (
    words.slice(0, -1).some(isStopWord) ||
    resolvePlace(words.join(' '), area.gazetteer) !== null ||
    servedTown(words.join(' '), area) !== null
  )
}

function titleOf(name: string): string {
  return name.replaceAll(/(?<![\p{L}'’])\p{L}/gu, (letter) => letter.toUpperCase()).trim()
}
