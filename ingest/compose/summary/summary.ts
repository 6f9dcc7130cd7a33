/** Composes the summary of a place: its kind, address, clinicians, hours and languages. */
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
import { isApartment } from '../../facts/apartment-address.ts'
import { attributionPhrase } from '../phrasing/attribution.ts'
import { fitSentences, type Sentence } from '../phrasing/fit-sentences.ts'
import { countedNoun, joinList, monthInWords, toSentence, withArticle } from '../phrasing/grammar.ts'
import { isOpenInWords } from '../phrasing/hours.ts'
import { languageNames } from '../phrasing/language.ts'
import { variantHash } from '../phrasing/variant-hash.ts'
import { zipConflictSentences } from '../phrasing/zip-conflict.ts'
import type { PlaceFacts } from '../place-facts.ts'
import { maxDate } from '../../ordering.ts'
import { careInWords } from '../credential-check.ts'
import { registrationAgePhrase, rosterAgePhrase, appendAge } from '../registration-age.ts'
import { isGroup, isTrainee } from '../specialties.ts'
import {
  furtherKinds,
  isKindFromListOnly,
  isSupplier,
  isDescribedAsHospital,
  kindOfPlace,
} from './kind-of-place.ts'
import { isRegisteredMember, memberInWords, professionOf, rosterSentence } from './roster-phrase.ts'

/** The same limit as for a biography. */
const summaryLengthMax = 2400

/** @param ownTaxonomies the taxonomies of the organization, in the order of `kindFirst` */
export function composeSummary(
  place: PlaceFacts,
  ownTaxonomies: readonly Taxonomy[],
  context: ComposeContext,
): string {
  const age = rosterAgePhrase(
    place.roster.map(({ registeredOn }) => registeredOn),
    context,
  )
  const sentences = [
    openingSentence(place, ownTaxonomies, age, context),
    ...zipConflictSentences([{ address: place.address, ...place.point }], originWord(place)),
    ...alsoSentence(place, ownTaxonomies),
    ...rosterSentence(place, ownTaxonomies, age),
    ...hoursSentence(place),
    ...emergencySentence(place, ownTaxonomies),
    ...languageSentence(place),
    ...careSentence(place, ownTaxonomies),
  ]
  return fitSentences(sentences, summaryLengthMax, context.notice)
}

function openingSentence(
  place: PlaceFacts,
  ownTaxonomies: readonly Taxonomy[],
  age: string,
  context: ComposeContext,
): Sentence {
  const { organization } = place
  const text = organization === null ? addressOpening(place) : organizationOpening(place, ownTaxonomies)
  const since = organization === null ? age : ageOf(organization, / listed /.test(text), context)
  return { text: toSentence(appendAge(text, since)), dropPriority: 0 }
}

/**
 * The year of the newest registration if it is old. For a place that only facility lists have, always the month of the newest list.
 */
function ageOf(
  organization: NonNullable<PlaceFacts['organization']>,
  isStatedAsListed: boolean,
  context: ComposeContext,
): string {
  if (organization.statedOn === undefined) return ''
  if (organization.npi !== null) return registrationAgePhrase(organization.statedOn, context)
  const day = organization.statedOn.reduce(maxDate, null)
  if (day === null) return ', according to an undated source'
  return `, ${isStatedAsListed ? 'as of' : 'as listed in'} ${monthInWords(day)}`
}

/** The units of a hospital. A unit is listed under the name of its hospital, so its code does not describe the hospital. */
function unitNames(ownTaxonomies: readonly Taxonomy[]): readonly string[] {
  const [first] = ownTaxonomies
  if (first === undefined || !isHospitalUnitCode(first.code)) return []
  return ownTaxonomies
    .filter(({ code }) => isHospitalUnitCode(code))
    .map(({ name }) => name.replace(/^hospital /, ''))
}

/** "Elm Hospital is listed with a psychiatric unit"; null if the place is not a listed unit, or its name already says so. */
function listedUnitsInWords(
  { name, organization }: PlaceFacts,
  ownTaxonomies: readonly Taxonomy[],
): string | null {
  const units = organization?.npi === null ? unitNames(ownTaxonomies) : []
  if (units.length === 0 || (name !== null && unitWords.test(name))) return null
  return `listed with ${joinList(units.map(withArticle))}`
}

const unitWords = /\b(?:units?|psychiatric|psychiatry|behavioral|mental|rehab(?:ilitation)?|swing)\b/i

/** Two plans, without an unknown street or city. A place of unknown kind gets only its location. */
function organizationOpening(place: PlaceFacts, ownTaxonomies: readonly Taxonomy[]): string {
  const { locationUuid, name, address, organization } = place
  const title = name ?? 'this place'
  const isSupplierOnly = ownTaxonomies.length > 0 && ownTaxonomies.every(({ code }) => isSupplier(code))
  const isConsistent = organization?.listedHospital !== false || !isDescribedAsHospital(ownTaxonomies)
  const unit = listedUnitsInWords(place, ownTaxonomies)
  const kindInWords = unit === null ? kindOfPlace(ownTaxonomies, organization?.listedAs) : null
  const prefix = isSupplierOnly || !isConsistent ? `${originWord(place)} as ` : ''
  const kind = unit ?? (kindInWords === null ? originWord(place) : `${prefix}${kindInWords}`)
  const street = streetInWords(address)
  const city = cityOf(address)
  if (city !== null && (isMailAddress(address) || isApartment(address))) {
    const hasVerb = originWord(place) === 'listed' || kind.startsWith('registered')
    return `${title} is ${kind}${hasVerb ? '' : ', registered'} ${inCity(city)}`
  }
  const where = spotInCity(street === null ? null : `at ${street}`, city)
  if (where === null) return `${title} is ${kind}`
  if (place.onlyRegistered && kindInWords !== null)
    return `${title}, ${kindInWords}, is ${originWord(place)} ${where}`
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
  if (only !== undefined && roster.length === 1) return `${where} is a ${kind} of ${memberInWords(only)}`
  if (only === undefined) return `${where} is a practice address`
  return `${where} is a ${kind} that ${countedNoun(roster.length, 'clinician')} in this directory share`
}

