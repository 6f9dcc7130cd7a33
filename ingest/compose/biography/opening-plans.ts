/** Sentence plans for the opening of a biography: several orders of the same facts. The NPI selects one. */
import { inCity, spotInCity, streetInWords } from '../phrasing/address-phrase.ts'
import { attributed } from '../phrasing/attribution.ts'
import { monthInWords } from '../phrasing/grammar.ts'
import { variantHash } from '../phrasing/variant-hash.ts'
import { asRegistered, type Corroboration } from '../registration-age.ts'
import { isDoubted, withoutDoubt } from './kind-of-clinician.ts'
import { citiesInWords, type PlacePhrase, registeredAfter } from './place-phrase.ts'
import type { Subject } from './subject.ts'

/** The parts that the plans arrange. */
interface Opening {
  readonly npi: string
  readonly subject: Subject
  /** "a heart doctor (cardiologist)" */
  readonly kind: string
  /** Whether `kind` is a list after a colon, which must end its sentence. */
  readonly listed: boolean
  /** "as a medical ride van service"; null for a clinician with a specialty. */
  readonly registeredKinds: string | null
  /** Whether the text says "is registered" instead of "practices": for a trainee, a driver, a supplier, a home or a mailbox. */
  readonly registered: boolean
  /** The day of an old registration; null for a recent one. */
  readonly registeredOn: string | null
  /** The list that confirms the places of an old registration; else null. */
  readonly corroboration: Corroboration | null
}

/** One to three sentences without periods: the clinician, the places if any are known, and the date of an old registration. */
export function arrangedAtPlaces(opening: Opening, places: readonly PlacePhrase[]): readonly string[] {
  const practiced = places.filter((place) => place.practiced)
  if (practiced.length === 0) return aged({ ...opening, registered: true }, places)
  const arranged = aged(opening, practiced)
  const others = citiesBeside(practiced, places)
  return others === null ? arranged : [...arranged, `${opening.subject.again} is also registered ${others}`]
}

function aged(opening: Opening, places: readonly PlacePhrase[]): readonly string[] {
  const [place, another] = places
  if (place === undefined) return [isKind(opening)]
  const arranged = another === undefined ? onePlace(opening, place) : severalPlaces(opening, places)
  return [...arranged.slice(0, -1), `${arranged.at(-1)}${ageOf(opening)}`]
}

/** Towns of homes and mailboxes in which the clinician has no practice; null if there are none. */
function citiesBeside(practiced: readonly PlacePhrase[], places: readonly PlacePhrase[]): string | null {
  const practicedIn = new Set(practiced.map(({ city }) => city?.name))
  const others = places.filter(
    ({ practiced: here, city }) => !here && city !== null && !practicedIn.has(city.name),
  )
  const [only, another] = others
  if (only === undefined) return null
  return another === undefined ? inCity(only.city!) : citiesInWords(others)
}

/** The age of the registration, without the word "registered" if the sentence already has it. */
function ageOf({ registeredOn, corroboration, registered }: Opening): string {
  if (registeredOn === null) return corroboration === null ? '' : attributed(corroboration.list)
  return `, ${registered ? `as of ${monthInWords(registeredOn)}` : asRegistered(registeredOn)}`
}

/** Four plans; fewer when the city or the street is unknown. */
function onePlace(opening: Opening, place: PlacePhrase): readonly string[] {
  const { subject, kind, listed, registered } = opening
  const { spot, city } = place
  if (registered && isDoubted(kind)) return [registeredOnce(opening, place)]
  if (listed || city === null) return placeApart(opening, place)
  const there = inCity(city)
  if (!registered && spot !== null && isDoubtfulOffice(opening, place))
    return [`${isKind(opening)} ${there}`, placeSentence(opening, place, spot)]
  if (spot === null) return registered ? registeredIn(opening, there) : inTown(opening, there)
  switch (planOf(opening, 4)) {
    case 0:
      return [`${isKind(opening)} ${there}, where ${subject.they} ${practices(opening)} at ${spot}`]
    case 1:
      return [`${isKind(opening)} ${there}`, placeSentence(opening, place, spot)]
    case 2:
      return [`${practicesAs(opening)} at ${spotInCity(spot, city)}`]
    default:
      return placeApart(opening, place)
  }
}

function inTown(opening: Opening, there: string): readonly string[] {
  return [
    `${variantHash(opening.npi, 2) === 0 || isDoubted(opening.kind) ? isKind(opening) : practicesAs(opening)} ${there}`,
  ]
}

/** Three plans for a registration at a home or a mailbox; one plan if no specialty is known. */
function registeredIn(opening: Opening, there: string): readonly string[] {
  const { npi, subject, kind, registeredKinds } = opening
  switch (registeredKinds === null ? variantHash(npi, 3) : 0) {
    case 0:
      return [registeredAsIn(opening, there)]
    case 1:
      return [isKind(opening), `${subject.again} is registered ${there}`]
    default:
      return [`${isKind(opening)}${registeredAfter(kind)} ${there}`]
  }
}

