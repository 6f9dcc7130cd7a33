/** The order in which names are suggested: better matches, then nearer ones, then more common ones. */
import assert from 'node:assert/strict'
import { mkdtempDisposableSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import type { Point } from '../distance.ts'
import { suggestionsFile } from './format.ts'
import { Suggestions } from './suggestions.ts'
import { type PersonEntry, type PlaceEntry, SuggestionsWriter } from './suggestions-writer.ts'

const providence = { lat: 41.82, lng: -71.41 }
const boston = { lat: 42.36, lng: -71.06 }
const seattle = { lat: 47.61, lng: -122.33 }
const adak = { lat: 51.88, lng: -179.9 }
const beyondTheDateLine = { lat: 52.1, lng: 179.9 }

const people = {
  maria: person('1000000004', 'MARIA LOPEZ', 'ELENA PROVIDENCE', [providence], 2),
  mark: person('1000000012', 'MARK LOPEZ SANTOS', 'BOSTON', [boston, seattle], 9),
  lee: person('1000000020', 'ANN LEE', '', [boston], 1),
  leeds: person('1000000038', 'BO LEEDS', '', [providence], 5),
  middle: person('1000000046', 'JO PEREIRA', 'LEE', [providence], 8),
  cruz: person('1000000053', 'ANA DE LA CRUZ', '', [], 3),
  zolc: person('1000000061', 'ŻÓŁĆ 李', '', [adak], 0),
}

const places = {
  miriam: place('00000000-0000-5000-8000-000000000001', 'THE MIRIAM HOSPITAL', [providence], 90),
  hospital: place('ffffffff-ffff-5fff-bfff-fffffffffff2', 'HOSPITAL FOR CHILDREN', [seattle], 7),
}

const folder = mkdtempDisposableSync(join(tmpdir(), 'suggestions-'))
writeTo(folder.path, Object.values(people), Object.values(places))
const suggestions = new Suggestions(folder.path)
after(() => {
  suggestions[Symbol.dispose]()
  folder.remove()
})

type PersonName = keyof typeof people

suite('clinicians are suggested', () => {
  const rows: readonly (readonly [
    what: string,
    typed: string,
    names: readonly PersonName[],
    from?: Point,
  ])[] = [
    ['by a beginning, the most common one first', 'L', ['mark', 'leeds', 'cruz', 'maria', 'lee']],
    ['by last and first name', 'LOPEZ MAR', ['mark', 'maria']],
    ['by first and last name', 'MAR LOPEZ', ['mark', 'maria']],
    ['by the beginnings of both', 'MAR LOP', ['mark', 'maria']],
    ['by one of two last names', 'SANTOS', ['mark']],
    ['by a last name of several words', 'DE LA CR', ['cruz']],
    ['by the words of a name in any order', 'CRUZ ANA LA', ['cruz']],
    ['by many words', 'LOPEZ ELENA MARIA PROVI', ['maria']],
    ['by a middle name beside a name', 'MARIA ELENA LOPEZ', ['maria']],
    ['by a town beside a name', 'LOPEZ BOST', ['mark']],
    ['but not by a middle name or a town alone', 'PROVIDENCE', []],
    ['by letters beyond ASCII', 'ŻÓ', ['zolc']],
    ['by letters without case', '李', ['zolc']],
    ['by a whole word before a longer one', 'LEE', ['lee', 'leeds']],
    ['by a beginning, the nearest one first', 'LO', ['maria', 'mark'], providence],
    ['by a beginning, the nearest of all places of each', 'LO', ['mark', 'maria'], seattle],
    ['nearby before a better match far away', 'LEE', ['leeds', 'lee'], { lat: 41.2, lng: -71.41 }],
    ['far away if none is near', 'CRUZ', ['cruz'], seattle],
    ['across the date line', 'Ż', ['zolc'], beyondTheDateLine],
    ['never by a number of a square', '1', []],
    ['never by several initials', 'M L', []],
  ]
  for (const [what, typed, names, position = null] of rows)
    test(`${what}: ${typed}`, () => {
      const found = suggestions.findPeople({ words: typed.split(' '), position, limit: 5 })
      assert.deepEqual(
        found,
        names.map((name) => people[name].npi),
      )
    })

  test('none without a word', () => {
    assert.deepEqual(suggestions.findPeople({ words: [], position: providence, limit: 5 }), [])
  })

  test('up to the limit', () => {
    assert.equal(suggestions.findPeople({ words: ['L'], position: boston, limit: 3 }).length, 3)
  })
})

test('a place of care is suggested by any word of its name, with its town and point', () => {
  const [first, ...others] = suggestions.findPlaces({ words: ['MIR', 'HOSPITAL'], position: null, limit: 5 })
  assert.deepEqual(others, [])
  assert.deepEqual(first, {
    locationUuid: places.miriam.uuid,
    name: 'THE MIRIAM HOSPITAL',
    otherNames: ['Old name'],
    city: 'Providence',
    state: 'RI',
    point: providence,
  })
})

test('places of care come in the order of their clinicians, or of their distance', () => {
  assert.deepEqual(findHospitals(null), [places.miriam.uuid, places.hospital.uuid])
  assert.deepEqual(findHospitals(seattle), [places.hospital.uuid, places.miriam.uuid])
})

test('the clinicians of each code are counted', () => {
  assert.deepEqual(suggestions.cliniciansByCode, new Map([['207Q00000X', Object.keys(people).length]]))
})

test('the file depends on the names, not on the order in which they were added, and is the only one', () => {
  using other = mkdtempDisposableSync(join(tmpdir(), 'suggestions-'))
  writeTo(other.path, Object.values(people).toReversed(), Object.values(places).toReversed())
  const [first, second] = [folder, other].map(({ path }) => readFileSync(join(path, suggestionsFile)))
  assert.ok(first!.equals(second!))
  assert.deepEqual(readdirSync(other.path), [suggestionsFile])
})

function findHospitals(position: Point | null): readonly string[] {
  const found = suggestions.findPlaces({ words: ['HOSP'], position, limit: 5 })
  return found.map(({ locationUuid }) => locationUuid)
}

function writeTo(path: string, allPeople: readonly PersonEntry[], allPlaces: readonly PlaceEntry[]): void {
  using writer = new SuggestionsWriter(path)
  for (const entry of allPeople) writer.addPerson(entry)
  for (const entry of allPlaces) writer.addPlace(entry)
  writer.finish()
}

function person(
  npi: string,
  names: string,
  others: string,
  points: readonly Point[],
  commonness: number,
): PersonEntry {
  return { npi, names, others, points, commonness, codes: ['207Q00000X'] }
}

function place(uuid: string, name: string, points: readonly Point[], commonness: number): PlaceEntry {
  const label = { name, otherNames: ['Old name'], city: 'Providence', state: 'RI' }
  return { uuid, names: name, others: 'PROVIDENCE', points, commonness, ...label }
}
