/** Reads the question which listed record is closest to a place; it is not a request to search there: "which one is closest to Warwick". */
import { resolvePlace } from '@careatlas/search/query/resolve-place'
import { titleCasePlace } from '@careatlas/directory/title-case'
import { wordsOf } from '@careatlas/vocabulary/words'
import type { ReadPlace } from './read-place.ts'
import { findServedTowns, type ServedArea } from './served-towns.ts'

export interface ComparedDistance {
  /** From where to measure; null: from the place of the search. */
  readonly from: ReadPlace | null
  /** The name of a place that is not known. */
  readonly unknown: string | null
}

const closestTo =
  /\b(?:which|whichs|who|whos|what|whats|cual|quien)(?: (?:one|ones|of (?:these|them|those)|two|de (?:ellos|ellas|est[oa]s|es[oa]s)))?(?: (?:is|are|s|queda|esta|es|would be|me queda))?(?: the)? (?:closest|nearest|closer|nearer|mas cerca|mas cercan[oa])(?: one)? (?:to|from|a|al|de|del) (?!(?:me|us|here|home|my|our|where|mi|aqui|nosotros)\b)(?:the |la |el )?(.+)$/
const closerThan =
  /\b(?:any(?:thing|one|body)?|no(?:thing|ne|body| one)|some(?:thing|one|body)|one|algo|alguien|nada|alguno|ninguno)\b(?: \S+){0,4} (?:closer|nearer|mas cerca) (?:than|que) (.+)$/

/** Null without such a question. */
export function readComparedDistance(text: string, area: ServedArea): ComparedDistance | null {
  const words = wordsOf(text).join(' ')
  const [, other] = closerThan.exec(words) ?? []
  if (other !== undefined) return namesTown(other, area) ? { from: null, unknown: null } : null
  const [, name] = closestTo.exec(words) ?? []
  if (name === undefined) return null
  const zip = /^\d{5}\b/.exec(name)?.[0]
  const from =
    zip === undefined
      ? (findServedTowns(name, area, true)[0]?.place ?? null)
      : resolvePlace(zip, area.gazetteer)
  const known = from !== null && (zip !== undefined || name.startsWith(townWords(from.label))) ? from : null
  return { from: known, unknown: known === null ? titleCasePlace(shorten(name).toUpperCase()) : null }
}

function namesTown(name: string, area: ServedArea): boolean {
  return findServedTowns(name, area, true).length > 0 || /^\d{5}\b/.test(name)
}

function townWords(label: string): string {
  return wordsOf(label.split(',')[0] ?? '').join(' ')
}

/** Without what the sentence goes on with. */
function shorten(name: string): string {
  return name
    .split(/ (?:i|we|he|she|because|since|and|so|please|if|que|porque|y|no|por favor)(?: |$)/)[0]!
    .split(' ')
    .slice(0, nameWordsMax)
    .join(' ')
}

const nameWordsMax = 4
