/** Locations of the towns of a directory, of all ZIP codes, and circles that cover the states. */
import { radiusMilesMax } from '@careatlas/contract/parameters'
import { distanceMiles, type Point } from '@careatlas/directory/distance'
import { memo } from '@careatlas/directory/memo'
import { regionOfState, regionsOfZip3 } from '@careatlas/directory/region'
import type { Town } from '@careatlas/directory/snapshot/format'
import { type UsPlace, usPlaces } from '@careatlas/directory/us-places'
import { zipPoint } from '@careatlas/directory/zip'
import { editDistance } from '@careatlas/vocabulary/spelling'
import type { QueryLocation, Gazetteer } from './extract-location.ts'

/** A town needs no state if it has this share of all addresses in towns of its name. */
const dominantShare = 2 / 3

export function createGazetteer(towns: readonly Town[]): Gazetteer {
  const byName = Map.groupBy(towns, ({ name }) => name)
  const byState = Map.groupBy(towns, ({ state }) => state)
  const byLetter = Map.groupBy(byName.keys(), (name) => name[0])
  const townOf = (name: string, state: string | null): Town | undefined => {
    const namesakes = byName.get(name) ?? []
    return state === null ? dominantTown(namesakes) : namesakes.find((one) => one.state === state)
  }
  return {
    zip: zipLocation,
    city: (name, state) => {
      const town = townOf(name, state)
      return town === undefined ? null : toLocation(town)
    },
    usPlace: (name, state) => {
      const namesakes = usPlaces(name)
      const place = state === null ? dominantPlace(namesakes) : namesakes.find((one) => one.state === state)
      return place === undefined ? null : toLocation(place)
    },
    // A wide state takes a few milliseconds, too much for each query.
    state: memo((code) => {
      const own = byState.get(code) ?? []
      return circleAround(code, own) ?? circleWithin(code, own, towns)
    }),
    stateAt: (point) => nearestTown(point, towns)?.state ?? null,
    closestCityName: (name, state) => {
      const near = (byLetter.get(name[0]) ?? []).filter((other) => isOneEditApart(name, other))
      const matches = near.flatMap((other) => townOf(other, state) ?? [])
      return matches.toSorted((a, b) => b.addresses - a.addresses)[0]?.name ?? null
    },
  }
}

/** Words of town names: "Quincy" is not a typo of "quinsy". */
export function townWords(towns: readonly Town[]): ReadonlySet<string> {
  return new Set(towns.flatMap(({ name }) => name.split(' ')))
}

function dominantTown(namesakes: readonly Town[]): Town | undefined {
  const all = namesakes.reduce((sum, { addresses }) => sum + addresses, 0)
  return namesakes.find(({ addresses }) => addresses >= dominantShare * all)
}

/** ZIP codes of a place that needs no state: a smaller one is rarely meant, and may be a word. */
const largePlaceZips = 5

function dominantPlace(namesakes: readonly UsPlace[]): UsPlace | undefined {
  const all = namesakes.reduce((sum, { zips }) => sum + zips, 0)
  return namesakes.find(({ zips }) => zips >= largePlaceZips && zips >= dominantShare * all)
}

interface NearTown {
  readonly town: Town
  readonly miles: number
}

/** A degree of latitude; a degree of longitude is as long at the equator and shorter elsewhere. */
const milesPerDegree = 69

/** The towns within the maximum radius of the point. */
function nearTowns(point: Point, towns: readonly Town[]): readonly NearTown[] {
  const north = radiusMilesMax / milesPerDegree
  const east = north / Math.cos(((Math.abs(point.lat) + north) * Math.PI) / 180)
  // The bounding box excludes most towns without trigonometry.
  return towns
    .filter(({ lat, lng }) => Math.abs(lat - point.lat) <= north && Math.abs(lng - point.lng) <= east)
    .map((town) => ({ town, miles: distanceMiles(point, town) }))
    .filter(({ miles }) => miles <= radiusMilesMax)
}

function nearestTown(point: Point, towns: readonly Town[]): Town | null {
  const byDistance = nearTowns(point, towns).toSorted((a, b) => a.miles - b.miles)
  return byDistance[0]?.town ?? null
}