/** A home or a mailbox: "Maria Garcia, MD, a cardiologist, is registered in Pawtucket, Rhode Island". */
function registeredOpening({ address, roster }: PlaceFacts): string {
  const city = cityOf(address)
  const cityPhrase = city === null ? '' : ` ${inCity(city)}`
  const [only, another] = roster
  if (only === undefined) return `this is a registered address${cityPhrase}`
  const memberWords = memberInWords(only)
  if (another === undefined)
    return `${memberWords}${memberWords.includes(',') ? ',' : ''} is registered${cityPhrase || ' at this address'}`
  return `${countedNoun(roster.length, 'clinician')} in this directory share a registered address${cityPhrase}`
}

function alsoSentence(place: PlaceFacts, ownTaxonomies: readonly Taxonomy[]): readonly Sentence[] {
  const others =
    listedUnitsInWords(place, ownTaxonomies) === null
      ? ownTaxonomies
      : ownTaxonomies.filter(({ code }) => !isHospitalUnitCode(code))
  const kinds = furtherKinds(others, place.organization?.taxonomyCodes[0])
  return kinds === null
    ? []
    : [{ text: toSentence(`it is also ${originWord(place)} as ${kinds}`), dropPriority: 4 }]
}

/** "registered", or "listed" for a place without an NPI. */
function originWord({ organization }: PlaceFacts): string {
  return organization !== null && organization.npi === null ? 'listed' : 'registered'
}

function hoursSentence({ hours }: PlaceFacts): readonly Sentence[] {
  if (hours === null) return []
  return [{ text: toSentence(`it ${isOpenInWords(hours.value, hours.asOf)}`), dropPriority: 3 }]
}

/**
 * Says "emergency services" like the source, because the source does not claim a separate department. The text omits a "no" for a
 * hospital: lists have "no" for critical access hospitals, although they must take emergencies (42 CFR 485.618). The card has the
 * "no".
 */
function emergencySentence(
  { emergency, organization }: PlaceFacts,
  ownTaxonomies: readonly Taxonomy[],
): readonly Sentence[] {
  if (
    emergency === null ||
    (!emergency.value && isDescribedAsHospital(ownTaxonomies, organization?.listedAs))
  )
    return []
  const { value, source, asOf } = emergency
  const attribution = attributionPhrase({ source, as_of: asOf })
  return [
    { text: toSentence(`it has ${value ? '' : 'no '}emergency services${attribution}`), dropPriority: 2 },
  ]
}

function languageSentence({ languages, roster }: PlaceFacts): readonly Sentence[] {
  const { others } = languageNames(languages)
  if (others.length === 0) return []
  const by = roster.length > 1 ? ' by some of its clinicians' : ' here'
  return [
    {
      text: toSentence(`${joinList(others)} ${others.length === 1 ? 'is' : 'are'} spoken${by}`),
      dropPriority: 3,
    },
  ]
}

/**
 * Describes what places of this kind do, or what the only profession of an address or a practice does. A description with emergency
 * care is omitted if a source states that the place has none; for a hospital, also if no source states that it has any.
 */
function careSentence(
  { organization, roster, emergency }: PlaceFacts,
  ownTaxonomies: readonly Taxonomy[],
): readonly Sentence[] {
  const taxonomies = organization === null ? roster.map(professionOf) : ownTaxonomies
  const [first] = taxonomies.filter(
    (taxonomy) => taxonomy !== null && !isGroup(taxonomy.code) && !isTrainee(taxonomy),
  )
  if (isKindFromListOnly(organization?.listedAs)) return []
  const lacksPhysicians = roster.length > 0 && !roster.map(professionOf).some(isPhysician)
  if (lacksPhysicians && isPhysician(first)) return []
  const care = first ? careInWords(first) : null
  if (!first || care === null) return []
  const professions =
    organization === null
      ? taxonomies
      : ownTaxonomies.filter(({ kind }) => kind === 'individual' && kind === first.kind)
  if (professions.some((profession) => profession?.name !== first.name)) return []
  const hasEmergencyCare = isHospitalCode(first.code) ? emergency?.value === true : emergency?.value !== false
  if (!hasEmergencyCare && emergencyWords.test(first.care)) return []
  return [{ text: toSentence(care), dropPriority: 1 }]
}

/** NUCC: allopathic and osteopathic physicians. A practice of nurse practitioners may register such a code. */
function isPhysician(taxonomy: Taxonomy | null | undefined): boolean {
  return taxonomy?.code.startsWith('20') ?? false
}

/** Words for care at any hour or in emergencies. */
const emergencyWords = /\bday and night\b|\bemergenc(?:y|ies)\b/
