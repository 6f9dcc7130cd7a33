/** Updates the places of a search with those that a message adds, corrects or rejects. Pure. */
import type { CarePlace, ConversationContext } from './conversation-context.ts'
import type { Reading } from './reading.ts'

/** Of more places, each would have too few records. */
export const placesMax = 3

type Places = Pick<ConversationContext, 'place' | 'otherPlaces' | 'previousPlaces'>

/**
 * @param before the context of the last answer
 * @param place the first place after the message, as if it were the only one
 * @param added further places that the message names
 */
export function updatePlaces(
  before: ConversationContext,
  place: CarePlace | null,
  added: readonly CarePlace[],
  { townChange, rejectedPlaces, place: named, need }: Reading,
): Places {
  const known = listPlaces(before)
  if (returnsToAll({ townChange }, before)) return toPlaces([...known, ...before.previousPlaces])
  const kept = known.filter(({ label }) => !rejectedPlaces.includes(label))
  if (place === null) return toPlaces(kept.length < known.length ? kept : [])
  if (named === null) {
    // "Closer" changes the circle of each.
    const isUnchanged = before.place !== null && isSame(place, before.place)
    const others = isUnchanged ? before.otherPlaces : []
    return toPlaces([place, ...others.map((other) => ({ ...other, radiusMiles: place.radiusMiles }))])
  }
  const isCorrected = townChange === 'correct' && before.facts.includes('place_added')
  // "Also a dentist in Warwick" is another search.
  const isSameSearch = need === null || need.isPatientOnly || need.narrowing !== ''
  const others =
    (townChange === 'add' && isSameSearch) || (kept.length < known.length && known.length > 1)
      ? kept
      : isCorrected
        ? kept.slice(1)
        : []
  const places = toPlaces([place, ...added, ...others])
  const isReplaced = others.length === 0 && !known.some((other) => isSame(other, place))
  return isReplaced ? { ...places, previousPlaces: known } : places
}

/** Whether the message asks for all places of the search, or for those of the last two searches: "show both". */
export function returnsToAll(
  { townChange }: Pick<Reading, 'townChange'>,
  { previousPlaces, otherPlaces }: Pick<ConversationContext, 'previousPlaces' | 'otherPlaces'>,
): boolean {
  return townChange === 'all' && (previousPlaces.length > 0 || otherPlaces.length > 0)
}

/** Those of the search, the first one first. */
export function listPlaces({
  place,
  otherPlaces,
}: Pick<ConversationContext, 'place' | 'otherPlaces'>): CarePlace[] {
  return place === null ? [] : [place, ...otherPlaces]
}

function toPlaces(places: readonly CarePlace[]): Places {
  const distinct = places.filter(
    (place, index) => places.findIndex((other) => isSame(other, place)) === index,
  )
  const [first = null, ...others] = distinct
  return {
    place: first,
    // A shared location is not stored, so that it is never one of several.
    otherPlaces:
      first?.label === '' ? [] : others.filter(({ label }) => label !== '').slice(0, placesMax - 1),
    previousPlaces: [],
  }
}

function isSame(place: CarePlace, other: CarePlace): boolean {
  return place.label === other.label
}
