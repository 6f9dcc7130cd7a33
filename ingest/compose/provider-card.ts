/** Everything known of a clinician becomes a finished card. */
import type { CarrierListing, ProviderCard } from '@careatlas/contract/cards'
import { compareText } from '../compare-text.ts'
import type { Clinician, ClinicianRow, NetworkListing } from '../facts.ts'
import type { Practice } from '../practice.ts'
import { composeBiography, type Told } from './biography.ts'
import { clinicianFocus } from './clinical-focus.ts'
import type { ComposeContext } from './context.ts'
import { composeEducation } from './education.ts'
import { byFreshness, freshestFirst } from './freshest.ts'
import { observedLanguages } from './observed.ts'
import { composePersonName, credentialsOf } from './person-display.ts'
import { composeShortBiography } from './short-biography.ts'
import { composeSpecialties, personalTaxonomies } from './specialties.ts'

/** `practices` with the primary place first, as the card lists them. */
export function composeProviderCard(
  clinician: Clinician,
  practices: readonly Practice[],
  context: ComposeContext,
): ProviderCard {
  const { registration } = clinician
  const observations = freshestFirst(clinician.observations)
  const specialties = composeSpecialties(registration.taxonomies, context)
  const name = composePersonName(registration.name)
  const told: Told = {
    npi: registration.npi,
    name,
    gender: registration.gender,
    taxonomies: personalTaxonomies(
      specialties.map(({ code }) => code),
      credentialsOf(name),
    ),
    practices,
    registeredOn: longAgo(registration, context),
    languages: observedLanguages(observations),
    education: composeEducation(observations),
    observations,
  }
  return {
    npi: told.npi,
    name: told.name,
    other_names: registration.otherNames.map((other) => ({ ...other })),
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
    practice_locations: practices.map(({ location }) => location),
    status: 'active',
    enumerated_on: registration.enumeratedOn,
    updated_on: registration.updatedOn,
    sources: [...clinician.sources],
  }
}

/** A registration that nobody touched for so long is said with its date. */
const recentYears = 3

/** The day of a registration that is old beside the newest registry file; null for a recent one. */
function longAgo({ updatedOn, asOf }: ClinicianRow, { registryAsOf }: ComposeContext): string | null {
  const registeredOn = updatedOn ?? asOf
  if (registeredOn === null || registryAsOf === null) return registeredOn
  const years = Number(registryAsOf.slice(0, 4)) - recentYears
  return registeredOn < `${years}${registryAsOf.slice(4)}` ? registeredOn : null
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
    .toSorted((a, b) => compareText(a.carrier, b.carrier))
    .map(({ carrier, source, asOf }) => {
      const name = carrierNames.get(carrier) ?? carrier
      return { code: carrier, name, status: 'listed', source, as_of: asOf }
    })
}
