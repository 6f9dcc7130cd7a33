/** Suggests places of care by the words of their names. */
import type { PlaceSuggestion } from '@careatlas/contract/envelopes'
import type { Snapshot } from '@careatlas/directory/snapshot/snapshot'
import { toNamePrefix } from './name-prefix.ts'
import { findOtherName } from './other-name.ts'
import { roundedDistance } from './rounded-distance.ts'
import type { Typed } from './suggest.ts'

export function suggestPlaces(
  typed: Typed,
  { suggestions }: Pick<Snapshot, 'suggestions'>,
): PlaceSuggestion[] {
  const prefix = toNamePrefix(typed)
  return suggestions.findPlaces(prefix).map(({ locationUuid, name, otherNames, city, state, point }) => ({
    location_uuid: locationUuid,
    name,
    other_name: findOtherName(name, otherNames, prefix.words),
    city,
    state,
    ...roundedDistance(typed.position, point),
  }))
}
