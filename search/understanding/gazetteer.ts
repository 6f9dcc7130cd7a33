/** Where the towns are in which a directory has addresses, all ZIP codes, and the states that a circle holds. */
import { widestRadiusMiles } from '@careatlas/contract/parameters'
import { distanceMiles, type Point } from '@careatlas/directory/distance'
import { regionOfState, regionsOfZip3 } from '@careatlas/directory/region'
import type { Town } from '@careatlas/directory/snapshot/format'
import { zipPoint } from '@careatlas/directory/zip'
import { editDistance } from '@careatlas/vocabulary/spelling'
import type { AskedPlace, Gazetteer } from './asked-place.ts'

/** A town is meant without its state where it has this part of all addresses in towns of its name. */
const plainShare = 2 / 3

export function gazetteerOf(towns: readonly Town[]): Gazetteer {
  const byName = Map.groupBy(towns, ({ name }) => name)
  const byState = Map.groupBy(towns, ({ state }) => state)
  const byLetter = Map.groupBy(byName.keys(), (name) => name[0])
  const townOf = (name: string, state: string | null): Town | undefined => {
    const namesakes = byName.get(name) ?? []
    return state === null ? plainTown(namesakes) : namesakes.find((one) => one.state === state)
  }
  return {
    zip: zipPlace,
    city: (name, state) => {
      const town = townOf(name, state)
      return town === undefined ? null : placeOf(town)
    },
    state: (code) => circleAround(code, byState.get(code) ?? []),
    cityLike: (name, state) => {
      const near = (byLetter.get(name[0]) ?? []).filter((other) => isLike(name, other))
      const meant = near.flatMap((other) => townOf(other, state) ?? [])
      return meant.toSorted((a, b) => b.addresses - a.addresses)[0]?.name ?? null
    },
  }
}

/** Words of towns' names: nobody who writes Quincy means quinsy. */
export function townWords(towns: readonly Town[]): ReadonlySet<string> {
  return new Set(towns.flatMap(({ name }) => name.split(' ')))
}

function plainTown(namesakes: readonly Town[]): Town | undefined {
  const all = namesakes.reduce((sum, { addresses }) => sum + addresses, 0)
  return namesakes.find(({ addresses }) => addresses >= plainShare * all)
}

function zipPlace(code: string): AskedPlace | null {
  const point = zipPoint(code)
  if (point?.precision !== 'zip_centroid') return null
  const [region, ...others] = regionsOfZip3(code.slice(0, 3))
  const state = region === undefined || others.length > 0 ? null : region.slice('US-'.length)
  return { lat: point.lat, lng: point.lng, label: code, state, radiusMiles: null }
}

function placeOf({ name, state, lat, lng }: Town): AskedPlace {
  const label = name.replaceAll(/\b\p{L}/gu, (letter) => letter.toUpperCase())
  return { lat, lng, label: `${label}, ${state}`, state, radiusMiles: null }
}

/** One letter added, dropped, replaced or swapped, but not the first. */
function isLike(name: string, other: string): boolean {
  return Math.abs(name.length - other.length) <= 1 && editDistance(name, other, 1) === 1
}

// States

/** Towns farther out than nearly all addresses are mistakes of the registry more often than towns. */
const addressesHeld = 0.99

/** Around the middle of a state's addresses; null where they lie farther out than a search may reach. */
function circleAround(code: string, towns: readonly Town[]): AskedPlace | null {
  const all = towns.reduce((sum, { addresses }) => sum + addresses, 0)
  const region = regionOfState(code)
  if (all === 0 || region === null) return null
  const middle = middleOf(towns, all)
  const byDistance = towns
    .map((town) => ({ miles: distanceMiles(middle, town), addresses: town.addresses }))
    .toSorted((a, b) => a.miles - b.miles)
  let held = 0
  for (const { miles, addresses } of byDistance) {
    held += addresses
    if (held < addressesHeld * all) continue
    const radiusMiles = Math.max(1, Math.ceil(miles))
    return radiusMiles > widestRadiusMiles
      ? null
      : { ...middle, label: region.name, state: code, radiusMiles }
  }
  return null
}

function middleOf(towns: readonly Town[], all: number): Point {
  const mean = (value: (town: Town) => number): number =>
    towns.reduce((sum, town) => sum + value(town) * town.addresses, 0) / all
  return { lat: rounded(mean(({ lat }) => lat)), lng: rounded(mean(({ lng }) => lng)) }
}

/** Six decimals, as coordinates are served. */
function rounded(degrees: number): number {
  return Math.round(degrees * 1e6) / 1e6
}
