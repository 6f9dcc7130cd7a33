/** Every phrase that the fields of a place's card support. */
import type { EmergencyServices, LocationCard } from '@careatlas/contract/cards'
import { allTaxonomies, isHospitalUnitCode, type Taxonomy } from '@careatlas/directory/taxonomy'
import { listedKinds } from '../../facts/listed-kind.ts'
import { maxDate } from '../../ordering.ts'
import { areasMax } from '../clinical-focus.ts'
import { addressName, isNamedByTown } from '../phrasing/address-phrase.ts'
import { attributionPhrase } from '../phrasing/attribution.ts'
import { countInWords, monthInWords } from '../phrasing/grammar.ts'
import { zipConflictClauses } from '../phrasing/zip-conflict.ts'
import { careInWords, alternativeTaxonomies, traineeTaxonomies } from '../credential-check.ts'
import {
  hoursPhrases,
  languagePhrases,
  namesOfTaxonomy,
  placeNames,
  regionPhrases,
  sourceNames,
  type SupportedPhrases,
} from './card-phrases.ts'
import { specialtyNames } from './specialty-names.ts'

/** The codes of the organization are not on the card, but their fields of care are. */
export function placePhrases(card: LocationCard): SupportedPhrases {
  const taxonomies = supportedTaxonomies(card)
  return {
    names: [
      ...placeNames(card),
      ...['registered', 'listed'].flatMap((origin) => zipConflictClauses([card], origin)),
      ...card.providers.flatMap(({ name }) => [name, name.replace(/,.*$/, '')]),
      ...hoursPhrases(card),
      ...emergencyPhrases(card.emergency_services),
      ...taxonomies.flatMap((taxonomy) => [taxonomy.care, careInWords(taxonomy) ?? []].flat()),
    ],
    specialties: [
      ...taxonomies.flatMap(namesOfTaxonomy),
      ...(isOnlyListed(card) ? [...listedKinds, ...listedUnits(taxonomies)] : []),
    ],
    others: [
      ...regionPhrases(card.address),
      ...languagePhrases(card.languages),
      ...(card.provider_count === 0
        ? ['No individual clinicians are linked to it in this directory']
        : ['in this directory', 'linked to it in this directory']),
      ...agePhrases(card),
      ...(isOfOneKind(card) ? ['all', 'both'] : []),
      ...(!isOrganization(card)
        ? []
        : [
            'group',
            'service',
            'provider',
            'kind of provider',
            'kinds of providers',
            'listed as',
            'is listed at',
            'is listed in',
            'is listed with',
          ]),
      ...sourceNames(card.sources),
    ],
  }
}

/**
 * The taxonomies of a roster are found by name; those of an organization, and of a roster with official names, by field of care. If
 * the card has the maximum number of fields, some fields of the roster may be missing.
 */
function supportedTaxonomies(card: LocationCard): readonly Taxonomy[] {
  const { clinical_focus, providers } = card
  const fields = new Set(
    [clinical_focus.primary, ...clinical_focus.areas].map((field) => field?.toLowerCase()),
  )
  const rosterNames = new Set(providers.map(({ specialty }) => specialty?.toLowerCase()))
  const isOfficial = !usesTableNames(providers)
  const byField = isOrganization(card) || isOfficial
  const mayBeOmitted = isOfficial && clinical_focus.areas.length === areasMax
  const found = lowerCaseTaxonomies()
    .filter(
      ({ taxonomy: { kind }, name, field }) =>
        rosterNames.has(name) || (byField && fields.has(field)) || (mayBeOmitted && kind === 'individual'),
    )
    .map(({ taxonomy }) => taxonomy)
  const alternatives = [...rosterNames].some((name) =>
    /\bregistered as\b|\bwho works under supervision\b|\bin training\b/.test(name ?? ''),
  )
    ? allTaxonomies().flatMap(alternativeTaxonomies)
    : []
  return [
    ...found,
    ...[...traineeTaxonomies, ...alternatives].filter(({ name }) => rosterNames.has(name.toLowerCase())),
  ]
}

let cachedTaxonomies: readonly {
  readonly taxonomy: Taxonomy
  readonly name: string
  readonly field: string
}[] = []

/** Computed once, because each card is compared with all names. */
function lowerCaseTaxonomies(): typeof cachedTaxonomies {
  if (cachedTaxonomies.length === 0)
    cachedTaxonomies = allTaxonomies().map((taxonomy) => ({
      taxonomy,
      name: taxonomy.name.toLowerCase(),
      field: taxonomy.field.toLowerCase(),
    }))
  return cachedTaxonomies
}

/** Whether an organization is known. A listed facility may have no NPI; a place without an organization is named by its address. */
function isOrganization(card: LocationCard): boolean {
  const { organization_npi, name, address } = card
  return organization_npi !== null || (name !== addressName(address) && !isNamedByTown(card))
}

/** Whether the place is only in facility lists, whose kind the card does not show. */
function isOnlyListed(card: LocationCard): boolean {
  return card.organization_npi === null && isOrganization(card)
}

/** Whether the roster has the specialty names of our tables and not the official names of the code set. */
export function usesTableNames(providers: LocationCard['providers']): boolean {
  const { onRosters } = specialtyNames()
  return providers.every(({ specialty }) => specialty === null || onRosters.has(specialty.toLowerCase()))
}

/** "psychiatric unit", for a hospital that is listed with that unit. */
function listedUnits(taxonomies: readonly Taxonomy[]): readonly string[] {
  return taxonomies
    .filter(({ code }) => isHospitalUnitCode(code))
    .map(({ name }) => name.replace(/^hospital /, ''))
}

/** Phrases that give the date of a source, or say that a list is undated. */
function agePhrases(card: LocationCard): readonly string[] {
  const listed = card.sources.flatMap(({ as_of }) =>
    as_of === null
      ? []
      : [`as listed in ${monthInWords(as_of)}`, `as of ${monthInWords(as_of)}`, 'as listed in', 'as of'],
  )
  const undated = card.sources.some(({ as_of }) => as_of === null)
  return [
    ...(card.organization_npi !== null || card.provider_count > 0
      ? registrationYearPhrases(card.sources)
      : []),
    ...Array.from({ length: card.provider_count }, (_, index) => `${countInWords(index)} of them`),
    ...(isOnlyListed(card) ? [...listed, ...(undated ? ['according to an undated source'] : [])] : []),
  ]
}

/** The card has no dates of registration: every year from the first NPI to the newest source is supported. */
function registrationYearPhrases(sources: LocationCard['sources']): readonly string[] {
  const newest = Number(
    sources
      .map(({ as_of }) => as_of)
      .reduce(maxDate, null)
      ?.slice(0, 4) ?? 0,
  )
  const years = Array.from(
    { length: Math.max(0, newest - firstNpiYear + 1) },
    (_, index) => firstNpiYear + index,
  )
  return years.flatMap((year) =>
    ['as registered in', 'as of'].flatMap((prefix) => [`${prefix} ${year}`, `${prefix} ${year} or before`]),
  )
}

/** The registry has issued NPIs since May 2005 (69 FR 3434). */
const firstNpiYear = 2005

function isOfOneKind({ providers }: LocationCard): boolean {
  return new Set(providers.map(({ specialty }) => specialty)).size < 2 || !usesTableNames(providers)
}

function emergencyPhrases(emergency: EmergencyServices): readonly string[] {
  const phrase = `emergency services${attributionPhrase(emergency)}`
  if (emergency.value === 'no') return [`has no ${phrase}`]
  return emergency.value === 'yes' ? [phrase] : []
}
