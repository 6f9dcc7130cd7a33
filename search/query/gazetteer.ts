/** Locations of the towns of a directory, of all ZIP codes, and circles that cover the states. */
import { radiusMilesMax } from '@careatlas/contract/parameters'
import { distanceMiles, type Point } from '@careatlas/directory/distance'
import { memoize } from '@careatlas/directory/memoize'
import { regionOfState, regionsOfZip3 } from '@careatlas/directory/region'
import type { Town } from '@careatlas/directory/snapshot/format'
import { titleCasePlace } from '@careatlas/directory/title-case'
import { type UsPlace, findUsPlaces, findUsPlacesIn } from '@careatlas/directory/us-places'
import { findZipPoint } from '@careatlas/directory/zip'
import { editDistance } from '@careatlas/vocabulary/spelling'
import type { QueryLocation, Gazetteer } from './extract-location.ts'
import { findNicknamedPlace, type NicknamedPlace, nicknameWords } from './place-nicknames.ts'

/** A town needs no state if it has this share of all addresses in towns of its name. */
const dominantShare = 2 / 3

export function createGazetteer(towns: readonly Town[]): Gazetteer {
  const byName = Map.groupBy(towns, ({ name }) => name)
  const byState = Map.groupBy(towns, ({ state }) => state)
  const byLetter = Map.groupBy(byName.keys(), (name) => name[0])
  const servedAddresses = countServedAddresses(byState)
  const townOf = (name: string, state: string | null): Town | undefined => {
    const namesakes = byName.get(name) ?? []
    return state === null ? dominantTown(namesakes) : namesakes.find((town) => town.state === state)
  }
  return {
    zip: zipLocation,
    city: (name, state) => {
      // Before the towns, because some addresses have a nickname instead of the town.
      const nicknamed = findInState(name, state)
      const town = nicknamed
        ? (townOf(nicknamed.name, nicknamed.state) ?? findUsPlace(nicknamed))
        : townOf(name, state)
      return town === undefined ? null : toLocation(town)
    },
    usPlace: (name, state) => {
      const namesakes = findUsPlaces(name)
      const place =
        state === null ? dominantPlace(namesakes) : namesakes.find((usPlace) => usPlace.state === state)
      return place === undefined ? null : toLocation(place)
    },
    servedPlace: (name) => {
      const place = findServedPlace(findUsPlaces(name), servedAddresses)
      return place === undefined ? null : toLocation(place)
    },
    uniquePlace: (name) => {
      const [place, ...others] = findUsPlaces(name)
      return place === undefined || others.length > 0 ? null : toLocation(place)
    },
    isUsPlace: (name) => findUsPlaces(name).length > 0,
    // Computing the circle of a wide state takes a few milliseconds, too long for each query.
    state: memoize((code) => {
      const stateTowns = byState.get(code) ?? []
      return coveringCircle(code, stateTowns) ?? bestPartialCircle(code, stateTowns, towns)
    }),
    usState: memoize((code) => {
      const places = findUsPlacesIn(code).map((place) => ({ ...place, addresses: place.zips }))
      return coveringCircle(code, places) ?? bestPartialCircle(code, places, places)
    }),
    stateAt: (point) => nearestTown(point, towns)?.state ?? null,
    closestCityName: (name, state) => {
      const names = (byLetter.get(name[0]) ?? []).filter((other) => isOneEditApart(name, other))
      const candidates = names.flatMap((other) => townOf(other, state) ?? [])
      return candidates.toSorted((a, b) => b.addresses - a.addresses)[0]?.name ?? null
    },
  }
}

/** The place of a nickname, unless it is not in the state. */
function findInState(nickname: string, state: string | null): NicknamedPlace | null {
  const place = findNicknamedPlace(nickname)
  return place !== undefined && (state === null || place.state === state) ? place : null
}

function findUsPlace({ name, state }: NicknamedPlace): UsPlace | undefined {
  return findUsPlaces(name).find((place) => place.state === state)
}

/** The words of town names and nicknames, which are not corrected: "Quincy" is not a typo of "quinsy". */
export function townWords(towns: readonly Town[]): ReadonlySet<string> {
  return new Set([...towns.flatMap(({ name }) => name.split(' ')), ...nicknameWords()])
}

function dominantTown(namesakes: readonly Town[]): Town | undefined {
  const all = namesakes.reduce((sum, { addresses }) => sum + addresses, 0)
  return namesakes.find(({ addresses }) => addresses >= dominantShare * all)
}

/** A place that needs no state has at least this many ZIP codes: a smaller place is rarely meant, and may be a word. */
const largePlaceZipsMin = 5

function dominantPlace(namesakes: readonly UsPlace[]): UsPlace | undefined {
  const all = namesakes.reduce((sum, { zips }) => sum + zips, 0)
  return namesakes.find(({ zips }) => zips >= largePlaceZipsMin && zips >= dominantShare * all)
}

/** A state with a smaller share of the addresses is not served: its addresses are those of clinicians elsewhere, or errors. */
const servedShareMin = 1 / 100

/** The number of addresses by state, without states that are not served. */
function countServedAddresses(byState: ReadonlyMap<string, readonly Town[]>): ReadonlyMap<string, number> {
  const counts = Array.from(byState, ([state, towns]) => {
    const addresses = towns.reduce((sum, town) => sum + town.addresses, 0)
    return [state, addresses] as const
  })
  const min = counts.reduce((sum, [, addresses]) => sum + addresses, 0) * servedShareMin
  return new Map(counts.filter(([, addresses]) => addresses >= min))
}

