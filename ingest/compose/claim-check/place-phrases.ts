/** Every phrase that the fields of a place's card support. */
import type { EmergencyServices, LocationCard } from '@careatlas/contract/cards'
import { allTaxonomies, isHospitalUnitCode, type Taxonomy } from '@careatlas/directory/taxonomy'
import { listedKinds } from '../../facts/listed-kind.ts'
import { maxDate } from '../../ordering.ts'
import { areasMax } from '../clinical-focus.ts'
import { addressName, isNamedByTown } from '../phrasing/address-phrase.ts'
import { attributed } from '../phrasing/attribution.ts'
import { countInWords, monthInWords } from '../phrasing/grammar.ts'
import { zipConflictClauses } from '../phrasing/zip-conflict.ts'
import { careInWords, heldOtherwise, namedTrainees } from '../credential-check.ts'
import {
  hoursPhrases,
  languagesIn,
  namesOfTaxonomy,
  placeNames,
  regionPhrases,
  sourceNames,
  type SupportedPhrases,
} from './card-phrases.ts'
import { specialtyNames } from './specialty-names.ts'

/** The organization's own codes are not on the card, but their fields are. */
export function placePhrases(card: LocationCard): SupportedPhrases {
  const taxonomies = taxonomiesAt(card)
  return {
    names: [
      ...placeNames(card),
      ...['registered', 'listed'].flatMap((enteredAs) => zipConflictClauses([card], enteredAs)),
      ...card.providers.flatMap(({ name }) => [name, name.replace(/,.*$/, '')]),
      ...hoursPhrases(card),
      ...emergencyPhrases(card.emergency_services),
      ...taxonomies.flatMap((taxonomy) => [taxonomy.care, careInWords(taxonomy) ?? []].flat()),
    ],
    specialties: [
      ...taxonomies.flatMap(namesOfTaxonomy),
      ...(isListedAlone(card) ? [...listedKinds, ...listedUnits(taxonomies)] : []),
    ],
    others: [
      ...regionPhrases(card.address),
      ...languagesIn(card.languages),
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
 * The taxonomies of the roster by name; those of an organization, and of a roster with official names, by field of care. If the
 * card has as many fields as it can, fields of the roster may be missing from it.
 */
function taxonomiesAt(card: LocationCard): readonly Taxonomy[] {
  const { clinical_focus, providers } = card
  const fields = new Set(
    [clinical_focus.primary, ...clinical_focus.areas].map((field) => field?.toLowerCase()),
  )
  const named = new Set(providers.map(({ specialty }) => specialty?.toLowerCase()))
  const isOfficial = !isInOurWords(providers)
  const byField = isOrganization(card) || isOfficial
  const mayBeLeftOut = isOfficial && clinical_focus.areas.length === areasMax
  const known = inLowerCase()
    .filter(
      ({ taxonomy: { kind }, name, field }) =>
        named.has(name) || (byField && fields.has(field)) || (mayBeLeftOut && kind === 'individual'),
    )
    .map(({ taxonomy }) => taxonomy)
  const others = [...named].some((name) =>
    /\bregistered as\b|\bwho works under supervision\b|\bin training\b/.test(name ?? ''),
  )
    ? allTaxonomies().flatMap(heldOtherwise)
    : []
  return [...known, ...[...namedTrainees, ...others].filter(({ name }) => named.has(name.toLowerCase()))]
}

let lowerCase: readonly { readonly taxonomy: Taxonomy; readonly name: string; readonly field: string }[] = []

/** Computed once, because each card is compared with all names. */
function inLowerCase(): typeof lowerCase {
  if (lowerCase.length === 0)
    lowerCase = allTaxonomies().map((taxonomy) => ({
      taxonomy,
      name: taxonomy.name.toLowerCase(),
      field: taxonomy.field.toLowerCase(),
    }))
  return lowerCase
}

/** Whether an organization is known. A listed facility may have no NPI; a place without an organization is named by its address. */
function isOrganization(card: LocationCard): boolean {
  const { organization_npi, name, address } = card
  return organization_npi !== null || (name !== addressName(address) && !isNamedByTown(card))
}

/** Whether only facility lists have the place. The card does not show its kind in the list. */
function isListedAlone(card: LocationCard): boolean {
  return card.organization_npi === null && isOrganization(card)
}

/** Whether the roster has the specialty names of our tables, not the official names of the code set. */
export function isInOurWords(providers: LocationCard['providers']): boolean {
  const { onRosters } = specialtyNames()
  return providers.every(({ specialty }) => specialty === null || onRosters.has(specialty.toLowerCase()))
}

/** "psychiatric unit", for a hospital that is listed with that unit. */
function listedUnits(taxonomies: readonly Taxonomy[]): readonly string[] {
  return taxonomies
    .filter(({ code }) => isHospitalUnitCode(code))
    .map(({ name }) => name.replace(/^hospital /, ''))
}

/** Phrases that date a source, or say that a list has no date. */
function agePhrases(card: LocationCard): readonly string[] {
  const listed = card.sources.flatMap(({ as_of }) =>
    as_of === null
      ? []
      : [`as listed in ${monthInWords(as_of)}`, `as of ${monthInWords(as_of)}`, 'as listed in', 'as of'],
  )
  const undated = card.sources.some(({ as_of }) => as_of === null)
  return [
    ...(card.organization_npi !== null || card.provider_count > 0 ? registeredIn(card.sources) : []),
    ...Array.from({ length: card.provider_count }, (_, at) => `${countInWords(at)} of them`),
    ...(isListedAlone(card) ? [...listed, ...(undated ? ['according to an undated source'] : [])] : []),
  ]
}

/** The card has no dates of registration: every year from the first NPI to the newest source is supported. */
function registeredIn(sources: LocationCard['sources']): readonly string[] {
  const newest = Number(
    sources
      .map(({ as_of }) => as_of)
      .reduce(maxDate, null)
      ?.slice(0, 4) ?? 0,
  )
  const years = Array.from({ length: Math.max(0, newest - firstNpiYear + 1) }, (_, at) => firstNpiYear + at)
  return years.flatMap((year) =>
    ['as registered in', 'as of'].flatMap((since) => [`${since} ${year}`, `${since} ${year} or before`]),
  )
}

/** The registry has issued NPIs since May 2005 (69 FR 3434). */
const firstNpiYear = 2005

function isOfOneKind({ providers }: LocationCard): boolean {
  return new Set(providers.map(({ specialty }) => specialty)).size < 2 || !isInOurWords(providers)
}

function emergencyPhrases(emergency: EmergencyServices): readonly string[] {
  const phrase = `emergency services${attributed(emergency)}`
  if (emergency.value === 'no') return [`has no ${phrase}`]
  return emergency.value === 'yes' ? [phrase] : []
}