function registeredAsIn({ subject, kind, registeredKinds }: Opening, there: string): string {
  const comma = there.includes(',') ? ',' : ''
  return `${subject.introduced} is registered ${there}${comma} ${registeredKinds ?? `as ${withoutDoubt(kind)}`}`
}

function placeApart(opening: Opening, place: PlacePhrase): readonly string[] {
  const { spot, city } = place
  const where = spotInCity(spot, city)
  if (where === null) return [isKind(opening)]
  if (spot === null) return [isKind(opening), `${opening.subject.again} ${practices(opening)} ${where}`]
  return [isKind(opening), placeSentence(opening, place, where)]
}

/** Three plans for `where` in a separate sentence, two with a pronoun; one plan for a place with a name, which is not an address. */
function placeSentence(opening: Opening, place: PlacePhrase, where: string): string {
  const { npi, subject, registered } = opening
  const address = registered ? 'registered address' : 'practice address'
  const variant = isNamed(place) ? 0 : variantHash(npi, 3, 1)
  const plan = isDoubtfulOffice(opening, place) ? 1 : variant
  if (plan === 0) return `${subject.again} ${practices(opening)} at ${where}`
  return `${plan === 1 || subject.hasPronoun ? subject.their : 'the'} ${address} is ${where}`
}

/** Whether the address may be a home: the text then calls it the practice address, as the registration does. */
function isDoubtfulOffice({ corroboration }: Opening, { aloneInHouse, location }: PlacePhrase): boolean {
  return aloneInHouse === true && corroboration === null && location.office_hours.length === 0
}

/** Three plans; the primary address follows unless its hours will name it. */
function severalPlaces(opening: Opening, places: readonly PlacePhrase[]): readonly string[] {
  const { kind, listed } = opening
  const cities = citiesInWords(places)
  if (cities === null) return [isKind(opening)]
  const primary = primaryAddress(places[0])
  if (opening.registered && isDoubted(kind)) return [`${practicesAs(opening)} ${cities}`, ...primary]
  switch (listed ? 0 : planOf(opening, 3)) {
    case 1:
      return [`${isKind(opening)} ${cities}`, ...primary]
    case 2:
      return [`${practicesAs(opening)} ${cities}`, ...primary]
    default:
      return [isKind(opening), citiesSentence(opening, cities), ...primary]
  }
}

/** Three plans for a separate sentence with the cities. */
function citiesSentence({ npi, subject, registered }: Opening, cities: string): string {
  if (registered) return `${subject.again} is registered ${cities}`
  switch (variantHash(npi, 3, 1)) {
    case 0:
      return `${subject.again} practices ${cities}`
    case 1:
      return `${subject.again} works ${cities}`
    default:
      return `${subject.their} practice is ${cities}`
  }
}

function primaryAddress(place: PlacePhrase | undefined): readonly string[] {
  if (!place?.spot || !place.location.primary || place.location.office_hours.length > 0) return []
  const city = place.city === null ? null : { ...place.city, region: null }
  return [`the primary address is ${isNamed(place) ? 'at ' : ''}${spotInCity(place.spot, city)}`]
}

/** The quick tests decide most spots; parsing each address again would take 2% of an ingest. */
function isNamed({ spot, location }: PlacePhrase): boolean {
  if (spot !== null && spot === location.name && /\d/.test(spot)) return false
  return spot?.endsWith(')') === true || spot !== streetInWords(location.address)
}

/**
 * For a kind that is only registered, skips the plans that say "practices as" that kind, or "registered" twice.
 */
function planOf(opening: Opening, plans: number): number {
  const { npi, registeredKinds, kind } = opening
  const plan = variantHash(npi, plans)
  if (isDoubted(kind) && plan === 2) return 1
  return registeredKinds !== null && plan === 0 ? 2 : plan
}

/** "Maria Garcia, PA-C, is registered as a surgeon at 1950 West Polk Street in Chicago, Illinois" */
function registeredOnce(opening: Opening, { spot, city }: PlacePhrase): string {
  if (spot !== null) return `${practicesAs(opening)} at ${spotInCity(spot, city)}`
  return city === null ? practicesAs(opening) : registeredAsIn(opening, inCity(city))
}

function isKind({ subject, kind, registeredKinds }: Opening): string {
  return `${subject.introduced} is ${registeredKinds === null ? kind : `registered ${registeredKinds}`}`
}

function practicesAs(opening: Opening): string {
  const { subject, kind, registeredKinds } = opening
  const named = opening.registered ? withoutDoubt(kind) : kind
  return `${subject.introduced} ${practices(opening)} ${registeredKinds ?? `as ${named}`}`
}

function practices({ registered }: Opening): string {
  return registered ? 'is registered' : 'practices'
}
