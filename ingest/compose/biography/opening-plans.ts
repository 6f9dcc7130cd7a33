/** Sentence plans for the opening of a biography: the same facts in different orders. The NPI selects one. */
import { inCity, spotInCity, streetInWords } from '../phrasing/address-phrase.ts'
import { attributionPhrase } from '../phrasing/attribution.ts'
import { monthInWords } from '../phrasing/grammar.ts'
import { variantHash } from '../phrasing/variant-hash.ts'
import { asRegisteredPhrase, type Corroboration } from '../registration-age.ts'
import { isRegisteredOnlyKind, stripRegisteredOnly } from './kind-of-clinician.ts'
import { citiesInWords, type PlacePhrase, registeredPhrase } from './place-phrase.ts'
import type { Subject } from './subject.ts'

/** The parts that the plans arrange. */
interface Opening {
  readonly npi: string
  readonly subject: Subject
  /** "a heart doctor (cardiologist)" */
  readonly kind: string
  /** Whether `kind` is a list after a colon, which must end its sentence. */
  readonly isList: boolean
  /** "as a medical ride van service"; null for a clinician with a specialty. */
  readonly registeredKinds: string | null
  /** Whether the text says "is registered" instead of "practices": for a trainee, a driver, a supplier, a home or a mailbox. */
  readonly isRegisteredOnly: boolean
  /** The day of an old registration; null for a recent one. */
  readonly registeredOn: string | null
  /** The list that confirms the places of an old registration; otherwise null. */
  readonly corroboration: Corroboration | null
}

/** One to three sentences without periods: the clinician, the places if any are known, and the date of an old registration. */
export function arrangeOpening(opening: Opening, places: readonly PlacePhrase[]): readonly string[] {
  const practicePlaces = places.filter((place) => place.isPractice)
  if (practicePlaces.length === 0) return arrangeWithAge({ ...opening, isRegisteredOnly: true }, places)
  const sentences = arrangeWithAge(opening, practicePlaces)
  const otherCityWords = otherCities(practicePlaces, places)
  return otherCityWords === null
    ? sentences
    : [...sentences, `${opening.subject.secondMention} is also registered ${otherCityWords}`]
}

function arrangeWithAge(opening: Opening, places: readonly PlacePhrase[]): readonly string[] {
  const [place, another] = places
  if (place === undefined) return [kindClause(opening)]
  const sentences =
    another === undefined ? singlePlaceSentences(opening, place) : severalPlacesSentences(opening, places)
  return [...sentences.slice(0, -1), `${sentences.at(-1)}${agePhrase(opening)}`]
}

/** Towns of homes and mailboxes in which the clinician has no practice; null if there are none. */
function otherCities(practiced: readonly PlacePhrase[], places: readonly PlacePhrase[]): string | null {
  const practiceCities = new Set(practiced.map(({ city }) => city?.name))
  const otherPlaces = places.filter(
    ({ isPractice, city }) => !isPractice && city !== null && !practiceCities.has(city.name),
  )
  const [only, another] = otherPlaces
  if (only === undefined) return null
  return another === undefined ? inCity(only.city!) : citiesInWords(otherPlaces)
}

/** The age of the registration, without the word "registered" if the sentence already has it. */
function agePhrase({ registeredOn, corroboration, isRegisteredOnly }: Opening): string {
  if (registeredOn === null) return corroboration === null ? '' : attributionPhrase(corroboration.list)
  return `, ${isRegisteredOnly ? `as of ${monthInWords(registeredOn)}` : asRegisteredPhrase(registeredOn)}`
}

/** Four plans; fewer if the city or the street is unknown. */
function singlePlaceSentences(opening: Opening, place: PlacePhrase): readonly string[] {
  const { subject, kind, isList, isRegisteredOnly } = opening
  const { spot, city } = place
  if (isRegisteredOnly && isRegisteredOnlyKind(kind)) return [registeredOnceSentence(opening, place)]
  if (isList || city === null) return separatePlaceSentences(opening, place)
  const cityPhrase = inCity(city)
  if (!isRegisteredOnly && spot !== null && mayBeHome(opening, place))
    return [`${kindClause(opening)} ${cityPhrase}`, placeSentence(opening, place, spot)]
  if (spot === null)
    return isRegisteredOnly ? registeredSentences(opening, cityPhrase) : townSentences(opening, cityPhrase)
  switch (choosePlan(opening, 4)) {
    case 0:
      return [
        `${kindClause(opening)} ${cityPhrase}, where ${subject.they} ${practiceVerb(opening)} at ${spot}`,
      ]
    case 1:
      return [`${kindClause(opening)} ${cityPhrase}`, placeSentence(opening, place, spot)]
    case 2:
      return [`${practicesAsClause(opening)} at ${spotInCity(spot, city)}`]
    default:
      return separatePlaceSentences(opening, place)
  }
}

function townSentences(opening: Opening, cityPhrase: string): readonly string[] {
  return [
    `${variantHash(opening.npi, 2) === 0 || isRegisteredOnlyKind(opening.kind) ? kindClause(opening) : practicesAsClause(opening)} ${cityPhrase}`,
  ]
}

/** Three plans for an address that is only registered; one plan if no specialty is known. */
function registeredSentences(opening: Opening, cityPhrase: string): readonly string[] {
  const { npi, subject, kind, registeredKinds } = opening
  switch (registeredKinds === null ? variantHash(npi, 3) : 0) {
    case 0:
      return [registeredAsSentence(opening, cityPhrase)]
    case 1:
      return [kindClause(opening), `${subject.secondMention} is registered ${cityPhrase}`]
    default:
      return [`${kindClause(opening)}${registeredPhrase(kind)} ${cityPhrase}`]
  }
}

