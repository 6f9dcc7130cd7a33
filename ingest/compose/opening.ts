/** The first sentences of a biography: who this is and where they practise, in one of several plans. */
import type { Taxonomy } from '@careatlas/directory/taxonomy'
import { inCity, spotInCity } from './address-in-words.ts'
import type { Sentence } from './fit-sentences.ts'
import { countInWords, joinList, sentence, withArticle } from './grammar.ts'
import { sentencePlan } from './sentence-plan.ts'
import { isStudent, plainThenOfficial } from './specialties.ts'
import { citiesInWords, type SpokenPlace } from './spoken-place.ts'
import type { Subject } from './subject.ts'

/** Specialties beyond the first that are named; the card holds all. */
const othersMost = 4

const noSpecialty = { text: 'The registry states no individual specialty.', expendable: 2 }

/** The parts that the plans arrange. */
interface Opening {
  readonly npi: string
  readonly subject: Subject
  /** "a heart doctor (cardiologist)" */
  readonly kind: string
  /** "is", or "is registered as" when no specialty is known */
  readonly is: string
  /** "practices", or "is registered" of someone in training */
  readonly practices: string
}

export function openingSentences(
  npi: string,
  subject: Subject,
  taxonomies: readonly Taxonomy[],
  places: readonly SpokenPlace[],
): readonly Sentence[] {
  const [primary] = taxonomies
  const listed = kindsOfOnePlainName(taxonomies)
  const kind = listed ?? kindsInWords(taxonomies)
  const is = primary === undefined ? 'is registered as' : 'is'
  const practices = primary !== undefined && isStudent(primary) ? 'is registered' : 'practices'
  const opening = { npi, subject, kind, is, practices }
  const [first = '', ...rest] = placed(opening, places, listed !== null)
  return [
    { text: sentence(first), expendable: 0 },
    ...rest.map((text) => ({ text: sentence(text), expendable: 2 })),
    ...(primary === undefined ? [noSpecialty] : []),
    ...otherSpecialties(subject, taxonomies, listed !== null),
  ]
}

function placed(opening: Opening, places: readonly SpokenPlace[], listed: boolean): readonly string[] {
  const [place, another] = places
  if (place === undefined) return [isKind(opening)]
  if (another !== undefined) return severalPlaces(opening, places, listed)
  return listed ? placeApart(opening, place) : onePlace(opening, place)
}

/** Five plans; fewer when the city or the street is unknown. */
function onePlace(opening: Opening, place: SpokenPlace): readonly string[] {
  const { npi, subject, kind, practices } = opening
  const { introduced, they } = subject
  const { spot, city } = place
  if (city === null) return placeApart(opening, place)
  const there = inCity(city)
  if (spot === null)
    return [`${sentencePlan(npi, 2) === 0 ? isKind(opening) : practisesAs(opening)} ${there}`]
  switch (sentencePlan(npi, 5)) {
    case 0:
      return [`${isKind(opening)} ${there}, where ${they} ${practices} at ${spot}`]
    case 1:
      return [`${isKind(opening)} ${there}`, placeSentence(opening, spot)]
    case 2:
      return [`${practisesAs(opening)} at ${spotInCity(spot, city)}`]
    case 3:
      return [`${kind} ${there}, ${introduced} ${practices} at ${spot}`]
    default:
      return placeApart(opening, place)
  }
}

function isKind({ subject, is, kind }: Opening): string {
  return `${subject.introduced} ${is} ${kind}`
}

function practisesAs({ subject, practices, kind }: Opening): string {
  return `${subject.introduced} ${practices} as ${kind}`
}

function placeApart(opening: Opening, { spot, city }: SpokenPlace): readonly string[] {
  const where = spotInCity(spot, city)
  if (where === null) return [isKind(opening)]
  if (spot === null) return [isKind(opening), `${opening.subject.again} ${opening.practices} ${where}`]
  return [isKind(opening), placeSentence(opening, where)]
}

/** Three plans for `where` in a sentence of its own. */
function placeSentence({ npi, subject, practices }: Opening, where: string): string {
  const address = practices === 'practices' ? 'practice address' : 'registered address'
  switch (sentencePlan(npi, 3, 1)) {
    case 0:
      return `${subject.again} ${practices} at ${where}`
    case 1:
      return `${subject.their} ${address} is ${where}`
    default:
      return `the ${address} is ${where}`
  }
}

/** Four plans; the primary address follows unless its hours will name it. */
function severalPlaces(opening: Opening, places: readonly SpokenPlace[], listed: boolean): readonly string[] {
  const { npi, subject, kind, practices } = opening
  const cities = citiesInWords(places)
  if (cities === null) return [isKind(opening)]
  const primary = primaryAddress(places[0])
  switch (listed ? 0 : sentencePlan(npi, 4)) {
    case 1:
      return [`${isKind(opening)} ${cities}`, ...primary]
    case 2:
      return [`${practisesAs(opening)} ${cities}`, ...primary]
    case 3:
      return [`${kind}, ${subject.introduced} ${practices} ${cities}`, ...primary]
    default:
      return [isKind(opening), citiesSentence(opening, cities), ...primary]
  }
}

function primaryAddress(place: SpokenPlace | undefined): readonly string[] {
  if (!place?.spot || !place.location.primary || place.location.office_hours.length > 0) return []
  const city = place.city === null ? null : { ...place.city, region: null }
  return [`the primary address is ${spotInCity(place.spot, city)}`]
}

/** Three plans for the cities in a sentence of their own. */
function citiesSentence({ npi, subject, practices }: Opening, cities: string): string {
  if (practices !== 'practices') return `${subject.again} ${practices} ${cities}`
  switch (sentencePlan(npi, 3, 1)) {
    case 0:
      return `${subject.again} practices ${cities}`
    case 1:
      return `${subject.again} works ${cities}`
    default:
      return `${subject.their} practice is ${cities}`
  }
}

/** "a heart doctor (cardiologist)", and a second specialty right after it. */
function kindsInWords(taxonomies: readonly Taxonomy[]): string {
  const [primary, second, third] = taxonomies
  if (primary === undefined) return 'a health care provider'
  const kind = withArticle(plainThenOfficial(primary))
  return second !== undefined && third === undefined ? `${kind} and ${withArticle(second.name)}` : kind
}

/** "a therapist: a licensed clinical social worker and a marriage and family therapist", when all share the plain name. */
function kindsOfOnePlainName(taxonomies: readonly Taxonomy[]): string | null {
  const plain = taxonomies[0]?.plain ?? null
  if (plain === null || taxonomies.length < 2 || taxonomies.some((taxonomy) => taxonomy.plain !== plain))
    return null
  return `${withArticle(plain)}: ${namedFirst(taxonomies)}`
}

/** From three specialties on, the others have a sentence of their own. */
function otherSpecialties(
  { they }: Subject,
  taxonomies: readonly Taxonomy[],
  listed: boolean,
): readonly Sentence[] {
  const others = taxonomies.slice(1)
  if (listed || others.length < 2) return []
  return [{ text: sentence(`${they} is also ${namedFirst(others)}`), expendable: 2 }]
}

/** "an internist, a hospitalist, a geriatrician, a pediatrician and registered in seven more specialties". */
function namedFirst(taxonomies: readonly Taxonomy[]): string {
  const most = taxonomies.length === othersMost + 1 ? othersMost + 1 : othersMost
  const named = taxonomies.slice(0, most).map(({ name }) => withArticle(name))
  const unnamed = taxonomies.length - named.length
  return joinList(
    unnamed === 0 ? named : [...named, `registered in ${countInWords(unnamed)} more specialties`],
  )
}
