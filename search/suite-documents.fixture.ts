/** Documents and queries for the engine suite: deterministic, with many ties. */
import type { Sort } from '@careatlas/contract/envelopes'
import { distanceMiles, type Point } from '@careatlas/directory/distance'
import type { FoldedName } from '@careatlas/directory/person-name'
import { uuidText } from '@careatlas/directory/snapshot/uuid-bytes'
import { type Random, randomFrom } from '@careatlas/fixtures/random'
import type { SuiteDocument } from './oracle.fixture.ts'
import type { Collection, Query } from './search-engine.ts'
import { type TextQuery, type ClinicalSlice, noTraits, type Traits } from './relevance.ts'
import { queryTerms } from './terms.ts'

/** The conditions of a query; a search has at least one of the first three. */
export const conditions = ['text', 'name', 'position', 'carriers'] as const
export type Condition = (typeof conditions)[number]

const words = (
  'cardiologist heart doctor pediatrician children nurse practitioner family medicine clinic pharmacy ' +
  'knee surgery spanish portuguese diabetes therapy hospital physician dentist teeth allergies asthma ' +
  'illness virus emergency providence pawtucket hartford ' +
  'street monday friday oncology cancer bones joint eyes vision mental health'
).split(' ')
const lastNames = ['ALVAREZ', 'BRANDT', 'DE LA CRUZ', 'MÜLLER', 'OBRIEN', 'ZHANG']
const firstNames = ['ANA', 'JO', 'JOHN', 'MARIA', 'SAM']
const middleNames = ['', 'A', 'ANN']
const placeNames = [
  'APOTHECARY ON MAIN',
  'BAY CLINIC',
  'BAY CLINIC EAST',
  'ST JOSEPH HOSPITAL',
  'VALLEY HEALTH',
]
const carriers = Array.from({ length: 20 }, (_, index) => `PAYER${index}`)

/** A city, its surroundings, both sides of the antimeridian and of each pole. */
const centers: readonly Point[] = [
  { lat: 41.82, lng: -71.41 },
  { lat: 42.36, lng: -71.06 },
  { lat: -17.8, lng: 179.98 },
  { lat: -17.7, lng: -179.97 },
  { lat: 0, lng: 180 },
  { lat: 0, lng: -180 },
  { lat: 89.9, lng: 10 },
  { lat: 90, lng: 0 },
  { lat: -89.95, lng: -120 },
]

/** Documents of one collection, by ascending id. */
export function generateDocuments(collection: Collection, count: number, seed: number): SuiteDocument[] {
  const random = randomFrom(seed)
  const points = Array.from({ length: 150 }, () => pointNear(random.pick(centers), 1.2, random))
  const ids = Array.from({ length: count }, (_, index) => generateId(collection, index, random)).toSorted()
  return ids.map((id) => {
    const names = Array.from({ length: 1 + random.index(2) }, () => generatePersonName(random))
    const place = random.pick(placeNames)
    const isProvider = collection === 'providers'
    return {
      collection,
      id,
      slice: generateSlice(random),
      traits: isProvider ? generateTraits(random) : noTraits,
      text: Array.from({ length: random.index(25) }, () => pickSkewed(words, random)).join(' '),
      points: Array.from({ length: random.index(4) }, () => random.pick(points)),
      carriers: isProvider ? Array.from({ length: random.index(5) }, () => pickSkewed(carriers, random)) : [],
      sortName: isProvider ? [names[0]!.last, names[0]!.first, names[0]!.middle].join('\u0000') : place,
      personNames: isProvider ? names : [],
      placeNames: isProvider ? [] : [place],
    }
  })
}

/** A query with the given conditions, for values of the documents and sometimes for absent values. */
export function generateQuery(
  documents: readonly SuiteDocument[],
  queryConditions: readonly Condition[],
  sort: Sort,
  random: Random,
): Query {
  const document = random.pick(documents)
  const { collection } = document
  return {
    collection,
    sort,
    threshold: { min: random.pick([0, 0.2, 0.45, 0.7]), minOfTop: random.pick([0, 0.5, 0.9]) },
    ...(queryConditions.includes('text') && { text: generateTextQuery(random) }),
    ...(queryConditions.includes('name') && generateName(document, random)),
    ...(queryConditions.includes('position') && { position: generatePosition(document, random) }),
    ...(queryConditions.includes('carriers') && {
      carriers: [random.pick(carriers), random.pick([...carriers, 'NONE'])],
    }),
  }
}

const codes = ['207RC0000X', '208000000X', '363LF0000X', '122300000X', '282N00000X', '1041C0700X']
const proseTexts = [
  '',
  '',
  '',
  'ringing in the ears',
  'treats children with asthma',
  'knee pain after running',
]
const languages = ['es', 'pt', 'zh']

