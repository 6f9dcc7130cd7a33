/** The summary of a place: its kind, address, clinicians, hours and languages. */
import { isHospitalCode, isHospitalUnitCode, type Taxonomy } from '@careatlas/directory/taxonomy'
import type { ComposeContext } from '../context.ts'
import {
  cityOf,
  inCity,
  institutionName,
  isMailAddress,
  isNamedByTown,
  spotInCity,
  streetInWords,
} from '../phrasing/address-phrase.ts'
import { isFlat } from '../../facts/flat-address.ts'
import { attributed } from '../phrasing/attribution.ts'
import { fitSentences, type Sentence } from '../phrasing/fit-sentences.ts'
import { counted, joinList, monthInWords, sentence, withArticle } from '../phrasing/grammar.ts'
import { isOpenInWords } from '../phrasing/hours.ts'
import { languageNames } from '../phrasing/language.ts'
import { variantHash } from '../phrasing/variant-hash.ts'
import { zipConflictSentences } from '../phrasing/zip-conflict.ts'
import type { PlaceFacts } from '../place-facts.ts'
import { maxDate } from '../../ordering.ts'
import { careInWords } from '../credential-check.ts'
import { staleRegistrations, staleRoster, withAge } from '../registration-age.ts'
import { isGroup, isStudent } from '../specialties.ts'
import {
  furtherKinds,
  isByListAlone,
  isSupplier,
  isDescribedAsHospital,
  kindOfPlace,
} from './kind-of-place.ts'
import { isRegisteredMember, memberInWords, professionOf, rosterSentence } from './roster-phrase.ts'

/** The same limit as for a biography. */
const summaryLengthMax = 2400

/** @param own the taxonomies of the organization, in the order of `kindFirst` */
export function composeSummary(place: PlaceFacts, own: readonly Taxonomy[], context: ComposeContext): string {
  const age = staleRoster(
    place.roster.map(({ registeredOn }) => registeredOn),
    context,
  )
  const sentences = [
    opening(place, own, age, context),
    ...zipConflictSentences([{ address: place.address, ...place.point }], enteredAs(place)),
    ...alsoSentence(place, own),
    ...rosterSentence(place, own, age),
    ...hoursSentence(place),
    ...emergencySentence(place, own),
    ...languageSentence(place),
    ...careSentence(place, own),
  ]
  return fitSentences(sentences, summaryLengthMax, context.notice)
}

function opening(
  place: PlaceFacts,
  own: readonly Taxonomy[],
  age: string,
  context: ComposeContext,
): Sentence {
  const { organization } = place
  const text = organization === null ? addressOpening(place) : organizationOpening(place, own)
  const since = organization === null ? age : ageOf(organization, / listed /.test(text), context)
  return { text: sentence(withAge(text, since)), expendable: 0 }
}

/**
 * The date of the newest registration if it is old. For a place that only facility lists have, always the date of the newest list.
 */
function ageOf(
  organization: NonNullable<PlaceFacts['organization']>,
  saysListed: boolean,
  context: ComposeContext,
): string {
  if (organization.statedOn === undefined) return ''
  if (organization.npi !== null) return staleRegistrations(organization.statedOn, context)
  const day = organization.statedOn.reduce(maxDate, null)
  if (day === null) return ', according to an undated source'
  return `, ${saysListed ? 'as of' : 'as listed in'} ${monthInWords(day)}`
}

/** Units of a hospital. A unit is listed under the name of its hospital, so its code does not describe the hospital. */
function unitsIn(own: readonly Taxonomy[]): readonly string[] {
  const [first] = own
  if (first === undefined || !isHospitalUnitCode(first.code)) return []
  return own.filter(({ code }) => isHospitalUnitCode(code)).map(({ name }) => name.replace(/^hospital /, ''))
}

/** "Elm Hospital is listed with a psychiatric unit"; null if the place is not a listed unit, or its name already says so. */
function listedWith({ name, organization }: PlaceFacts, own: readonly Taxonomy[]): string | null {
  const units = organization?.npi === null ? unitsIn(own) : []
  if (units.length === 0 || (name !== null && namesUnit.test(name))) return null
  return `listed with ${joinList(units.map(withArticle))}`
}

const namesUnit = /\b(?:units?|psychiatric|psychiatry|behavioral|mental|rehab(?:ilitation)?|swing)\b/i

/** Two plans, without the street or city if unknown. A place of unknown kind gets only its location. */
function organizationOpening(place: PlaceFacts, own: readonly Taxonomy[]): string {
  const { locationUuid, name, address, organization } = place
  const title = name ?? 'this place'
  const supplies = own.length > 0 && own.every(({ code }) => isSupplier(code))
  const isConsistent = organization?.listedHospital !== false || !isDescribedAsHospital(own)
  const unit = listedWith(place, own)
  const kindInWords = unit === null ? kindOfPlace(own, organization?.listedAs) : null
  const as = supplies || !isConsistent ? `${enteredAs(place)} as ` : ''
  const kind = unit ?? (kindInWords === null ? enteredAs(place) : `${as}${kindInWords}`)
  const street = streetInWords(address)
  const city = cityOf(address)
  if (city !== null && (isMailAddress(address) || isFlat(address))) {
    const hasVerb = enteredAs(place) === 'listed' || kind.startsWith('registered')
    return `${title} is ${kind}${hasVerb ? '' : ', registered'} ${inCity(city)}`
  }
  const where = spotInCity(street === null ? null : `at ${street}`, city)
  if (where === null) return `${title} is ${kind}`
  if (place.onlyRegistered && kindInWords !== null)
    return `${title}, ${kindInWords}, is ${enteredAs(place)} ${where}`
  const isApart = name !== null && kindInWords !== null && variantHash(locationUuid, 2) === 1
  return isApart ? `${title}, ${kind}, is ${where}` : `${title} is ${kind} ${where}`
}

