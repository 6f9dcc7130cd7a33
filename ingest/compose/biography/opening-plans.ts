/** The plans of an opening: the same facts about one clinician arranged in several ways, chosen by the NPI. */
import { inCity, spotInCity } from '../english/address-in-words.ts'
import { attributed } from '../english/attribution.ts'
import { monthInWords } from '../english/month.ts'
import { sentencePlan } from '../english/sentence-plan.ts'
import { asRegistered, type VouchedBy } from '../registered-long-ago.ts'
import { citiesInWords, type SpokenPlace } from './spoken-place.ts'
import type { Subject } from './subject.ts'

/** The parts that the plans arrange. */
interface Opening {
  readonly npi: string
  readonly subject: Subject
  /** "a heart doctor (cardiologist)" */
  readonly kind: string
  /** Whether `kind` is a list behind a colon, which bears nothing after it. */
  readonly listed: boolean
  /** "as a medical ride van service"; null for a clinician with a specialty. */
  readonly registeredKinds: string | null
  /** False for someone who is only registered at an address: a trainee, a supplier. */
  readonly practicing: boolean
  /** The day of a registration of long ago; null for a recent one. */
  readonly registeredOn: string | null
  /** Who vouches for the places of an old registration; else null. */
  readonly vouchedBy: VouchedBy | null
}

/** One to three sentences without their full stops: who, and where if any place is known, and since when if it is old. */
export function arrangedAtPlaces(opening: Opening, places: readonly SpokenPlace[]): readonly string[] {
  const [place, another] = places
  if (place === undefined) return [isKind(opening)]
  const arranged = another === undefined ? onePlace(opening, place) : severalPlaces(opening, places)
  return [...arranged.slice(0, -1), `${arranged.at(-1)}${ageOf(opening)}`]
}

/** Of one who does not practice there the sentence says already that they are registered. */
function ageOf({ registeredOn, vouchedBy, practicing }: Opening): string {
  if (registeredOn === null) return vouchedBy === null ? '' : attributed(vouchedBy.list)
  return `, ${practicing ? asRegistered(registeredOn) : `as of ${monthInWords(registeredOn)}`}`
}

/** Five plans; fewer when the city or the street is unknown. */
function onePlace(opening: Opening, place: SpokenPlace): readonly string[] {
  const { npi, subject, kind, listed } = opening
  const { spot, city } = place
  if (listed || city === null) return placeApart(opening, place)
  const there = inCity(city)
  if (spot === null)
    return [`${sentencePlan(npi, 2) === 0 ? isKind(opening) : practicesAs(opening)} ${there}`]
  switch (planOf(opening, 5)) {
    case 0:
      return [`${isKind(opening)} ${there}, where ${subject.they} ${practices(opening)} at ${spot}`]
    case 1:
      return [`${isKind(opening)} ${there}`, placeSentence(opening, spot)]
    case 2:
      return [`${practicesAs(opening)} at ${spotInCity(spot, city)}`]
    case 3:
      return [`${kind} ${there}, ${subject.introduced} ${practices(opening)} at ${spot}`]
    default:
      return placeApart(opening, place)
  }
}

function placeApart(opening: Opening, { spot, city }: SpokenPlace): readonly string[] {
  const where = spotInCity(spot, city)
  if (where === null) return [isKind(opening)]
  if (spot === null) return [isKind(opening), `${opening.subject.again} ${practices(opening)} ${where}`]
  return [isKind(opening), placeSentence(opening, where)]
}

/** Three plans for `where` in a sentence of its own. */
function placeSentence(opening: Opening, where: string): string {
  const { npi, subject, practicing } = opening
  const address = practicing ? 'practice address' : 'registered address'
  switch (sentencePlan(npi, 3, 1)) {
    case 0:
      return `${subject.again} ${practices(opening)} at ${where}`
    case 1:
      return `${subject.their} ${address} is ${where}`
    default:
      return `the ${address} is ${where}`
  }
}

/** Four plans; the primary address follows unless its hours will name it. */
function severalPlaces(opening: Opening, places: readonly SpokenPlace[]): readonly string[] {
  const { subject, kind, listed } = opening
  const cities = citiesInWords(places)
  if (cities === null) return [isKind(opening)]
  const primary = primaryAddress(places[0])
  switch (listed ? 0 : planOf(opening, 4)) {
    case 1:
      return [`${isKind(opening)} ${cities}`, ...primary]
    case 2:
      return [`${practicesAs(opening)} ${cities}`, ...primary]
    case 3:
      return [`${kind}, ${subject.introduced} ${practices(opening)} ${cities}`, ...primary]
    default:
      return [isKind(opening), citiesSentence(opening, cities), ...primary]
  }
}

/** Three plans for the cities in a sentence of their own. */
function citiesSentence({ npi, subject, practicing }: Opening, cities: string): string {
  if (!practicing) return `${subject.again} is registered ${cities}`
  switch (sentencePlan(npi, 3, 1)) {
    case 0:
      return `${subject.again} practices ${cities}`
    case 1:
      return `${subject.again} works ${cities}`
    default:
      return `${subject.their} practice is ${cities}`
  }
}

function primaryAddress(place: SpokenPlace | undefined): readonly string[] {
  if (!place?.spot || !place.location.primary || place.location.office_hours.length > 0) return []
  const city = place.city === null ? null : { ...place.city, region: null }
  return [`the primary address is ${spotInCity(place.spot, city)}`]
}

/** Who is registered as something is not told to be it, nor twice in a sentence to be registered. */
function planOf({ npi, registeredKinds }: Opening, plans: number): number {
  const plan = sentencePlan(npi, plans)
  return registeredKinds !== null && (plan === 0 || plan === 3) ? 2 : plan
}

function isKind({ subject, kind, registeredKinds }: Opening): string {
  return `${subject.introduced} is ${registeredKinds === null ? kind : `registered ${registeredKinds}`}`
}

function practicesAs(opening: Opening): string {
  const { subject, kind, registeredKinds } = opening
  return `${subject.introduced} ${practices(opening)} ${registeredKinds ?? `as ${kind}`}`
}

function practices({ practicing }: Opening): string {
  return practicing ? 'practices' : 'is registered'
}
