/** US places by name, from the postal codes of GeoNames (`us-places.csv`, CC BY 4.0). */
import { readFileSync } from 'node:fs'
import type { Point } from './distance.ts'

export interface UsPlace extends Point {
  /** In lower case: `new york`. */
  readonly name: string
  /** Postal abbreviation. */
  readonly state: string
  /** Its number of ZIP codes, which grows with its size. */
  readonly zips: number
}

/** The places of a name, in lower case without punctuation; one for each state that has it. */
export function findUsPlaces(name: string): readonly UsPlace[] {
  return (placesByName ??= Map.groupBy(allUsPlaces(), (place) => place.name)).get(name) ?? []
}

/** The places of a state. */
export function findUsPlacesIn(state: string): readonly UsPlace[] {
  placesByName ??= Map.groupBy(allUsPlaces(), (place) => place.name)
  return [...placesByName.values()].flat().filter((place) => place.state === state)
}

/** Created on first use. */
let placesByName: ReadonlyMap<string, readonly UsPlace[]> | undefined

/** Reads all places. */
export function allUsPlaces(): readonly UsPlace[] {
  const all: UsPlace[] = []
  let state = ''
  for (const line of readFileSync(new URL('us-places.csv', import.meta.url), 'utf8')
    .trim()
    .split('\n')) {
    if (line.length === 2) state = line
    else if (!line.startsWith('#')) {
      const [name = '', zips, lat, lng] = line.split(',')
      all.push({ name, state, zips: Number(zips), lat: Number(lat), lng: Number(lng) })
    }
  }
  return all
}
