/** A place of the United States in a question is the position, or `unresolved_place` with its notice; it is never another place. */
import assert from 'node:assert/strict'
import { mkdtempDisposableSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { publishDemoRegion } from '@careatlas/bin/demo-region.fixture'
import { distanceMiles } from '@careatlas/directory/distance'
import { readCurrentGeneration, snapshotFolder } from '@careatlas/directory/snapshot/current'
import { Snapshot } from '@careatlas/directory/snapshot/snapshot'
import { allUsPlaces, findUsPlaces, type UsPlace } from '@careatlas/directory/us-places'
import { randomFrom } from '@careatlas/fixtures/random'
import { runYielding } from '@careatlas/search/cooperative'
import { createNotices } from '@careatlas/search/notices'
import { commonPlaceWords } from '@careatlas/search/query/extract-location'
import { languageAt } from '@careatlas/search/query/language-names'
import { parseQuery } from '@careatlas/search/query/parse-query'
import { loadQueryResources, type QueryResources } from '@careatlas/search/query/query-resources'
import { isStateName } from '@careatlas/search/query/state-names'

const placesPerForm = 500

/** The largest share of places whose names mean something else: a state, a language, an everyday word. */
const otherMeaningShareMax = 0.015

/** The position of a place with several ZIP codes is their mean. */
const samePlaceMiles = 20

const folder = mkdtempDisposableSync(join(tmpdir(), 'us-places-'))
let snapshot: Snapshot
let resources: QueryResources
before(async () => {
  await publishDemoRegion(folder.path)
  snapshot = await Snapshot.open(snapshotFolder(folder.path, readCurrentGeneration(folder.path)!))
  resources = await runYielding(loadQueryResources(snapshot))
})
after(() => {
  snapshot?.[Symbol.dispose]()
  folder[Symbol.dispose]()
})

type Form = readonly [write: (place: UsPlace) => string, meant: (place: UsPlace) => readonly UsPlace[]]

const forms: readonly Form[] = [
  [({ name, state }) => `cardiologist in ${name}, ${state}`, (place) => [place]],
  [({ name, state }) => `dentist ${name} ${state}`, (place) => [place]],
  [({ name }) => `dentist near ${name}`, ({ name }) => findUsPlaces(name)],
  [({ name }) => `dentist in ${name}`, ({ name }) => findUsPlaces(name)],
]

for (const [seed, [write, meant]] of forms.entries()) {
  const form = write({ name: 'NAME', state: 'STATE', zips: 1, lat: 0, lng: 0 })
  test(`${form}: ${placesPerForm} places are resolved or returned as unresolved`, (t) => {
    const places = randomFrom(seed).sample(allUsPlaces(), placesPerForm)
    const read = places.map((place) => ({ question: write(place), place, ...readPlace(write(place)) }))
    for (const { question, place, position, unresolved, notices } of read) {
      if (position !== null)
        assert.ok(
          isStateName(place.name) ||
            meant(place).some((other) => distanceMiles(position, other) < samePlaceMiles),
          `${question}: ${position.label}`,
        )
      else if (unresolved !== null) {
        assert.ok([place.name, `${place.name} ${place.state.toLowerCase()}`].includes(unresolved), question)
        assert.ok(notices.includes('place_unresolved'), question)
      } else assert.ok(hasOtherMeaning(place.name), `${question}: neither a position nor unresolved`)
    }
    const resolved = read.filter(({ position }) => position !== null).length
    const unresolved = read.filter((row) => row.unresolved !== null).length
    t.diagnostic(`${resolved} resolved, ${unresolved} unresolved`)
    assert.ok(resolved + unresolved >= (1 - otherMeaningShareMax) * placesPerForm)
    if (form.includes('STATE')) assert.ok(resolved >= (1 - otherMeaningShareMax) * placesPerForm)
  })
}

function readPlace(question: string) {
  const parsed = parseQuery(question, 'providers', 'hybrid', resources)
  const { place: position, unapplied } = parsed
  const notices = createNotices({
    q: question,
    parsed,
    npiProblem: null,
    unlistedFields: null,
    geo: undefined,
    nearestMiles: null,
    meta: { count: 0, total: 0 },
    isFilteredByCarriers: false,
  })
  return {
    position,
    unresolved: unapplied.unknownPlace?.name ?? null,
    notices: notices.map(({ kind }) => kind),
  }
}

function hasOtherMeaning(name: string): boolean {
  const joined = (from: number, count: number): string =>
    name
      .split(' ')
      .slice(from, from + count)
      .join(' ')
  return isStateName(name) || commonPlaceWords.has(name) || languageAt(joined, 0) !== null
}
