/** Where the towns are in which a directory has addresses, and all ZIP codes. */
import type { Town } from '@careatlas/directory/snapshot/format'
import { zipPoint } from '@careatlas/directory/zip'
import type { AskedPlace, Gazetteer } from './asked-place.ts'

/** A town is meant without its state where it has this part of all addresses in towns of its name. */
const plainShare = 2 / 3

export function gazetteerOf(towns: readonly Town[]): Gazetteer {
  const byName = Map.groupBy(towns, ({ name }) => name)
  return {
    zip: (code) => {
      const point = zipPoint(code)
      return point?.precision === 'zip_centroid' ? { lat: point.lat, lng: point.lng } : null
    },
    city: (name, state) => {
      const namesakes = byName.get(name) ?? []
      const town = state === null ? plainTown(namesakes) : namesakes.find((one) => one.state === state)
      return town === undefined ? null : placeOf(town)
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

function placeOf({ name, state, lat, lng }: Town): AskedPlace {
  const label = name.replaceAll(/\b\p{L}/gu, (letter) => letter.toUpperCase())
  return { lat, lng, label: `${label}, ${state}` }
}