/** "39 East Avenue in Pawtucket, Rhode Island, is a practice address". */
function addressOpening(place: PlaceFacts): string {
  const { address, roster, name } = place
  if (isNamedByTown(place)) return registeredOpening(place)
  const [title, street] = [name ?? 'this place', streetInWords(address)]
  const spot = institutionName(address) === name && street !== null ? `${title} (${street})` : title
  const city = address.line_1 === null ? null : cityOf(address)
  const where = city === null ? spot : `${spotInCity(spot, city)},`
  const kind =
    roster.some(isRegisteredMember) || place.onlyRegistered ? 'registered address' : 'practice address'
  const [only] = roster
  if (only !== undefined && roster.length === 1) return `${where} is the ${kind} of ${memberInWords(only)}`
  if (only === undefined) return `${where} is a practice address`
  return `${where} is a ${kind} that ${counted(roster.length, 'clinician')} in this directory share`
}

/** A home or a mailbox: "Maria Garcia, MD, a cardiologist, is registered in Pawtucket, Rhode Island". */
function registeredOpening({ address, roster }: PlaceFacts): string {
  const city = cityOf(address)
  const there = city === null ? '' : ` ${inCity(city)}`
  const [only, another] = roster
  if (only === undefined) return `this is a registered address${there}`
  const who = memberInWords(only)
  if (another === undefined)
    return `${who}${who.includes(',') ? ',' : ''} is registered${there || ' at this address'}`
  return `${counted(roster.length, 'clinician')} in this directory share a registered address${there}`
}

function alsoSentence(place: PlaceFacts, own: readonly Taxonomy[]): readonly Sentence[] {
  const others = listedWith(place, own) === null ? own : own.filter(({ code }) => !isHospitalUnitCode(code))
  const kinds = furtherKinds(others, place.organization?.taxonomyCodes[0])
  return kinds === null
    ? []
    : [{ text: sentence(`it is also ${enteredAs(place)} as ${kinds}`), expendable: 4 }]
}

/** "registered", or "listed" for a place without an NPI. */
function enteredAs({ organization }: PlaceFacts): string {
  return organization !== null && organization.npi === null ? 'listed' : 'registered'
}

function hoursSentence({ hours }: PlaceFacts): readonly Sentence[] {
  if (hours === null) return []
  return [{ text: sentence(`it ${isOpenInWords(hours.value, hours.asOf)}`), expendable: 3 }]
}

/**
 * Says "emergency services" like the source, which does not claim a separate department. The text omits a "no" for a hospital,
 * because lists have "no" for critical access hospitals, which must take emergencies (42 CFR 485.618); the card has it as data.
 */
function emergencySentence(
  { emergency, organization }: PlaceFacts,
  own: readonly Taxonomy[],
): readonly Sentence[] {
  if (emergency === null || (!emergency.value && isDescribedAsHospital(own, organization?.listedAs)))
    return []
  const { value, source, asOf } = emergency
  const attribution = attributed({ source, as_of: asOf })
  return [{ text: sentence(`it has ${value ? '' : 'no '}emergency services${attribution}`), expendable: 2 }]
}

function languageSentence({ languages, roster }: PlaceFacts): readonly Sentence[] {
  const { others } = languageNames(languages)
  if (others.length === 0) return []
  const by = roster.length > 1 ? ' by some of its clinicians' : ' here'
  return [
    {
      text: sentence(`${joinList(others)} ${others.length === 1 ? 'is' : 'are'} spoken${by}`),
      expendable: 3,
    },
  ]
}

/**
 * Describes what places of this kind do, or what the only profession of an address or a practice does. Omits emergency care if a source
 * states that the place has none; for a hospital, also if no source states that it has.
 */
function careSentence(
  { organization, roster, emergency }: PlaceFacts,
  own: readonly Taxonomy[],
): readonly Sentence[] {
  const taxonomies = organization === null ? roster.map(professionOf) : own
  const [first] = taxonomies.filter(
    (taxonomy) => taxonomy !== null && !isGroup(taxonomy.code) && !isStudent(taxonomy),
  )
  if (isByListAlone(organization?.listedAs)) return []
  const lacksPhysicians = roster.length > 0 && !roster.map(professionOf).some(isPhysician)
  if (lacksPhysicians && isPhysician(first)) return []
  const care = first ? careInWords(first) : null
  if (!first || care === null) return []
  const professions =
    organization === null
      ? taxonomies
      : own.filter(({ kind }) => kind === 'individual' && kind === first.kind)
  if (professions.some((profession) => profession?.name !== first.name)) return []
  const open = isHospitalCode(first.code) ? emergency?.value === true : emergency?.value !== false
  if (!open && saysEmergencies.test(first.care)) return []
  return [{ text: sentence(care), expendable: 1 }]
}

/** NUCC: allopathic and osteopathic physicians. A practice of nurse practitioners may be registered with a code of theirs. */
function isPhysician(taxonomy: Taxonomy | null | undefined): boolean {
  return taxonomy?.code.startsWith('20') ?? false
}

/** Words for care at any hour or in emergencies. */
const saysEmergencies = /\bday and night\b|\bemergenc(?:y|ies)\b/
