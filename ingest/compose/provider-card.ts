/** Everything known of a clinician becomes a finished card. */
import type { CarrierListing, PracticeLocation, ProviderCard, Source } from '@careatlas/contract/cards'
import type { Clinician, NetworkListing } from '../facts.ts'
import { composeBiography, type Told } from './biography.ts'
import { clinicianFocus } from './clinical-focus.ts'
import type { ComposeContext } from './context.ts'
import { composeEducation } from './education.ts'
import { byFreshness, freshestFirst } from './freshest.ts'
import { observedLanguages } from './observed.ts'
import { composePersonName } from './person-display.ts'
import { composeShortBiography } from './short-biography.ts'
import { composeSpecialties, personalTaxonomies } from './specialties.ts'

/** `locations` with the primary place first, as the card lists them. */
export function composeProviderCard(
  clinician: Clinician,
  locations: readonly PracticeLocation[],
  context: ComposeContext,
): ProviderCard {
  const { registration } = clinician
  const observations = freshestFirst(clinician.observations)
  const specialties = composeSpecialties(registration.taxonomies, context)
  const told: Told = {
    npi: registration.npi,
    name: composePersonName(registration.name),
    gender: registration.gender,
    taxonomies: personalTaxonomies(specialties.map(({ code }) => code)),
    locations,
    languages: observedLanguages(observations),
    education: composeEducation(observations),
    observations,
  }
  return {
    npi: told.npi,
    name: told.name,
    other_names: registration.otherNames.map((name) => ({ ...name })),
    biography: composeBiography(told, context.notice),
    short_biography: composeShortBiography(told, context.notice),
    clinical_focus: clinicianFocus(
      told.taxonomies,
      observations.flatMap(({ focus }) => focus),
    ),
    education_training: [...told.education],
    specialties,
    languages: [...told.languages],
    gender: told.gender,
    carriers: composeCarriers(clinician.listings, context),
    practice_locations: [...locations],
    status: 'active',
    enumerated_on: registration.enumeratedOn,
    updated_on: registration.updatedOn,
    sources: composeSources(clinician.sources),
  }
}

/** One listing per carrier, the freshest, in the order of codes. */
function composeCarriers(
  listings: readonly NetworkListing[],
  { carrierNames }: ComposeContext,
): CarrierListing[] {
  const byCode = new Map<string, NetworkListing>()
  for (const listing of listings) {
    const other = byCode.get(listing.carrier)
    if (other === undefined || byFreshness(listing, other) < 0) byCode.set(listing.carrier, listing)
  }
  return [...byCode.values()]
    .toSorted((a, b) => (a.carrier < b.carrier ? -1 : 1))
    .map(({ carrier, source, asOf }) => {
      return {
        code: carrier,
        name: carrierNames.get(carrier) ?? carrier,
        status: 'listed',
        source,
        as_of: asOf,
      }
    })
}

/** Each source once, with its newest date, in the order of ids. */
export function composeSources(sources: Iterable<Source>): Source[] {
  const newest = new Map<string, string | null>()
  for (const { id, as_of } of sources) {
    const other = newest.get(id)
    if (other === undefined || (as_of ?? '') > (other ?? '')) newest.set(id, as_of)
  }
  return [...newest].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([id, as_of]) => ({ id, as_of }))
}