/** The place whose state has most of the addresses of all served states with a place of this name. */
function findServedPlace(
  namesakes: readonly UsPlace[],
  servedAddresses: ReadonlyMap<string, number>,
): UsPlace | undefined {
  const addressesOf = ({ state }: UsPlace): number => servedAddresses.get(state) ?? 0
  const served = namesakes.filter((place) => addressesOf(place) > 0)
  const all = served.reduce((sum, place) => sum + addressesOf(place), 0)
  return served.find((place) => addressesOf(place) >= dominantShare * all)
}

interface NearTown {
  readonly town: Town
  readonly miles: number
}

/** The length of a degree of latitude; a degree of longitude is as long at the equator, and shorter elsewhere. */
const milesPerDegree = 69

/** The towns within the maximum radius of the point. */
function nearbyTowns(point: Point, towns: readonly Town[]): readonly NearTown[] {
  const north = radiusMilesMax / milesPerDegree
  const east = north / Math.cos(((Math.abs(point.lat) + north) * Math.PI) / 180)
  // The bounding box excludes most towns without trigonometry.
  return towns
    .filter(({ lat, lng }) => Math.abs(lat - point.lat) <= north && Math.abs(lng - point.lng) <= east)
    .map((town) => ({ town, miles: distanceMiles(point, town) }))
    .filter(({ miles }) => miles <= radiusMilesMax)
}

function nearestTown(point: Point, towns: readonly Town[]): Town | null {
  const byDistance = nearbyTowns(point, towns).toSorted((a, b) => a.miles - b.miles)
  return byDistance[0]?.town ?? null
}

function zipLocation(code: string): QueryLocation | null {
  const point = findZipPoint(code)
  if (point?.precision !== 'zip_centroid') return null
  const [region, ...others] = regionsOfZip3(code.slice(0, 3))
  const state = region === undefined || others.length > 0 ? null : region.slice('US-'.length)
  return { lat: point.lat, lng: point.lng, label: code, state, radiusMiles: null }
}

function toLocation({ name, state, lat, lng }: Pick<Town, 'name' | 'state' | 'lat' | 'lng'>): QueryLocation {
  return { lat, lng, label: `${titleCasePlace(name)}, ${state}`, state, radiusMiles: null }
}

/** Whether the names, which begin with the same letter, differ by one edit. */
function isOneEditApart(name: string, other: string): boolean {
  return Math.abs(name.length - other.length) <= 1 && editDistance(name, other, 1) === 1
}

// States

/** The share of its addresses that the circle of a state covers; the farthest ones are usually errors in the registry. */
const coveredShare = 0.99

/** The circle around the center of a state's addresses; null if it exceeds the maximum radius. */
function coveringCircle(code: string, towns: readonly Town[]): QueryLocation | null {
  const all = towns.reduce((sum, { addresses }) => sum + addresses, 0)
  const region = regionOfState(code)
  if (all === 0 || region === null) return null
  const center = weightedCenter(towns, all)
  const byDistance = towns
    .map((town) => ({ miles: distanceMiles(center, town), addresses: town.addresses }))
    .toSorted((a, b) => a.miles - b.miles)
  let covered = 0
  for (const { miles, addresses } of byDistance) {
    covered += addresses
    if (covered < coveredShare * all) continue
    const radiusMiles = Math.max(1, Math.ceil(miles))
    return radiusMiles > radiusMilesMax ? null : { ...center, label: region.name, state: code, radiusMiles }
  }
  return null
}

/** The circles to try for a wide state: around each of the towns with the most addresses, with each of the radii. */
const centersMax = 10
const radiiMiles = [radiusMilesMax / 2, (radiusMilesMax * 3) / 4, radiusMilesMax]

/**
 * For a wide state, the circle that maximizes the share of the state in the circle times the share of the circle in the state.
 * The label names the town at the center. Null for a state without an address.
 */
function bestPartialCircle(
  code: string,
  stateTowns: readonly Town[],
  towns: readonly Town[],
): QueryLocation | null {
  const centers = stateTowns.toSorted((a, b) => b.addresses - a.addresses).slice(0, centersMax)
  const circles = centers.flatMap((center) => {
    const near = nearbyTowns(center, towns)
    return radiiMiles.map((radiusMiles) => ({
      center,
      radiusMiles,
      score: circleScore(code, near, radiusMiles),
    }))
  })
  const [best] = circles.toSorted((a, b) => b.score - a.score)
  const region = regionOfState(code)
  if (best === undefined || region === null) return null
  const { lat, lng, name } = best.center
  const label = `${region.name}, around ${titleCasePlace(name)}`
  return { lat, lng, label, state: code, radiusMiles: best.radiusMiles }
}

/** The square of the state's addresses in the circle, divided by all addresses in the circle. */
function circleScore(code: string, near: readonly NearTown[], radiusMiles: number): number {
  const countAddresses = (isCounted: (town: Town) => boolean): number =>
    near.reduce(
      (sum, { town, miles }) => sum + (miles <= radiusMiles && isCounted(town) ? town.addresses : 0),
      0,
    )
  return countAddresses(({ state }) => state === code) ** 2 / countAddresses(() => true)
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
