/** Suggests clinicians by the words of their names, or by NPI. */
import type { PracticeLocation, ProviderCard } from '@careatlas/contract/cards'
import type { PersonSuggestion } from '@careatlas/contract/envelopes'
import { distanceMiles, type Point } from '@careatlas/directory/distance'
import { isNpi } from '@careatlas/directory/npi'
import type { Snapshot } from '@careatlas/directory/snapshot/snapshot'
import { titleCaseName } from '@careatlas/directory/title-case'
import { toNamePrefix } from './name-prefix.ts'
import { findOtherName } from './other-name.ts'
import { roundedDistance } from './rounded-distance.ts'
import type { Typed } from './suggest.ts'

export function suggestPeople(
  typed: Typed,
  snapshot: Pick<Snapshot, 'suggestions' | 'providerCard'>,
): PersonSuggestion[] {
  const prefix = toNamePrefix(typed)
  const npis = isNpi(typed.text) ? [typed.text] : snapshot.suggestions.findPeople(prefix)
  return npis.flatMap((npi) => {
    const json = snapshot.providerCard(npi)
    if (json === null) return []
    return [
      toSuggestion(JSON.parse(json) as ProviderCard, isNpi(typed.text) ? [] : prefix.words, typed.position),
    ]
  })
}

function toSuggestion(
  card: ProviderCard,
  words: readonly string[],
  position: Point | null,
): PersonSuggestion {
  const otherName = findOtherName(joinName(card.name), card.other_names.map(joinName), words)
  const specialty = card.specialties.find(({ primary }) => primary) ?? card.specialties[0]
  const location = position === null ? null : findNearest(card.practice_locations, position)
  const { city = null, state = null } = (location ?? card.practice_locations[0])?.address ?? {}
  return {
    npi: card.npi,
    name: card.name.display,
    other_name: otherName && titleCaseName(otherName),
    specialty: specialty?.name ?? null,
    city,
    state,
    ...roundedDistance(position, location),
  }
}

type Located = PracticeLocation & Point

/** The nearest active place; null if no point is known. */
function findNearest(places: readonly PracticeLocation[], position: Point): Located | null {
  const located = places.filter(
    (place): place is Located => place.active && place.lat !== null && place.lng !== null,
  )
  const miles = (place: Located): number => distanceMiles(position, place)
  return located.toSorted((a, b) => miles(a) - miles(b))[0] ?? null
}

function joinName({ first, middle, last }: Pick<ProviderCard['name'], 'first' | 'middle' | 'last'>): string {
  return [first, middle, last].flatMap((part) => part ?? []).join(' ')
}