function zipLocation(code: string): QueryLocation | null {
  const point = zipPoint(code)
  if (point?.precision !== 'zip_centroid') return null
  const [region, ...others] = regionsOfZip3(code.slice(0, 3))
  const state = region === undefined || others.length > 0 ? null : region.slice('US-'.length)
  return { lat: point.lat, lng: point.lng, label: code, state, radiusMiles: null }
}

function toLocation({ name, state, lat, lng }: Pick<Town, 'name' | 'state' | 'lat' | 'lng'>): QueryLocation {
  return { lat, lng, label: `${capitalize(name)}, ${state}`, state, radiusMiles: null }
}

/** `new york` → `New York` */
function capitalize(name: string): string {
  return name.replaceAll(/\b\p{L}/gu, (letter) => letter.toUpperCase())
}

/** One edit, but not of the first letter. */
function isOneEditApart(name: string, other: string): boolean {
  return Math.abs(name.length - other.length) <= 1 && editDistance(name, other, 1) === 1
}

// States

/** Towns beyond nearly all addresses are more often errors in the registry. */
const coveredShare = 0.99

/** Around the center of a state's addresses; null if they lie beyond the maximum radius. */
function circleAround(code: string, towns: readonly Town[]): QueryLocation | null {
  const all = towns.reduce((sum, { addresses }) => sum + addresses, 0)
  const region = regionOfState(code)
  if (all === 0 || region === null) return null
  const middle = weightedCenter(towns, all)
  const byDistance = towns
    .map((town) => ({ miles: distanceMiles(middle, town), addresses: town.addresses }))
    .toSorted((a, b) => a.miles - b.miles)
  let held = 0
  for (const { miles, addresses } of byDistance) {
    held += addresses
    if (held < coveredShare * all) continue
    const radiusMiles = Math.max(1, Math.ceil(miles))
    return radiusMiles > radiusMilesMax ? null : { ...middle, label: region.name, state: code, radiusMiles }
  }
  return null
}

/** The centers and radii to try for a wide state: its towns with the most addresses. */
const centersMax = 10
const radiiMiles = [radiusMilesMax / 2, (radiusMilesMax * 3) / 4, radiusMilesMax]

/**
 * For a wide state, the circle that maximizes the share of the state in the circle times the share of the circle in the state.
 * The label says that it is not the whole state. Null without an address.
 */
function circleWithin(code: string, own: readonly Town[], all: readonly Town[]): QueryLocation | null {
  const middles = own.toSorted((a, b) => b.addresses - a.addresses).slice(0, centersMax)
  const circles = middles.flatMap((middle) => {
    const near = nearTowns(middle, all)
    return radiiMiles.map((radiusMiles) => ({
      middle,
      radiusMiles,
      worth: circleScore(code, near, radiusMiles),
    }))
  })
  const [best] = circles.toSorted((a, b) => b.worth - a.worth)
  const region = regionOfState(code)
  if (best === undefined || region === null) return null
  const { lat, lng, name } = best.middle
  const label = `${region.name}, around ${capitalize(name)}`
  return { lat, lng, label, state: code, radiusMiles: best.radiusMiles }
}

/** The square of the state's addresses in the circle over all addresses in it. */
function circleScore(code: string, near: readonly NearTown[], radiusMiles: number): number {
  const addressesIn = (isMeant: (town: Town) => boolean): number =>
    near.reduce(
      (sum, { town, miles }) => sum + (miles <= radiusMiles && isMeant(town) ? town.addresses : 0),
      0,
    )
  return addressesIn(({ state }) => state === code) ** 2 / addressesIn(() => true)
}

function weightedCenter(towns: readonly Town[], all: number): Point {
  const mean = (value: (town: Town) => number): number =>
    towns.reduce((sum, town) => sum + value(town) * town.addresses, 0) / all
  return { lat: roundDegrees(mean(({ lat }) => lat)), lng: roundDegrees(mean(({ lng }) => lng)) }
}

/** Six decimals, like coordinates in responses. */
function roundDegrees(degrees: number): number {
  return Math.round(degrees * 1e6) / 1e6
}
