/** Suggests the towns of the directory, or the ZIP code that was typed. */
import type { TownSuggestion } from '@careatlas/contract/envelopes'
import { distanceMiles } from '@careatlas/directory/distance'
import { regionOfState } from '@careatlas/directory/region'
import type { Town } from '@careatlas/directory/snapshot/format'
import { titleCasePlace } from '@careatlas/directory/title-case'
import type { Gazetteer } from '../query/extract-location.ts'
import { roundedDistance } from './rounded-distance.ts'
import type { Typed } from './suggest.ts'

/** From the best to the worst: the whole name, its beginning, the beginning of a later word. */
type Quality = 0 | 1 | 2

interface Candidate {
  readonly town: Town
  readonly quality: Quality
  /** 0 without a position. */
  readonly miles: number
}

export function suggestTowns(
  { text, position, limit }: Typed,
  towns: readonly Town[],
  gazetteer: Pick<Gazetteer, 'zip'>,
): TownSuggestion[] {
  if (text === '') return []
  if (/^\d{5}$/.test(text)) return suggestZip(text, position, gazetteer)
  const candidates: Candidate[] = []
  const laterWord = ` ${text}`
  for (const town of towns) {
    const quality = matchTown(text, laterWord, town)
    if (quality !== null)
      candidates.push({ town, quality, miles: position === null ? 0 : distanceMiles(position, town) })
  }
  return candidates
    .toSorted(compareCandidates)
    .slice(0, limit)
    .map(({ town: { name, state, lat, lng } }) => ({
      name: titleCasePlace(name),
      state,
      zip: null,
      lat,
      lng,
      ...roundedDistance(position, { lat, lng }),
    }))
}

function suggestZip(
  zip: string,
  position: Typed['position'],
  gazetteer: Pick<Gazetteer, 'zip'>,
): TownSuggestion[] {
  const found = gazetteer.zip(zip)
  if (found === null) return []
  const { lat, lng, state } = found
  return [{ name: zip, state, zip, lat, lng, ...roundedDistance(position, { lat, lng }) }]
}

/** `providence`, `prov`, and `providence r` or `providence rhode` with the beginning of the state; null if the town does not match. */
function matchTown(text: string, laterWord: string, { name, state }: Town): Quality | null {
  if (name.startsWith(text)) return name.length === text.length ? 0 : 1
  // Without building strings: a directory has 30,000 towns.
  if (text[name.length] === ' ' && text.startsWith(name)) {
    const typedState = text.slice(name.length + 1)
    const stateNames = [state, regionOfState(state)?.name ?? '']
    return stateNames.some((stateName) => stateName.toLowerCase().startsWith(typedState)) ? 0 : null
  }
  return name.includes(laterWord) ? 2 : null
}

function compareCandidates(a: Candidate, b: Candidate): number {
  return (
    a.quality - b.quality ||
    a.miles - b.miles ||
    b.town.addresses - a.town.addresses ||
    (`${a.town.name} ${a.town.state}` < `${b.town.name} ${b.town.state}` ? -1 : 1)
  )
}