function generateSlice(random: Random): ClinicalSlice {
  const sliceCodes = new Set(Array.from({ length: 1 + random.index(2) }, () => random.pick(codes)))
  return {
    codes: [...sliceCodes].map((code, index) => ({ code, weight: index === 0 ? 1 : 0.8 })),
    prose: random.pick(proseTexts),
  }
}

function generateTraits(random: Random): Traits {
  return {
    gender: random.pick(['F', 'M', null]),
    languages: languages.filter(() => random.chance(0.2)),
    telehealth: random.chance(0.3),
    accepting: random.chance(0.3),
  }
}

function generateTextQuery(random: Random): TextQuery {
  return {
    codes: new Map(
      codes.filter(() => random.chance(0.4)).map((code) => [code, random.pick([1, 0.9, 0.55, 0.3])]),
    ),
    groups: new Map(codes.map((code) => [code, random.index(4)])),
    vector: random.chance(0.5) ? suiteVector(random.pick(proseTexts)) : null,
    terms: queryTerms(generateText(random)),
    lexicalWeight: random.pick([0, 0.1, 0.5, 1]),
    lexicalOnlyWeight: random.pick([0, 0, 0.6]),
    preferences: {
      gender: random.pick(['F', null]),
      languages: random.chance(0.3) ? ['es', 'pt'] : [],
      telehealth: random.chance(0.2),
      accepting: random.chance(0.2),
    },
    person: random.chance(0.3)
      ? { name: { last: random.pick(lastNames) }, isDoctor: random.chance(0.5) }
      : null,
  }
}

/** A vector of length 1: how often the text has each of eight groups of letters. */
export function suiteVector(text: string): Float32Array {
  const vector = new Float32Array(8)
  for (const letter of text) vector[letter.charCodeAt(0) % 8]! += 1
  const length = Math.hypot(...vector)
  return length === 0 ? vector : vector.map((value) => value / length)
}

function generateText(random: Random): string {
  const picked = Array.from({ length: 1 + random.index(4) }, () => pickSkewed(words, random))
  return [...picked, ...(random.chance(0.2) ? ['xyzzyq'] : []), ...(random.chance(0.2) ? ['the'] : [])].join(
    ' ',
  )
}

function generateName(document: SuiteDocument, random: Random): Pick<Query, 'personName' | 'placeName'> {
  if (document.collection === 'locations')
    return { placeName: random.pick([...document.placeNames, 'NOWHERE']) }
  const { last = '', first = '' } = random.pick(document.personNames)
  const names = [
    { last },
    { first },
    { last, first },
    { middle: 'ANN' },
    { middle: 'A' },
    { last, middle: 'A' },
    { last, first, middle: 'AN' },
    { last: 'UNKNOWNNAME' },
  ]
  return { personName: random.pick(names) }
}

/** Sometimes a point of the document, or the pole, lies exactly on the edge of the circle. */
function generatePosition(document: SuiteDocument, random: Random): Required<Query>['position'] {
  const point = document.points[0] ?? random.pick(centers)
  const center = pointNear(point, 0.3, random)
  const edges = [document.points[0], { lat: 90, lng: 0 }].flatMap((edge) => edge ?? [])
  const miles = distanceMiles(center, random.pick(edges))
  const isOnEdge = random.chance(0.4) && miles >= 0.5 && miles <= 100
  return { ...center, radiusMiles: isOnEdge ? miles : random.pick([0.5, 5, 25, 100]) }
}

function generatePersonName(random: Random): FoldedName {
  const middle = random.pick(middleNames)
  return { last: random.pick(lastNames), first: random.pick(firstNames), ...(middle !== '' && { middle }) }
}

/** A point at most `degrees` away, often the center itself. */
function pointNear(center: Point, degrees: number, random: Random): Point {
  if (random.chance(0.1)) return center
  const lat = center.lat + (random.number() - 0.5) * degrees
  const lng = center.lng + (random.number() - 0.5) * degrees
  return { lat: Math.min(90, Math.max(-90, lat)), lng: ((lng + 540) % 360) - 180 }
}

function generateId(collection: Collection, index: number, random: Random): string {
  if (collection === 'providers') return String(1_000_000_000 + index * 900_000 + random.index(900_000))
  return uuidText(Uint8Array.from({ length: 16 }, () => random.index(256)))
}

/** Picks the first values more often, like real words and carriers. */
function pickSkewed<Value>(values: readonly Value[], random: Random): Value {
  return values[Math.floor(values.length * random.number() ** 2)]!
}