function registeredAsSentence({ subject, kind, registeredKinds }: Opening, cityPhrase: string): string {
  const comma = cityPhrase.includes(',') ? ',' : ''
  return `${subject.firstMention} is registered ${cityPhrase}${comma} ${registeredKinds ?? `as ${stripRegisteredOnly(kind)}`}`
}

function separatePlaceSentences(opening: Opening, place: PlacePhrase): readonly string[] {
  const { spot, city } = place
  const where = spotInCity(spot, city)
  if (where === null) return [kindClause(opening)]
  if (spot === null)
    return [kindClause(opening), `${opening.subject.secondMention} ${practiceVerb(opening)} ${where}`]
  return [kindClause(opening), placeSentence(opening, place, where)]
}

/** Three plans for `where` in a separate sentence; two if there is a pronoun. A name is not an address and has only one plan. */
function placeSentence(opening: Opening, place: PlacePhrase, where: string): string {
  const { npi, subject, isRegisteredOnly } = opening
  const address = isRegisteredOnly ? 'registered address' : 'practice address'
  const variant = hasName(place) ? 0 : variantHash(npi, 3, 1)
  const plan = mayBeHome(opening, place) ? 1 : variant
  if (plan === 0) return `${subject.secondMention} ${practiceVerb(opening)} at ${where}`
  return `${plan === 1 || subject.hasPronoun ? subject.their : 'the'} ${address} is ${where}`
}

/** Whether the address may be a home: the text then calls it the practice address, as the registration does. */
function mayBeHome({ corroboration }: Opening, { isAloneInBuilding, location }: PlacePhrase): boolean {
  return isAloneInBuilding === true && corroboration === null && location.office_hours.length === 0
}

/** Three plans. The primary address follows, unless a later sentence about its hours names it. */
function severalPlacesSentences(opening: Opening, places: readonly PlacePhrase[]): readonly string[] {
  const { kind, isList } = opening
  const cities = citiesInWords(places)
  if (cities === null) return [kindClause(opening)]
  const primary = primaryAddressSentence(places[0])
  if (opening.isRegisteredOnly && isRegisteredOnlyKind(kind))
    return [`${practicesAsClause(opening)} ${cities}`, ...primary]
  switch (isList ? 0 : choosePlan(opening, 3)) {
    case 1:
      return [`${kindClause(opening)} ${cities}`, ...primary]
    case 2:
      return [`${practicesAsClause(opening)} ${cities}`, ...primary]
    default:
      return [kindClause(opening), citiesSentence(opening, cities), ...primary]
  }
}

/** Three plans for a separate sentence with the cities. */
function citiesSentence({ npi, subject, isRegisteredOnly }: Opening, cities: string): string {
  if (isRegisteredOnly) return `${subject.secondMention} is registered ${cities}`
  switch (variantHash(npi, 3, 1)) {
    case 0:
      return `${subject.secondMention} practices ${cities}`
    case 1:
      return `${subject.secondMention} works ${cities}`
    default:
      return `${subject.their} practice is ${cities}`
  }
}

function primaryAddressSentence(place: PlacePhrase | undefined): readonly string[] {
  if (!place?.spot || !place.location.primary || place.location.office_hours.length > 0) return []
  const city = place.city === null ? null : { ...place.city, region: null }
  return [`the primary address is ${hasName(place) ? 'at ' : ''}${spotInCity(place.spot, city)}`]
}

/** Whether the spot has a name. Quick tests decide most cases, because parsing each address again would take 2% of an ingest. */
function hasName({ spot, location }: PlacePhrase): boolean {
  if (spot !== null && spot === location.name && /\d/.test(spot)) return false
  return spot?.endsWith(')') === true || spot !== streetInWords(location.address)
}

/** Skips the plans that would say "practices as" of a kind that is only registered, or "registered" twice. */
function choosePlan(opening: Opening, plans: number): number {
  const { npi, registeredKinds, kind } = opening
  const plan = variantHash(npi, plans)
  if (isRegisteredOnlyKind(kind) && plan === 2) return 1
  return registeredKinds !== null && plan === 0 ? 2 : plan
}

/** "Maria Garcia, PA-C, is registered as a surgeon at 1950 West Polk Street in Chicago, Illinois" */
function registeredOnceSentence(opening: Opening, { spot, city }: PlacePhrase): string {
  if (spot !== null) return `${practicesAsClause(opening)} at ${spotInCity(spot, city)}`
  return city === null ? practicesAsClause(opening) : registeredAsSentence(opening, inCity(city))
}

function kindClause({ subject, kind, registeredKinds }: Opening): string {
  return `${subject.firstMention} is ${registeredKinds === null ? kind : `registered ${registeredKinds}`}`
}

function practicesAsClause(opening: Opening): string {
  const { subject, kind, registeredKinds } = opening
  const kindWords = opening.isRegisteredOnly ? stripRegisteredOnly(kind) : kind
  return `${subject.firstMention} ${practiceVerb(opening)} ${registeredKinds ?? `as ${kindWords}`}`
}

function practiceVerb({ isRegisteredOnly }: Opening): string {
  return isRegisteredOnly ? 'is registered' : 'practices'
}
